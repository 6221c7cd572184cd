//! Answers, moves and arguments as JSON.

use crate::ask::moves::{Choice, PartView};
use crate::game::answer::{Move, Section, Solved, SumPartValue};
use crate::game::notation::Place;
use crate::game::points::Score;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Something shown by its `Display` form, without building the string first.
struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Serialize for Solved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Solved", 20)?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("rule", &self.rule)?;
        object.serialize_field("position", &Shown(&self.position))?;
        object.serialize_field("convention", &self.convention)?;
        object.serialize_field("outcome", &self.outcome)?;
        object.serialize_field("winner", &self.outcome.winner())?;
        object.serialize_field("grundy", &self.value())?;
        match &self.loopy {
            Some(loopy) => object.serialize_field("remoteness", &loopy.remoteness)?,
            None => object.skip_field("remoteness")?,
        }
        match &self.score {
            Some(score) => object.serialize_field("score", score)?,
            None => object.skip_field("score")?,
        }
        match self.parts.is_empty() {
            true => object.skip_field("parts")?,
            false => object.serialize_field("parts", &self.parts)?,
        }
        object.serialize_field("winning_moves", &self.winning_moves)?;
        object.serialize_field("winning_moves_total", &self.winning_moves_total)?;
        match self.line.is_empty() {
            true => object.skip_field("line")?,
            false => object.serialize_field("line", &self.line)?,
        }
        object.serialize_field("engine", &Shown(self.engine))?;
        match self.engine.alias() {
            Some(alias) => object.serialize_field("engine_alias", alias)?,
            None => object.skip_field("engine_alias")?,
        }
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("proved", &self.proved)?;
        object.serialize_field("work", &self.work)?;
        object.serialize_field("stop", &self.stop)?;
        match self.notes.is_empty() {
            true => object.skip_field("notes")?,
            false => object.serialize_field("notes", &self.notes)?,
        }
        object.end()
    }
}

/// As JSON it also has the field `difference`.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Score", 3)?;
        object.serialize_field("first", &self.first)?;
        object.serialize_field("second", &self.second)?;
        object.serialize_field("difference", &self.difference())?;
        object.end()
    }
}

impl Serialize for SumPartValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("SumPartValue", 3)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("position", &self.position)?;
        object.serialize_field("grundy", &self.grundy)?;
        object.end()
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Move", 3)?;
        object.serialize_field("text", &self.text)?;
        object.serialize_field("result", &self.result)?;
        object.serialize_field("move", &Data(self))?;
        object.end()
    }
}

/// A move as data: what it touches, what goes, what comes, where on the drawing (null where it has no places).
struct Data<'a>(&'a Move);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Move { component, removed, added, places, .. } = self.0;
        let mut object = serializer.serialize_struct("Data", 4)?;
        object.serialize_field("component", component)?;
        object.serialize_field("removed", removed)?;
        object.serialize_field("added", added)?;
        object.serialize_field("places", &(!places.is_empty()).then_some(places))?;
        object.end()
    }
}

/// An index is a number, a square `[row, column]`, a vertex its name, an edge the names of its ends.
impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Place::Index(index) => index.serialize(serializer),
            Place::Cell(row, column) => [row, column].serialize(serializer),
            Place::Vertex(name) => name.serialize(serializer),
            Place::Edge(one, other) => [one, other].serialize(serializer),
        }
    }
}

impl Serialize for Section {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Section", 2)?;
        object.serialize_field("title", &self.title)?;
        object.serialize_field("lines", &self.lines)?;
        object.end()
    }
}

impl Serialize for PartView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("PartView", 2)?;
        object.serialize_field("text", &self.text)?;
        object.serialize_field("grundy", &self.grundy)?;
        object.end()
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Choice", 9)?;
        object.serialize_field("part", &self.made.component)?;
        object.serialize_field("text", &self.made.text)?;
        object.serialize_field("result", &self.made.result)?;
        object.serialize_field("move", &Data(&self.made))?;
        match &self.loopy {
            Some(value) => object.serialize_field("grundy", value)?,
            None => object.serialize_field("grundy", &self.grundy)?,
        }
        object.serialize_field("outcome", &self.outcome)?;
        object.serialize_field("winning", &self.winning)?;
        object.serialize_field("remoteness", &self.remoteness)?;
        match self.gain {
            Some(gain) => object.serialize_field("gain", &gain)?,
            None => object.skip_field("gain")?,
        }
        object.end()
    }
}
