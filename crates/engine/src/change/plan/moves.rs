//! The renames of a change set.

use std::collections::BTreeMap;

use crate::ground::edit::join_rest;

/// Renames of files and folders, in their order.
#[derive(Default)]
pub(crate) struct Moves {
    /// By the path before, the number of each rename and the path after.
    by_origin: BTreeMap<String, Vec<(usize, String)>>,
    count: usize,
}

impl Moves {
    /// Adds a rename of what is at a path after all renames before.
    pub(crate) fn add(&mut self, from: String, to: String) {
        self.by_origin.entry(from).or_default().push((self.count, to));
        self.count += 1;
    }

    /// Returns where something is after all renames that was at a path before them.
    pub(crate) fn current_path(&self, path: &str) -> String {
        let mut path = path.to_owned();
        let mut next = 0;
        while let Some((number, to, rest)) = self.first_of(&path, next) {
            path = join_rest(to, rest);
            next = number + 1;
        }
        path
    }

    /// Returns the first rename of a path or of a folder above it, from a number on: its number, the path
    /// after, and the rest of the path below it.
    fn first_of<'p>(&self, path: &'p str, next: usize) -> Option<(usize, &str, &'p str)> {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        let renames = ends.filter_map(|end| {
            let (origin, rest) = path.split_at(end);
            let renames = self.by_origin.get(origin)?;
            let (number, to) = renames.get(renames.partition_point(|(number, _)| *number < next))?;
            Some((*number, to.as_str(), rest.strip_prefix('/').unwrap_or(rest)))
        });
        renames.min_by_key(|(number, ..)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::Moves;

    #[test]
    fn renames_apply_in_their_order() {
        let mut moves = Moves::default();
        for (from, to) in [("a", "b"), ("b/c", "d"), ("e", "a"), ("d", "b/c2"), ("b", "trash/b")] {
            moves.add(from.to_owned(), to.to_owned());
        }
        for (path, current) in [
            ("a", "trash/b"),
            ("a/c/x", "trash/b/c2/x"),
            ("e/c", "a/c"),
            ("d", "trash/b/c2"),
            ("ab", "ab"),
            ("", ""),
            ("x/a", "x/a"),
        ] {
            assert_eq!(moves.current_path(path), current, "{path}");
        }
    }
}
