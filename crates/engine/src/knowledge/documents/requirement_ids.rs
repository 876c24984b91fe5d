//! The IDs of new requirements.
//!
//! An ID is a start that the document gives and a rest that the text gives, such as `C01-FR-002`. The
//! rules are those of `handoff-mcp`, so that both give the same ID to the same text.

use std::collections::BTreeSet;

use super::Verification;

/// Words that begin an ID inside a text, before a number.
const KINDS: [&str; 8] = ["FR", "NFR", "REQ", "CR", "TR", "SR", "UC", "TC"];
/// Maximum number of bytes of words that are used as an ID.
const MAX_WORDS: usize = 40;

impl Verification {
    /// Gives an ID to those of some requirements, by section and index, that have none.
    /// `used` are the IDs of all documents. Returns how many have got one, and the IDs that differ from
    /// their text because another requirement has that ID.
    pub(crate) fn name_parts(
        &mut self,
        slug: &str,
        used: &mut BTreeSet<String>,
        parts: &[(u32, u32)],
    ) -> (usize, Vec<String>) {
        let (mut count, mut changed) = (0, Vec::new());
        for item in &mut self.items {
            let seq = item.fragment_seq;
            for part in item.sub_items.iter_mut().flatten() {
                let is_wanted = seq.is_some_and(|seq| parts.contains(&(seq, part.index)));
                if !is_wanted || part.stable_id().is_some_and(|id| !id.is_empty()) {
                    continue;
                }
                let wanted = format!("{}-{}", start_of(slug), rest_of(&part.description));
                let free = (2_u32..).map(|number| format!("{wanted}-{number}"));
                let Some(id) = std::iter::once(wanted.clone()).chain(free).find(|id| !used.contains(id)) else {
                    continue;
                };
                if id != wanted {
                    changed.push(id.clone());
                }
                used.insert(id.clone());
                part.set([("stable_id", Some(id.into()))]);
                count += 1;
            }
        }
        (count, changed)
    }
}

/// Returns what all requirements of a document begin with: `C01` for `req-c01-login`, else the slug in
/// capitals.
fn start_of(slug: &str) -> String {
    let code = slug.strip_prefix("req-").and_then(|rest| rest.split('-').next());
    let is_code = |code: &&str| {
        let digits = code.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        !digits.is_empty() && digits.len() < code.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    code.filter(is_code).unwrap_or(slug).to_uppercase()
}

/// Returns what a requirement's text gives: the ID or the number that it begins with, else its words.
fn rest_of(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default().trim_end_matches([':', '.', '：']);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty();
    let is_known = first.split_once('-').is_some_and(|(kind, number)| KINDS.contains(&kind) && is_number(number));
    if is_known || first.split('.').all(is_number) {
        return first.to_owned();
    }
    let parts = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = String::new();
    for word in parts.map(str::to_lowercase) {
        let separator = if words.is_empty() { "" } else { "-" };
        if words.len() + separator.len() + word.len() > MAX_WORDS {
            break;
        }
        words.push_str(separator);
        words.push_str(&word);
    }
    if words.is_empty() { "item".to_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::{Verification, rest_of, start_of};

    #[test]
    fn ids_follow_slug_and_text() {
        for (slug, expected) in
            [("req-c01-login", "C01"), ("req-login", "REQ-LOGIN"), ("sign-in", "SIGN-IN"), ("req-12", "REQ-12")]
        {
            assert_eq!(start_of(slug), expected);
        }
        for (text, expected) in [
            ("FR-001: Sign in", "FR-001"),
            ("2.1.1 外形", "2.1.1"),
            ("2. Second", "2"),
            ("A-1 pin header", "a-1-pin-header"),
            ("FR-x of it", "fr-x-of-it"),
            ("形状=八面体", "形状-八面体"),
            ("!!", "item"),
            ("word word word word word word word word word", "word-word-word-word-word-word-word-word"),
        ] {
            assert_eq!(rest_of(text), expected, "{text}");
        }
    }

    #[test]
    fn only_unnamed_parts_get_a_free_id() {
        let items = json!([{"fragment_seq": 1, "sub_items": [
            {"index": 0, "description": "FR-1 a", "stable_id": "OWN"},
            {"index": 1, "description": "FR-1 b"},
            {"index": 2, "description": "FR-1 c"},
        ]}]);
        let mut review = Verification::read(&json!({"items": items})).unwrap();
        let mut used: BTreeSet<String> = ["C01-FR-1".to_owned()].into();
        let all = [(1, 0), (1, 1), (1, 2)];
        let one = review.name_parts("req-c01-a", &mut used, &[(1, 2)]);
        assert_eq!(one, (1, vec!["C01-FR-1-2".to_owned()]));
        let rest = review.name_parts("req-c01-a", &mut used, &all);
        assert_eq!(rest, (1, vec!["C01-FR-1-3".to_owned()]));
        assert_eq!(review.name_parts("req-c01-a", &mut used, &all), (0, Vec::new()));
        let ids: Vec<_> = review.items[0].parts().iter().map(|part| part.stable_id().unwrap()).collect();
        assert_eq!(ids, ["OWN", "C01-FR-1-3", "C01-FR-1-2"]);
    }
}
