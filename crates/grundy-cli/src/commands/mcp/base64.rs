//! Bytes as text, in base 64 with padding (RFC 4648).

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, i| word << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { letter as char } else { '=' });
        }
    }
    text
}

/// The bytes of a text; none if it is no such text. White space is passed over.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let letters: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let end = letters.iter().position(|&letter| letter == b'=').unwrap_or(letters.len());
    let padding = letters.len() - end;
    if !letters.len().is_multiple_of(4) || padding > 2 || letters[end..].iter().any(|&letter| letter != b'=')
    {
        return None;
    }
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3);
    for chunk in letters[..end].chunks(4) {
        let mut word = 0u32;
        for place in 0..4 {
            let digit = match chunk.get(place) {
                Some(letter) => LETTERS.iter().position(|known| known == letter)? as u32,
                None => 0,
            };
            word = word << 6 | digit;
        }
        bytes.extend(&word.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
        assert_eq!(decode(&encode(&all)).as_ref(), Some(&all));
        for wrong in ["Zg=", "Z", "Zg==Zg==", "Z!==", "===="] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
