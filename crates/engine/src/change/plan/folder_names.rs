//! The names in folders that some file systems take for one.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::ground::case_fold::{fold_name, is_same_name};
use crate::ground::tree::Tree;

/// The names in a folder by their folded form.
type NamesByForm = BTreeMap<String, Vec<String>>;

/// The folders that were asked for, with their names from the second question on.
#[derive(Default)]
pub(crate) struct FolderNames(RefCell<BTreeMap<String, Option<NamesByForm>>>);

impl FolderNames {
    /// Returns the names in a folder that are the same as a name for some file systems. The tree must be the same
    /// at each question.
    pub(crate) fn same_as(&self, tree: &Tree, folder: &str, name: &str) -> Vec<String> {
        let names = || tree.children(folder).map(|(other, _)| other);
        let mut folders = self.0.borrow_mut();
        let Some(known) = folders.get_mut(folder) else {
            // Most changes ask once, and folding thousands of names takes longer than comparing them.
            folders.insert(folder.to_owned(), None);
            return names().filter(|other| is_same_name(other, name)).map(str::to_owned).collect();
        };
        let by_form = known.get_or_insert_with(|| {
            let mut by_form = NamesByForm::new();
            for other in names() {
                by_form.entry(fold_name(other)).or_default().push(other.to_owned());
            }
            by_form
        });
        by_form.get(&fold_name(name)).cloned().unwrap_or_default()
    }
}
