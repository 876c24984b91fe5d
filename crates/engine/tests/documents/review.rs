//! The review of a document.

use handoff_protocol::Command;
use serde_json::{Value, json};

use super::{change, done, refusal, section, text, with_edited};
use crate::support::Bench;

fn verify(act: &Value) -> Command {
    change(&json!({"kind": "verify", "id": "doc-1", "act": act}))
}

fn check(items: &Value) -> Command {
    verify(&json!({"kind": "check", "items": items, "reviewer": "user", "notes": "ok"}))
}

/// Returns the state of the review, and how far each item is.
fn shown(bench: &Bench) -> (String, Vec<String>) {
    let documents = bench.engine.reader().documents();
    let document = &documents.all()[0];
    let review = document.verification().expect("a review");
    assert_eq!(review.status, review.overall());
    let sections = document.sections();
    let item = |item: &handoff_engine::documents::VerificationItem| {
        let seq = item.fragment_seq.map_or("-".to_owned(), |seq| seq.to_string());
        format!("{seq} {} {}", item.heading, item.visual_state(&sections))
    };
    (review.status.clone(), review.items.iter().map(item).collect())
}

fn section_item(seq: u32) -> Value {
    json!([{"kind": "section", "seq": seq}])
}

#[test]
fn review_goes_from_pending_to_verified() {
    let mut bench = with_edited();
    done(&mut bench, &verify(&json!({"kind": "generate", "skipSeqs": [1]})));
    assert_eq!(
        shown(&bench),
        (
            "in_review".to_owned(),
            ["0  skipped", "1 Old skipped", "2 One untouched", "3 Two untouched"].map(str::to_owned).into()
        )
    );
    done(
        &mut bench,
        &verify(&json!({"kind": "setRefs", "seq": 2, "implRefs": [{"path": "src/a.rs", "lines": "1-2"}]})),
    );
    assert_eq!(shown(&bench).1[2], "2 One in_progress");
    done(&mut bench, &verify(&json!({"kind": "addItem", "seq": 3, "text": "is fast"})));
    done(&mut bench, &verify(&json!({"kind": "addItem", "text": "looks right"})));
    done(&mut bench, &check(&section_item(2)));
    done(
        &mut bench,
        &check(&json!([{"kind": "part", "seq": 3, "index": 0}, {"kind": "label", "label": "looks right"}])),
    );
    let verified = ["0  skipped", "1 Old skipped", "2 One verified", "3 Two verified", "- looks right verified"];
    assert_eq!(shown(&bench), ("verified".to_owned(), verified.map(str::to_owned).into()));
    let file = text(&bench, "docs/_doc.old.md");
    assert!(
        file.contains("  impl_refs:\n    - path: src/a.rs\n      lines: 1-2\n")
            || file.contains("    impl_refs:\n    - path: src/a.rs\n      lines: 1-2\n"),
        "{file}"
    );

    done(&mut bench, &section(2, "## One\n\nNew words.\n\n", None));
    assert_eq!(shown(&bench).1[2], "2 One stale");
    done(&mut bench, &verify(&json!({"kind": "skip", "item": {"kind": "section", "seq": 2}})));
    assert_eq!(shown(&bench).1[2], "2 One skipped");

    done(&mut bench, &section(1, "", None));
    done(&mut bench, &verify(&json!({"kind": "sync"})));
    assert_eq!(shown(&bench).1, ["0  skipped", "1 One skipped", "2 Two verified", "- looks right verified"]);
}

#[test]
fn check_without_items_verifies_what_is_pending() {
    let mut bench = with_edited();
    done(&mut bench, &verify(&json!({"kind": "generate", "skipSeqs": [3]})));
    done(&mut bench, &verify(&json!({"kind": "addItem", "seq": 2, "text": "is fast"})));
    done(&mut bench, &check(&json!([])));
    assert_eq!(shown(&bench).1, ["0  skipped", "1 Old verified", "2 One verified", "3 Two skipped"]);
}

#[test]
fn impossible_reviews_are_refused() {
    let generate = verify(&json!({"kind": "generate", "skipSeqs": []}));
    let mut bench = with_edited();
    assert!(refusal(&mut bench, &check(&json!([]))).starts_with("old has no review. Create one"));
    done(&mut bench, &generate);
    for (command, expected) in [
        (generate, "old already has a review."),
        (check(&section_item(9)), "The review of old has no item 9."),
        (check(&json!([{"kind": "part", "seq": 2, "index": 0}])), "The review of old has no item 2.0."),
        (check(&json!([{"kind": "label", "label": "x"}])), "The review of old has no item x."),
        (verify(&json!({"kind": "check", "items": [], "reviewer": "me"})), "me is not one of ai, user."),
        (verify(&json!({"kind": "addItem", "text": " "})), "An item of a review needs a text."),
    ] {
        let refused = refusal(&mut bench, &command);
        assert!(refused.starts_with(expected), "{refused} is not {expected}");
    }
    let odd = text(&bench, "docs/_doc.old.md").replace("status: pending", "status: maybe");
    let path = "docs/_doc.old.md".to_owned();
    bench.feed(vec![handoff_protocol::FileState::File { path, bytes: odd.into_bytes() }]);
    assert!(refusal(&mut bench, &check(&json!([]))).starts_with("The review of old has a form that cannot be read."));
}
