//! Building a word letter by letter, every beginning being the beginning of a given word: 'A Lot of Games'.
//!
//! Played once, this is a token that goes down a trie. Played `k` times with the loser opening the next round, only the
//! last round counts, and losing a round on purpose can be worth it: what matters of a trie is whether the player to
//! move can force a win, and whether they can force a loss (Codeforces 455B). With both they lose all rounds but the
//! last and win that; with the win alone either player can make the openers alternate, so `k` must be odd; without it the
//! opponent wins every round.
//!
//! The trie is never built: in sorted order a word shares with the one before it exactly the nodes that are still open,
//! so a stack of open nodes suffices, each closed into its parent when the words move on. Time O(L log n) for n words of
//! L letters in all, memory O(length of the longest word), no recursion. Letters are bytes.
//!
//! ```
//! use grundy::games::paths::trie::LotOfGames;
//!
//! let game = LotOfGames::new(&["abc".as_bytes(), b"a"]);
//! assert!(game.can_win && !game.can_lose);
//! assert!(game.first_wins(3) && !game.first_wins(4));
//! ```

/// What the player to move can force in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LotOfGames {
    /// To make the last move.
    pub can_win: bool,
    /// Not to make the last move.
    pub can_lose: bool,
}

impl LotOfGames {
    /// Looks at a list of words, in any order, repeats and empty words allowed.
    pub fn new<W: AsRef<[u8]>>(words: &[W]) -> LotOfGames {
        let mut sorted: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
        sorted.sort_unstable();
        let mut open = vec![Open::default()];
        let mut before: &[u8] = &[];
        for word in sorted {
            let shared = before.iter().zip(word).take_while(|(a, b)| a == b).count();
            close(&mut open, shared);
            open.resize(word.len() + 1, Open::default());
            before = word;
        }
        close(&mut open, 0);
        open[0].result()
    }

    /// Whether the first player wins the last of `rounds` rounds, the loser of each opening the next.
    pub fn first_wins(self, rounds: u64) -> bool {
        self.can_win && (self.can_lose || rounds % 2 == 1)
    }
}

/// A node whose last children may be still to come.
#[derive(Debug, Clone, Copy, Default)]
struct Open {
    has_children: bool,
    can_win: bool,
    can_lose: bool,
}

impl Open {
    /// Without moves the player to move has lost.
    fn result(self) -> LotOfGames {
        LotOfGames { can_win: self.can_win, can_lose: self.can_lose || !self.has_children }
    }
}

/// Closes the nodes below this depth, each into its parent: a player forces what one child does not let the other force.
fn close(open: &mut Vec<Open>, depth: usize) {
    while open.len() > depth + 1 {
        let child = open.pop().expect("longer than 0").result();
        let parent = open.last_mut().expect("the root stays");
        parent.has_children = true;
        parent.can_win |= !child.can_win;
        parent.can_lose |= !child.can_lose;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Whether the player to move at this beginning wins the last of `rounds` rounds, by looking at all play.
    fn wins(beginnings: &BTreeSet<Vec<u8>>, at: &[u8], rounds: u64) -> bool {
        let mut letters = (b'a'..=b'c').map(|letter| [at, &[letter]].concat());
        let moves: Vec<Vec<u8>> = letters.by_ref().filter(|next| beginnings.contains(next)).collect();
        match (moves.is_empty(), rounds) {
            // The round is lost: this player opens the next, or has lost all.
            (true, 1) => false,
            (true, _) => wins(beginnings, &[], rounds - 1),
            (false, _) => moves.iter().any(|next| !wins(beginnings, next, rounds)),
        }
    }

    proptest! {
        #[test]
        fn rounds_agree_with_looking_at_all_play(
            words in prop::collection::vec(prop::collection::vec(b'a'..=b'c', 0..4), 0..4),
            rounds in 1u64..4,
        ) {
            let beginnings = words.iter().flat_map(|word| (0..=word.len()).map(|end| word[..end].to_vec())).collect();
            prop_assert_eq!(LotOfGames::new(&words).first_wins(rounds), wins(&beginnings, &[], rounds));
        }
    }

    #[test]
    fn the_samples_of_the_contest() {
        assert!(LotOfGames::new(&["a", "b"]).first_wins(3));
        assert!(LotOfGames::new(&["a", "b", "c"]).first_wins(1));
        assert!(!LotOfGames::new(&["ab"]).first_wins(1));
    }

    #[test]
    fn a_deep_trie_needs_no_stack() {
        let word = vec![b'a'; 1_000_001];
        let game = LotOfGames::new(&[&word[..], &word[..500_000]]);
        assert_eq!(game, LotOfGames { can_win: true, can_lose: false });
        assert_eq!(LotOfGames::new::<&str>(&[]), LotOfGames { can_win: false, can_lose: true });
    }
}
