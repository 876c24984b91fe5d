use std::collections::BTreeSet;

use super::*;

fn file(path: &str, text: &str) -> FileState {
    FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn paths(tree: &Tree) -> Vec<String> {
    tree.walk("").map(|(path, _)| path).collect()
}

#[test]
fn moving_and_removing_a_folder_includes_its_subtree() {
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
fn apply_replaces_the_entry_at_a_path() {
    let mut tree = Tree::default();
    tree.apply(file("a", "1"));
    assert!(tree.apply(file("a/b", "2")), "a file that became a folder");
    assert!(!tree.apply(FileState::Folder { path: "a".to_owned() }), "an existing folder keeps its entries");
    assert_eq!(paths(&tree), ["a", "a/b"]);
    assert!(tree.apply(FileState::Link { path: "a".to_owned() }));
    assert_eq!(paths(&tree), ["a"]);
    assert!(!tree.apply(FileState::Gone { path: "a/b".to_owned() }));
}

#[test]
fn vanished_returns_the_topmost_paths_that_are_not_on_disk() {
    let mut tree = Tree::default();
    for path in ["config.toml", "tasks/t1/a", "tasks/t1/b", "tasks/t2/t3/c", "tasks/t2/d", "trash/e"] {
        tree.apply(file(path, path));
    }
    let table: [(&str, &[&str], &[&str]); 9] = [
        (
            "",
            &["config.toml", "tasks", "tasks/t1", "tasks/t1/a", "tasks/t2"],
            &["tasks/t2/t3", "tasks/t2/d", "tasks/t1/b"],
        ),
        ("", &[], &["tasks", "config.toml"]),
        ("tasks/t2", &[], &["tasks/t2"]),
        ("tasks/t2", &["tasks/t2", "tasks/t2/d"], &["tasks/t2/t3"]),
        ("tasks/t9", &[], &[]),
        (
            "",
            &[
                "config.toml",
                "tasks",
                "tasks/t1",
                "tasks/t1/a",
                "tasks/t1/b",
                "tasks/t2",
                "tasks/t2/d",
                "tasks/t2/t3",
                "tasks/t2/t3/c",
            ],
            &[],
        ),
        ("trash/e", &[], &[]),
        ("trash", &[], &["trash"]),
        ("trash", &["trash"], &["trash/e"]),
    ];
    for (root, on_disk, expected) in table {
        let vanished: BTreeSet<String> = tree.find_vanished(root, |path| on_disk.contains(&path)).into_iter().collect();
        let expected = expected.iter().map(|path| (*path).to_owned()).collect();
        assert_eq!(vanished, expected, "{root:?} with {on_disk:?}");
    }
}

#[test]
fn within_compares_whole_path_parts() {
    for (path, folder, expected) in
        [("a", "a", true), ("a/b", "a", true), ("ab", "a", false), ("a", "a/b", false), ("a", "", true)]
    {
        assert_eq!(within(path, folder), expected, "{path} in {folder}");
    }
}
