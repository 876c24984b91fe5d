//! The ground state of a project: what lies at each path below `.handoff/`.
//!
//! Invariant: what has something below it is a folder, so removing or moving a folder takes its whole subtree along.

use std::collections::BTreeMap;

use handoff_protocol::FileState;

/// What lies at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file's whole content.
    File(Vec<u8>),
    /// A folder with its entries by name.
    Folder(Entries),
    /// A symbolic link, never followed.
    Link,
    /// Something that could not be read.
    Unreadable {
        /// Why, in the system's words.
        reason: String,
        /// Whether it is a folder.
        is_folder: bool,
    },
}

impl Entry {
    /// The same as a shell would report it at a path; what is in a folder is reported apart.
    pub fn state(&self, path: String) -> FileState {
        match self {
            Entry::File(bytes) => FileState::File { path, bytes: bytes.clone() },
            Entry::Folder(_) => FileState::Folder { path },
            Entry::Link => FileState::Link { path },
            Entry::Unreadable { reason, is_folder } => {
                FileState::Unreadable { path, reason: reason.clone(), is_folder: *is_folder }
            }
        }
    }
}

/// Entries by name. They lie apart, so that the table's machine code is that of the tables of tasks.
pub type Entries = BTreeMap<String, Box<Entry>>;

/// All entries of a project. Paths are relative to `.handoff/`, parts separated by `/`; the empty path is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    top: Entries,
}

impl Tree {
    /// What lies at a path; the root is not an entry.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        let mut parts = parts(path);
        let mut entry = self.top.get(parts.next()?)?.as_ref();
        for part in parts {
            let Entry::Folder(entries) = entry else { return None };
            entry = entries.get(part)?.as_ref();
        }
        Some(entry)
    }

    /// The content of a file; none for everything else.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        match self.get(path)? {
            Entry::File(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Whether a folder lies at a path. The root is one.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folder(path).is_some()
    }

    /// The entries directly in a folder, by name in byte order; none when no folder is there.
    pub fn children(&self, path: &str) -> impl Iterator<Item = (&str, &Entry)> {
        self.folder(path).into_iter().flatten().map(|(name, entry)| (name.as_str(), entry.as_ref()))
    }

    /// Everything below a folder, each folder directly before its entries, with whole paths.
    pub fn walk(&self, path: &str) -> Walk<'_> {
        let start = parts(path).collect::<Vec<_>>().join("/");
        Walk { levels: self.folder(path).map(|entries| (start, entries.iter())).into_iter().collect() }
    }

    /// Returns the paths at or below `place` that a shell reads but no longer finds there, only the topmost of each subtree.
    /// `is_found` says whether the shell has just found something at a path. What shells do not read, such as the trash, is left out.
    pub fn vanished(&self, place: &str, is_found: impl Fn(&str) -> bool) -> Vec<String> {
        let mut vanished = Vec::new();
        let mut open = vec![place.to_owned()];
        while let Some(path) = open.pop() {
            if is_root(&path) || is_found(&path) {
                open.extend(self.children(&path).map(|(name, _)| join(&path, name)));
            } else if self.get(&path).is_some() && handoff_format::is_content(&path) {
                vanished.push(path);
            }
        }
        vanished
    }

    /// Puts an entry at a path, in place of what is there. Missing parent folders are made; a parent that is no folder becomes one.
    pub fn insert(&mut self, path: &str, entry: Entry) {
        let Some((parents, name)) = split(path) else { return };
        let mut entries = &mut self.top;
        for part in parents {
            let here = entries.get(part).map(Box::as_ref);
            if !matches!(here, Some(Entry::Folder(_))) {
                entries.insert(part.to_owned(), Box::new(Entry::Folder(BTreeMap::new())));
            }
            let Some(Entry::Folder(inner)) = entries.get_mut(part).map(Box::as_mut) else { return };
            entries = inner;
        }
        entries.insert(name.to_owned(), Box::new(entry));
    }

    /// Takes out what lies at a path, with everything below it.
    pub fn remove(&mut self, path: &str) -> Option<Entry> {
        let (parents, name) = split(path)?;
        let mut entries = &mut self.top;
        for part in parents {
            let Some(Entry::Folder(inner)) = entries.get_mut(part).map(Box::as_mut) else { return None };
            entries = inner;
        }
        entries.remove(name).map(|entry| *entry)
    }

    /// Moves what lies at one path, with everything below it, to another; says whether there was something.
    pub fn rename(&mut self, from: &str, to: &str) -> bool {
        let Some(entry) = self.remove(from) else { return false };
        self.insert(to, entry);
        true
    }

    /// Takes over what a shell found; says whether anything is different now.
    pub fn apply(&mut self, state: FileState) -> bool {
        let news = !self.knows(&state);
        if news {
            self.put(state);
        }
        news
    }

    /// Whether what a shell found is what lies there already.
    pub fn knows(&self, state: &FileState) -> bool {
        self.is_known(state, self.get(path_of(state)))
    }

    /// The same, where it is known what lies there.
    pub(crate) fn is_known(&self, state: &FileState, there: Option<&Entry>) -> bool {
        match (state, there) {
            (FileState::File { bytes, .. }, Some(Entry::File(known))) => bytes == known,
            (
                FileState::Unreadable { reason, is_folder, .. },
                Some(Entry::Unreadable { reason: known, is_folder: was }),
            ) => reason == known && is_folder == was,
            (FileState::Link { .. }, Some(Entry::Link)) | (FileState::Folder { .. }, Some(Entry::Folder(_))) => true,
            (FileState::Folder { path }, None) => is_root(path),
            (FileState::Gone { path }, None) => self.top.is_empty() || !is_root(path),
            _ => false,
        }
    }

    /// Takes over what a shell found, whatever lies there.
    pub fn put(&mut self, state: FileState) {
        match state {
            FileState::File { path, bytes } => self.insert(&path, Entry::File(bytes)),
            FileState::Folder { path } => self.insert(&path, Entry::Folder(BTreeMap::new())),
            FileState::Link { path } | FileState::Unreadable { path, .. } if is_root(&path) => self.top.clear(),
            FileState::Link { path } => self.insert(&path, Entry::Link),
            FileState::Unreadable { path, reason, is_folder } => {
                self.insert(&path, Entry::Unreadable { reason, is_folder });
            }
            FileState::Gone { path } if is_root(&path) => self.top.clear(),
            FileState::Gone { path } => drop(self.remove(&path)),
        }
    }

    fn folder(&self, path: &str) -> Option<&Entries> {
        if is_root(path) {
            return Some(&self.top);
        }
        match self.get(path)? {
            Entry::Folder(entries) => Some(entries),
            _ => None,
        }
    }
}

/// An iterator over a subtree in path order.
pub struct Walk<'a> {
    levels: Vec<(String, std::collections::btree_map::Iter<'a, String, Box<Entry>>)>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = (String, &'a Entry);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (folder, entries) = self.levels.last_mut()?;
            let Some((name, entry)) = entries.next() else {
                self.levels.pop();
                continue;
            };
            let path = join(folder, name);
            if let Entry::Folder(inner) = entry.as_ref() {
                self.levels.push((path.clone(), inner.iter()));
            }
            return Some((path, entry));
        }
    }
}

/// Where a shell found something.
pub fn path_of(state: &FileState) -> &str {
    match state {
        FileState::File { path, .. }
        | FileState::Folder { path }
        | FileState::Link { path }
        | FileState::Unreadable { path, .. }
        | FileState::Gone { path } => path,
    }
}

/// The path of a name in a folder.
pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The folder that holds a path; empty for the root.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Whether a path is another path or lies below it. Everything lies below the root.
pub fn within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn is_root(path: &str) -> bool {
    parts(path).next().is_none()
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

fn split(path: &str) -> Option<(impl Iterator<Item = &str>, &str)> {
    let path = path.trim_matches('/');
    (!path.is_empty()).then(|| (parts(parent(path)), name(path)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn file(path: &str, text: &str) -> FileState {
        FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn paths(tree: &Tree) -> Vec<String> {
        tree.walk("").map(|(path, _)| path).collect()
    }

    #[test]
    fn a_folder_takes_its_subtree_along() {
        let mut tree = Tree::default();
        for path in ["a/b/c", "a/b-x", "a.x", "d"] {
            assert!(tree.apply(file(path, path)));
            assert!(!tree.apply(file(path, path)));
        }
        assert_eq!(paths(&tree), ["a", "a/b", "a/b/c", "a/b-x", "a.x", "d"]);
        assert!(tree.rename("a/b", "e/f"));
        assert_eq!(paths(&tree), ["a", "a/b-x", "a.x", "d", "e", "e/f", "e/f/c"]);
        assert_eq!(tree.file("e/f/c"), Some("a/b/c".as_bytes()));
        assert!(tree.apply(FileState::Gone { path: "e".to_owned() }));
        assert_eq!(tree.walk("a").count(), 1);
        assert!(tree.apply(FileState::Gone { path: String::new() }));
        assert_eq!(tree, Tree::default());
    }

    #[test]
    fn what_is_found_replaces_what_was_there() {
        let mut tree = Tree::default();
        tree.apply(file("a", "1"));
        assert!(tree.apply(file("a/b", "2")), "a file that became a folder");
        assert!(!tree.apply(FileState::Folder { path: "a".to_owned() }), "a known folder keeps its entries");
        assert_eq!(paths(&tree), ["a", "a/b"]);
        assert!(tree.apply(FileState::Link { path: "a".to_owned() }));
        assert_eq!(paths(&tree), ["a"]);
        assert!(!tree.apply(FileState::Gone { path: "a/b".to_owned() }));
    }

    #[test]
    fn vanished_paths_are_the_topmost_known_ones_that_were_not_found() {
        let mut tree = Tree::default();
        for path in ["config.toml", "tasks/t1/a", "tasks/t1/b", "tasks/t2/t3/c", "tasks/t2/d", "trash/e"] {
            tree.apply(file(path, path));
        }
        let table: [(&str, &[&str], &[&str]); 6] = [
            (
                "",
                &["config.toml", "tasks", "tasks/t1", "tasks/t1/a", "tasks/t2"],
                &["tasks/t2/t3", "tasks/t2/d", "tasks/t1/b"],
            ),
            ("", &[], &["tasks", "config.toml"]),
            ("tasks/t2", &[], &["tasks/t2"]),
            ("tasks/t2", &["tasks/t2", "tasks/t2/d"], &["tasks/t2/t3"]),
            ("tasks/t9", &[], &[]),
            ("trash", &[], &[]),
        ];
        for (place, found, expected) in table {
            let vanished: BTreeSet<String> = tree.vanished(place, |path| found.contains(&path)).into_iter().collect();
            let expected = expected.iter().map(|path| (*path).to_owned()).collect();
            assert_eq!(vanished, expected, "{place:?} with {found:?}");
        }
    }

    #[test]
    fn a_name_that_begins_alike_is_not_within() {
        for (path, folder, expected) in
            [("a", "a", true), ("a/b", "a", true), ("ab", "a", false), ("a", "a/b", false), ("a", "", true)]
        {
            assert_eq!(within(path, folder), expected, "{path} in {folder}");
        }
    }
}
