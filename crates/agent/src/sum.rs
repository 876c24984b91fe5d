//! A sum by which contents are told apart.

/// FNV-1a. Its result may never change: it stands in files, and other programs compute it as well.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn it_never_changes() {
        for (text, sum) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("潮", 0x33bf_b41b_74d0_46a6)] {
            assert_eq!(fnv1a(text.bytes()), sum, "{text}");
        }
    }
}
