//! Links to tasks, parents and children, which are changed at both ends.

use handoff_protocol::Command;
use serde_json::json;

use super::{JSON, TOML, change, create, done, refusal, text, update, with_edited};
use crate::support::Bench;

/// Returns the links of a task to documents, as `target label`.
fn links(bench: &Bench, id: &str) -> Vec<String> {
    let task = bench.engine.reader().task(id).unwrap_or_else(|_| panic!("no {id}"));
    let links = task.fields().task_links.iter().filter(|link| link.link_type == "doc");
    links.map(|link| format!("{} {}", link.target, link.label.clone().unwrap_or_default())).collect()
}

#[test]
fn task_links_follow_the_list_of_the_document() {
    for project in [JSON, TOML] {
        let mut bench = Bench::from_text(project);
        let (ids, warnings) =
            done(&mut bench, &create("a", "# A\n", &json!({"title": "A", "taskIds": ["t1", "t1", "t404"]})));
        let id = &ids[0];
        assert_eq!(links(&bench, "t1"), [format!("{id} A")]);
        assert!(warnings[0].starts_with("The document names the task t404, which cannot be linked"), "{warnings:?}");
        assert!(text(&bench, "docs/_doc.a.md").contains("task_ids:\n- t1\n- t404\n"));
        done(&mut bench, &update(id, &json!({"taskIds": ["t2"]})));
        assert_eq!((links(&bench, "t1").len(), links(&bench, "t2").len()), (0, 1));
        done(&mut bench, &Command::Undo {});
        assert_eq!((links(&bench, "t1").len(), links(&bench, "t2").len()), (1, 0));
    }
}

#[test]
fn delete_removes_links_and_keeps_the_file_in_the_trash() {
    let mut bench = with_edited();
    let (ids, _) = done(&mut bench, &create("p", "# P\n", &json!({"title": "P", "taskIds": ["t1"]})));
    let parent = &ids[0];
    done(&mut bench, &update("doc-1", &json!({"parentId": parent})));
    let before = bench.tree.clone();
    done(&mut bench, &change(&json!({"kind": "delete", "id": parent})));
    assert!(text(&bench, "docs/_doc.old.md").contains("parent_id: null\n"));
    assert_eq!(links(&bench, "t1"), [""; 0]);
    let is_in_trash = |path: &str| path.starts_with("trash/") && path.ends_with("_doc.p.md");
    assert!(bench.tree.walk("").any(|(path, _)| is_in_trash(&path)));
    done(&mut bench, &Command::Undo {});
    for path in ["docs/_doc.p.md", "docs/_doc.old.md", "tasks/t1-a/_task.todo.json"] {
        assert_eq!(bench.tree.file(path), before.file(path), "{path}");
    }
}

#[test]
fn families_are_changed_at_both_ends() {
    let mut bench = with_edited();
    let documents = json!([
        {"slug": "p", "body": "# P\n", "patch": {"title": "P"}},
        {"slug": "q", "body": "# Q\n", "patch": {"title": "Q"}},
    ]);
    let (ids, _) = done(&mut bench, &change(&json!({"kind": "create", "documents": documents})));
    let children =
        |bench: &Bench, slug: &str| bench.engine.reader().documents().find(slug).unwrap().page.children.clone();
    done(&mut bench, &update("doc-1", &json!({"parentId": ids[0]})));
    assert_eq!(children(&bench, "p"), ["doc-1"]);
    done(&mut bench, &update("doc-1", &json!({"parentId": ids[1]})));
    assert_eq!((children(&bench, "p").len(), children(&bench, "q")), (0, vec!["doc-1".to_owned()]));
    let refused = refusal(&mut bench, &update(&ids[1], &json!({"parentId": "doc-1"})));
    assert!(refused.contains("cannot be the parent"), "{refused}");
    refusal(&mut bench, &update(&ids[1], &json!({"parentId": ids[1]})));
    let (_, warnings) = done(&mut bench, &update("doc-1", &json!({"parentId": "doc-404"})));
    assert_eq!(warnings, ["There is no document doc-404. The document refers to it anyway."]);
    assert_eq!(children(&bench, "q"), [""; 0]);
    done(&mut bench, &update("doc-1", &json!({"parentId": ""})));
    assert!(text(&bench, "docs/_doc.old.md").contains("parent_id: null\n"));
}
