//! A seeded pseudo-random number generator.

/// A linear congruential generator with the constants of Knuth's MMIX.
pub struct Random(pub u64);

impl Random {
    /// Returns a number below a limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Returns one of the values, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> Option<&'a T> {
        let count = u64::try_from(values.len()).ok().filter(|count| *count > 0)?;
        values.get(usize::try_from(self.below(count)).ok()?)
    }
}
