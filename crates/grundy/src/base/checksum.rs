//! The last line of files that must not change: a checksum of everything before it.

/// The last line: the word, a space, sixteen digits, the line end.
pub(crate) const CHECKSUM_LINE: usize = "checksum 0123456789abcdef\n".len();

/// Puts the last line, the checksum, behind the rest of a file.
pub fn with_checksum(mut content: Vec<u8>) -> Vec<u8> {
    let line = format!("checksum {:016x}\n", checksum(&content));
    content.extend_from_slice(line.as_bytes());
    content
}

/// What stands before the last line, if that is the right checksum.
pub(crate) fn without_checksum(bytes: &[u8]) -> Option<&[u8]> {
    let (content, line) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM_LINE)?)?;
    (format!("checksum {:016x}\n", checksum(content)).as_bytes() == line).then_some(content)
}

/// The tables of CRC-64/XZ (ECMA-182, reflected): the first for one byte, the others for bytes further ahead.
static TABLES: [[u64; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut index = 0;
    while index < 256 {
        let mut entry = index as u64;
        let mut bit = 0;
        while bit < 8 {
            entry = if entry & 1 == 1 { entry >> 1 ^ 0xc96c_5795_d787_0f42 } else { entry >> 1 };
            bit += 1;
        }
        tables[0][index] = entry;
        index += 1;
    }
    let mut index = 256;
    while index < 8 * 256 {
        let before = tables[index / 256 - 1][index % 256];
        tables[index / 256][index % 256] = tables[0][(before & 0xff) as usize] ^ before >> 8;
        index += 1;
    }
    tables
};

/// CRC-64/XZ: finds every change within eight bytes, and misses others once in 2^64. Eight bytes a step, so that files of
/// a gigabyte are checked in a second.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    let crc = words.fold(!0u64, |crc, word| {
        let word = crc ^ u64::from_le_bytes(word.try_into().expect("eight bytes"));
        let step = |sum, (table, byte): (&[u64; 256], u8)| sum ^ table[usize::from(byte)];
        TABLES.iter().rev().zip(word.to_le_bytes()).fold(0, step)
    });
    !rest.iter().fold(crc, |crc, &byte| TABLES[0][usize::from(crc as u8 ^ byte)] ^ crc >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_that_is_named() {
        assert_eq!(checksum(b"123456789"), 0x995d_c9bb_df19_39fa, "the check value of CRC-64/XZ");
        let bytes: Vec<u8> = (0..100u8).map(|byte| byte.wrapping_mul(37)).collect();
        for end in 0..bytes.len() {
            let plain = |crc: u64, &byte: &u8| TABLES[0][usize::from(crc as u8 ^ byte)] ^ crc >> 8;
            assert_eq!(checksum(&bytes[..end]), !bytes[..end].iter().fold(!0, plain), "{end} bytes");
        }
    }
}
