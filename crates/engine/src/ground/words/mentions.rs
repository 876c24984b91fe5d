//! The IDs of tasks that a text mentions, and the texts of a value.

use handoff_format::Value;

/// Returns the words of a text that may be IDs of tasks, in order. A number may be anything, such as
/// the minutes of a time, unless the text calls it a task.
pub fn mentioned_ids(text: &str) -> impl Iterator<Item = &str> {
    let is_id = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_');
    let words = text.split(move |character| !is_id(character)).map(|word| word.trim_matches(['.', '-', '_']));
    let mut before = "";
    words.filter(|word| !word.is_empty()).filter(move |word| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_called_task = before.eq_ignore_ascii_case("task") || before.eq_ignore_ascii_case("tasks");
        before = word;
        !is_number || is_called_task
    })
}

/// Returns whether a text is the ID of a task or mentions it.
pub(crate) fn mentions(text: &str, id: &str) -> bool {
    text == id || (text.contains(id) && mentioned_ids(text).any(|word| word == id))
}

/// Adds every text at any depth, except keys.
pub(crate) fn collect_texts<'v>(value: &'v Value, into: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(list) => list.iter().for_each(|inner| collect_texts(inner, into)),
        Value::Object(members) => members.values().for_each(|inner| collect_texts(inner, into)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn mentions_finds_whole_ids_only() {
        for (text, id, expected) in [
            ("t1", "t1", true),
            ("Finish t1, then t2.", "t1", true),
            ("Finish t1, then t2.", "t2", true),
            ("t1.2 is next", "t1", false),
            ("(t1.2)", "t1.2", true),
            ("st1", "t1", false),
            ("t10", "t1", false),
            ("feat-login.sso: keys", "feat-login.sso", true),
            ("feat-login.sso: keys", "feat-login", false),
            ("at 10:05", "05", false),
            ("Task 05 waits", "05", true),
            ("05", "05", true),
            ("\u{6f6e}t1\u{6c50}", "t1", true),
            ("", "t1", false),
        ] {
            assert_eq!(mentions(text, id), expected, "{id} in {text}");
        }
    }
}
