//! Plain decimal digits, eight at a time.
//!
//! A word of eight bytes is turned into digits by one xor, the first byte that is no digit is found by one addition, and
//! neighbours are joined to pairs, fours and eights by three multiplications. Numbers of up to 15 digits take one look at
//! sixteen bytes, whatever their length; the rest, and the last sixteen bytes of a text, are read byte by byte.

/// The number that starts at `start` and the place behind its digits; `None` when there is no digit or there are more than 18.
#[inline]
pub fn digits(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    // Sixteen bytes at once hold most numbers whole: one look decides where the number ends.
    if let Some(window) = bytes.get(start..start + 16) {
        let (low, others) = digits_of(&window[..8]);
        if others != 0 {
            let count = (others.trailing_zeros() / 8) as usize;
            let value = eight_digits(low << (56 - 8 * count) << 8);
            return (count > 0).then_some((value, start + count));
        }
        let (high, others) = digits_of(&window[8..]);
        if others != 0 {
            const POWERS: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
            let count = (others.trailing_zeros() / 8) as usize;
            let value = eight_digits(low) * POWERS[count] + eight_digits(high << (56 - 8 * count) << 8);
            return Some((value, start + 8 + count));
        }
    }
    one_by_one(bytes, start)
}

/// At most 18 digits, which fit 64 bits.
#[cold]
fn one_by_one(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    let (mut value, mut at) = (0, start);
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        if at - start == 18 {
            return None;
        }
        value = value * 10 + u64::from(bytes[at] - b'0');
        at += 1;
    }
    (at > start).then_some((value, at))
}

/// Eight bytes as digits, the first in the lowest byte, and the high bit of every byte that is none.
#[inline]
fn digits_of(bytes: &[u8]) -> (u64, u64) {
    let digits = u64::from_le_bytes(bytes.try_into().expect("eight bytes")) ^ 0x3030_3030_3030_3030;
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    (digits, others)
}

/// The number of eight digits, the first in the lowest byte: neighbours are joined to pairs, fours, and all eight.
#[inline]
fn eight_digits(digits: u64) -> u64 {
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_before_every_byte() {
        for count in 0..=20usize {
            let word = &"12345678901234567890"[..count];
            for next in 0..=255u8 {
                for tail in [0, 7, 40] {
                    let mut text = word.as_bytes().to_vec();
                    text.push(next);
                    text.extend(std::iter::repeat_n(b' ', tail));
                    let long = count + usize::from(next.is_ascii_digit());
                    let expected = (1..=18).contains(&long).then(|| {
                        let value =
                            std::str::from_utf8(&text[..long]).expect("digits").parse().expect("18 digits");
                        (value, long)
                    });
                    assert_eq!(digits(&text, 0), expected, "{word} {next} {tail}");
                }
            }
            assert_eq!(digits(word.as_bytes(), 0).is_some(), (1..=18).contains(&count));
        }
    }
}
