//! Properties of changes of sections.

use handoff_protocol::FileState;
use proptest::prelude::*;

use super::{section, with_edited};

const FRONT: &str =
    "---\nid: doc-1\ntitle: T\ndoc_type: note\ncreated_at: c\nupdated_at: u\nown: [1,  2] # mine\n---\n";

proptest! {
    #[test]
    fn a_changed_section_keeps_all_other_bytes(
        lines in prop::collection::vec(
            prop::sample::select(vec!["# a", "## b", "### c", "text", "", "```", "> # q", "é 潮", "<!--", "-->", "    # x"]),
            0..12,
        ),
        seq in 0_u32..6,
        new in prop::sample::select(vec!["", "## new", "## new\n\nwords\n", "plain"]),
        has_returns in any::<bool>(),
    ) {
        let line_end = if has_returns { "\r\n" } else { "\n" };
        let body = lines.join(line_end);
        let new = new.replace('\n', line_end);
        let mut bench = with_edited();
        let bytes = format!("{FRONT}{body}").into_bytes();
        bench.feed(vec![FileState::File { path: "docs/_doc.old.md".to_owned(), bytes }]);
        let documents = bench.engine.reader().documents();
        let old = documents.with_id("doc-1").unwrap();
        let sections = old.sections();
        let Some(changed) = sections.iter().find(|section| section.seq == seq) else { return Ok(()) };
        let is_done = bench.run(&section(seq, &new, None)).is_ok();
        prop_assert!(is_done);
        let documents = bench.engine.reader().documents();
        let body_now = &documents.with_id("doc-1").unwrap().page.body;
        let before = body.get(..changed.start).unwrap();
        let after = body.get(changed.start + changed.text.len()..).unwrap();
        prop_assert!(body_now.starts_with(&format!("{before}{new}")), "{}", body_now);
        prop_assert!(body_now.ends_with(after), "{}", body_now);
        let gap = body_now.get(before.len() + new.len()..body_now.len() - after.len()).unwrap();
        prop_assert!(gap.chars().all(|character| matches!(character, '\n' | '\r')), "{}", body_now);
        let file = String::from_utf8(bench.tree.file("docs/_doc.old.md").unwrap().to_vec()).unwrap();
        prop_assert!(file.contains("own: [1,  2] # mine\n"), "{}", file);
    }
}
