//! The text of a rule as a game that can be asked about: each shape of rules has its row here.

use super::named::Rules;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode};
use crate::game::any::erase;
use crate::games::bags::Bags;
use crate::games::board::kayles::Kayles;
use crate::games::board::removal::Removal;
use crate::games::points::ends::Ends;
use crate::games::words::Words;
use crate::rule::bag::BagRule;
use crate::rule::graphs::GraphRule;
use crate::rule::headers::{RuleShape, frame};
use crate::rule::loopy::LoopyRule;
use crate::rule::measure::is_measured_heap;
use crate::rule::points::PointsRule;
use crate::rule::word::WordRule;
use crate::rule::{Ruleset, System};

impl Rules {
    /// Reads a rule, a code or a set, with values for its parameters.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(text: &str, parameters: &[(String, i128)]) -> Result<Rules, Diagnostics> {
        let framed = frame(text)?;
        match framed.shape {
            RuleShape::Numbers if framed.headers.only_measure() && is_measured_heap(&framed) => {
                Ok(Rules::Native(erase(LoopyRule::measured(&framed, parameters)?)))
            }
            RuleShape::Numbers if framed.headers.only_measure() => {
                Ok(Rules::Line(Box::new(Ruleset::with_parameters(text, parameters)?)))
            }
            RuleShape::Numbers if framed.headers.loopy.is_some() && framed.headers.on.is_none() => {
                Ok(Rules::Native(erase(LoopyRule::read(&framed, parameters)?)))
            }
            RuleShape::Kinds if framed.headers.is_empty() => {
                Ok(Rules::of_kinds(System::with_parameters(text, parameters)?))
            }
            RuleShape::Kinds => {
                let headers = &framed.headers;
                let all = [&headers.loopy, &headers.points, &headers.on, &headers.start, &headers.measure];
                let message = "a rule about several kinds of heaps has no such line";
                let error = |span| Diagnostic::new(ErrorCode::Expected, span, message);
                let errors = all.into_iter().flatten().map(|header| error(header.span));
                let hint = "play ends by the sizes of the parts and an order of the kinds";
                Err(Diagnostics::new(text, errors.map(|error| error.hint(hint)).collect()))
            }
            RuleShape::Points => {
                Ok(Rules::Native(erase(Ends::new(PointsRule::read(text, &framed, parameters)?))))
            }
            RuleShape::Graphs => {
                let rule = GraphRule::read(text, &framed, parameters)?;
                // Two famous games are known by their rule and have a search of their own.
                Ok(Rules::Native(match (rule.is_node_kayles(), rule.is_arc_kayles()) {
                    (true, _) => erase(Kayles::Node),
                    (_, true) => erase(Kayles::Arc),
                    _ => erase(Removal::new(rule)),
                }))
            }
            RuleShape::Bags => Ok(Rules::Native(erase(Bags::new(BagRule::read(&framed, parameters)?)))),
            RuleShape::Words => Ok(Rules::of_words(Words::new(WordRule::read(text, &framed, parameters)?))),
            _ => {
                let message = "this kind of rule cannot be played yet";
                Err(Diagnostics::new(
                    text,
                    vec![Diagnostic::new(ErrorCode::Expected, 0..text.len(), message)],
                ))
            }
        }
    }
}
