//! The hash in ids, file names and records.

use std::hash::Hasher;

use fnv::FnvHasher;

/// Returns the 64-bit FNV-1a hash. Never replace the algorithm: files hold its results, and other
/// programs compute it too.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Returns [`fnv1a`] as sixteen hexadecimal digits.
pub fn fnv1a_hex(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

#[cfg(test)]
mod tests {
    use super::{fnv1a, fnv1a_hex};

    #[test]
    fn hashes_are_stable() {
        for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("潮", 0x33bf_b41b_74d0_46a6)]
        {
            assert_eq!(fnv1a(text.as_bytes()), hash, "{text}");
        }
    }

    #[test]
    fn hex_has_sixteen_digits() {
        assert_eq!(fnv1a_hex(b""), "cbf29ce484222325");
        assert_eq!(fnv1a_hex("潮".as_bytes()), "33bfb41b74d046a6");
    }
}
