//! Every way to an answer by its name: to choose one, and to compare them.
//!
//! [`crate::solve()`] picks the way. Here it is named ([`Method`]): a formula, a table, a search that works out everything, or
//! one of the nimber searches ([`crate::engine::search::nimber_search`]), which differ only in the order of their questions. They
//! share no more than the rules of the game, so that a position that all of them answer alike is as good as checked; the
//! command line does that with `--compare`.
//!
//! A method that cannot serve says so ([`attempt`] returns `None`). All of them answer under normal play. Costs are those
//! of the engines; the searches keep to [`Limits::memory`] and [`Limits::positions`].
//!
//! ```
//! use grundy::ask::solve::method::{Method, solve_by};
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("cram")?;
//! let board = game.parse("3x4")?;
//! for method in [Method::Memo, Method::NimberSearch, Method::ProofNumber, Method::DepthFirst] {
//!     assert_eq!(solve_by(&game, board.clone(), method, &Question::default())?.grundy, Some(1));
//! }
//! # Ok::<(), grundy::Error>(())
//! ```

use super::normal::{Asked, check_extent};
use super::{Question, solve};
use crate::ask::asked::{Asks, Refusal, put};
use crate::ask::named::NamedGame;
use crate::ask::played::Played;
use crate::base::error::{Error, Failure};
use crate::base::limits::Limits;
use crate::engine::search::nimber_search::NimberSearch;
use crate::game::Convention;
use crate::game::answer::{Solved, Verdict};
use crate::game::position::Position;

pub use crate::game::engine::Method;

/// Answers a question by a method.
///
/// # Errors
/// As [`crate::solve()`], and when the method cannot serve.
pub fn solve_by(
    game: &NamedGame,
    position: Position,
    method: Method,
    question: &Question<'_>,
) -> Result<Solved, Error> {
    attempt(game, position, method, question)?.ok_or_else(|| {
        let message = match question.convention {
            Convention::Normal => {
                format!("the method `{method}` cannot serve this position of `{}`", game.name)
            }
            Convention::Misere => format!("the method `{method}` knows nothing of misère play"),
        };
        Error::game(message, Some("`--method auto` picks one that can, `--compare` tries all".to_owned()))
    })
}

/// As [`solve_by`]; `None` when the method cannot serve.
///
/// # Errors
/// As [`crate::solve()`].
pub fn attempt(
    game: &NamedGame,
    position: Position,
    method: Method,
    question: &Question<'_>,
) -> Result<Option<Solved>, Error> {
    let Question { convention, limits } = question;
    if method == Method::Auto {
        return solve(game, position, question).map(Some);
    }
    if *convention == Convention::Misere {
        return Ok(None);
    }
    let verdict = put(By { method, limits }, game, &position)?;
    Ok(verdict.map(|verdict| Solved {
        notes: game.notes(),
        ..verdict.answer(game.name.clone(), game.rule(), position, *convention)
    }))
}

/// The normal-play question, by a method.
struct By<'a> {
    method: Method,
    limits: &'a Limits<'a>,
}

impl Asks for By<'_> {
    type Answer = Option<Verdict>;

    fn ask<G: Played + ?Sized>(
        self,
        game: &G,
        components: &[G::Component],
    ) -> Result<Option<Verdict>, Refusal> {
        if game.points().is_some() || game.is_loopy() {
            return Ok(None);
        }
        Ok(by_method(&Asked::new(game, components), self.method, self.limits)?)
    }
}

/// The verdict by a method; `None` when it cannot serve.
fn by_method<G: Played + ?Sized>(
    asked: &Asked<'_, G>,
    method: Method,
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Failure> {
    if method == Method::ClosedForm {
        return asked.by_theorem(limits);
    }
    if !asked.game.is_finite() {
        return Ok(None);
    }
    check_extent(asked.game, asked.components, limits)?;
    if method == Method::Memo {
        return asked.by_memo(limits).map(Some);
    }
    if let Some(mut solver) = asked.game.solver(asked.components, method) {
        if !solver.serves(asked.components) {
            return Ok(None);
        }
        return match asked.by_solver(&mut *solver, limits) {
            // A table may meet a move without progress that the position itself cannot reach; then it cannot serve.
            Err(Failure::NoProgress(_)) if method == Method::Table => Ok(None),
            other => other.map(Some),
        };
    }
    nimber_search(method).map(|search| asked.by_nimber_search(search, limits)).transpose()
}

/// The common nimber search, by this method; `None` where it is none of them.
fn nimber_search<C>(method: Method) -> Option<NimberSearch<C>> {
    // Nothing is known of the parts; any weight but 0 is large where all are to be searched by proof numbers.
    NimberSearch::by_weight(|_| 1).in_order_of(method)
}
