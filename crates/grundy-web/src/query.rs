//! The query of a request, read strictly: what cannot be decoded is refused, not guessed.

use crate::reply::Refused;
use grundy::game::text::near::nearest;
use grundy::{Convention, NamedGame};

/// The parameters of a request, in order.
#[derive(Debug, Clone, Default)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Reads `a=1&b=x+y%21`; every name must be one of `allowed` and occur once.
    ///
    /// # Errors
    /// A name that is not known, or an escape that is none.
    pub fn read(text: &str, allowed: &[&str]) -> Result<Query, Refused> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode(name)?, decode(value)?))
        });
        Query::from_pairs(pairs.collect::<Result<_, Refused>>()?, allowed)
    }

    /// Takes parameters that are decoded already.
    ///
    /// # Errors
    /// A name that is not known, or occurs twice.
    pub fn from_pairs(list: Vec<(String, String)>, allowed: &[&str]) -> Result<Query, Refused> {
        for (index, (name, _)) in list.iter().enumerate() {
            if !allowed.contains(&name.as_str()) {
                let hint = match nearest(name, allowed.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", allowed.join(", ")),
                };
                return Err(Refused::input(
                    format!("unknown parameter `{}`", grundy::game::text::shorten(name)),
                    Some(hint),
                ));
            }
            if list[..index].iter().any(|(other, _)| other == name) {
                return Err(Refused::input(format!("parameter `{name}` is given twice"), None));
            }
        }
        Ok(Query(list))
    }

    /// The parameters, in order.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// A parameter, if it is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The position asked about: the parameter, or what was written beside the game.
    pub fn position<'a>(&'a self, game: &'a NamedGame) -> &'a str {
        let given = self.get("position").filter(|text| !text.trim().is_empty());
        given.or(game.written()).unwrap_or_default()
    }

    /// A parameter that must be given.
    ///
    /// # Errors
    /// When it is not.
    pub fn need(&self, name: &str) -> Result<&str, Refused> {
        self.get(name).ok_or_else(|| Refused::input(format!("parameter `{name}` is missing"), None))
    }

    /// A number, or what stands for it when it is not given.
    ///
    /// # Errors
    /// When it is no number, or larger than `most`.
    pub fn number(&self, name: &str, default: u64, most: u64) -> Result<u64, Refused> {
        let Some(text) = self.get(name) else { return Ok(default) };
        let value = grundy::game::text::number(text).map_err(|reason| {
            Refused::input(format!("`{name}` is {reason}: `{}`", grundy::game::text::shorten(text)), None)
        })?;
        if value > most {
            return Err(Refused::input(format!("`{name}` is at most {most}"), None));
        }
        Ok(value)
    }

    /// A yes or no.
    ///
    /// # Errors
    /// When it is neither.
    pub fn flag(&self, name: &str) -> Result<bool, Refused> {
        match self.get(name) {
            None | Some("false" | "0") => Ok(false),
            Some("true" | "1" | "") => Ok(true),
            Some(_) => Err(Refused::input(format!("`{name}` is `true` or `false`"), None)),
        }
    }

    /// Normal play, or misère play when `misere=true` is given.
    ///
    /// # Errors
    /// When it is neither.
    pub fn convention(&self) -> Result<Convention, Refused> {
        Ok(if self.flag("misere")? { Convention::Misere } else { Convention::Normal })
    }
}

/// Undoes `+` and `%41`.
fn decode(text: &str) -> Result<String, Refused> {
    let bad = || Refused::input("the address is not percent-encoded UTF-8", None);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
                let (high, low) = (digit().ok_or_else(bad)?, digit().ok_or_else(bad)?);
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_and_broken_ones_refused() {
        let query = Query::read("game=n+-%3E+k&position=3%204&misere", &["game", "position", "misere"]);
        let query = query.expect("a good query");
        assert_eq!(query.get("game"), Some("n -> k"));
        assert_eq!(query.get("position"), Some("3 4"));
        assert!(query.flag("misere").is_ok_and(|given| given));
        for bad in ["game=%", "game=%4", "game=%zz", "game=%ff", "game=%+1", "gmae=x", "game=1&game=2"] {
            assert!(Query::read(bad, &["game"]).is_err(), "{bad}");
        }
    }
}
