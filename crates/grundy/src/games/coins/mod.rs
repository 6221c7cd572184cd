//! Coin-turning games: every move turns coins over, and the last of them goes from heads to tails.
//!
//! Such a game has the value of the sum of its heads (Winning Ways, ch. 14): two heads on one square would cancel, so that
//! turning a coin is adding a head. [`mod@line`] has the classical games on a strip; [`tartan`] multiplies two of them into a
//! game on a board; [`heads`] plays whole positions of them, the squares with heads.

pub mod heads;
pub mod line;
pub mod tartan;
