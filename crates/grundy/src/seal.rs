//! The last line of files that must not change: a checksum of everything before it.

/// The last line: the word, a space, sixteen digits, the line end.
pub(crate) const SEAL: usize = "checksum 0123456789abcdef\n".len();

/// Puts the last line, the checksum, behind the rest of a file.
pub fn seal(mut content: Vec<u8>) -> Vec<u8> {
    let line = format!("checksum {:016x}\n", checksum(&content));
    content.extend_from_slice(line.as_bytes());
    content
}

/// What stands before the last line, if that is the right checksum.
pub(crate) fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (content, line) = bytes.split_at_checked(bytes.len().checked_sub(SEAL)?)?;
    (format!("checksum {:016x}\n", checksum(content)).as_bytes() == line).then_some(content)
}

/// The table of CRC-64/XZ (ECMA-182, reflected).
const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut entry = index as u64;
        let mut bit = 0;
        while bit < 8 {
            entry = if entry & 1 == 1 { entry >> 1 ^ 0xc96c_5795_d787_0f42 } else { entry >> 1 };
            bit += 1;
        }
        table[index] = entry;
        index += 1;
    }
    table
};

/// CRC-64/XZ: finds every change within eight bytes, and misses others once in 2^64.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!0u64, |crc, &byte| TABLE[usize::from(crc as u8 ^ byte)] ^ crc >> 8)
}
