//! The hashes in ids, file names and records.

use std::fmt::Write as _;
use std::hash::Hasher;

use fnv::FnvHasher;
use sha2::{Digest, Sha256};

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

/// Returns the SHA-256 hash as 64 hexadecimal digits, as `sha256sum` prints it.
pub fn sha256_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}"); // Writing to a string cannot fail.
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{fnv1a, fnv1a_hex, sha256_hex};

    #[test]
    fn sha256_hex_equals_other_programs() {
        for (text, hash) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ] {
            assert_eq!(sha256_hex(text.as_bytes()), hash, "{text}");
        }
    }

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
