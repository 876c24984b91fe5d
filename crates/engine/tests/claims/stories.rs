//! Stories of several actors, as tables: who asks for what when, and what is answered.

use super::{CLAIM_T1, NEXT, RELEASE_T1, RELEASE_T3, RENEW, TAKE_T1};

const RELEASE_ALL: &str = r#"{"kind":"releaseTasks","ids":[]}"#;

/// Requests with their minute, actor, expected answer and holders afterwards.
pub type Steps = &'static [(i64, &'static str, &'static str, &'static str, &'static str)];

pub const STORIES: &[(&str, Steps)] = &[
    (
        "a claim is refused until it is released",
        &[
            (0, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (3, "codex/2", CLAIM_T1, "Held: t1 is held by codex, heard 3 min ago.", "t1 codex/1"),
            (3, "Ana", CLAIM_T1, "Held: t1 is held by codex, heard 3 min ago.", "t1 codex/1"),
            (
                3,
                "codex/2",
                RELEASE_T1,
                "NotHolder: t1 is held by codex, heard 3 min ago. Only its holder or a person can release it.",
                "t1 codex/1",
            ),
            (4, "codex/1", CLAIM_T1, "Kept holding t1 “A”", "t1 codex/1"),
            (4, "codex/1", RELEASE_T1, "Released t1 “A”", ""),
            (5, "codex/2", CLAIM_T1, "Claimed t1 “A”", "t1 codex/2"),
            (5, "Ana", RELEASE_T1, "Released t1 “A”", ""),
            (5, "Ana", RELEASE_ALL, "Released nothing, since no task was held", ""),
        ],
    ),
    (
        "a claim is taken over, and its holder does not get it back unasked",
        &[
            (0, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (1, "Ana", TAKE_T1, "Took t1 “A” over from codex", "t1 Ana"),
            (2, "codex/1", RENEW, "Renewed claims", "t1 Ana"),
            (2, "codex/1", RELEASE_ALL, "Released nothing, since no task was held", "t1 Ana"),
            (2, "codex/1", TAKE_T1, "Took t1 “A” over from Ana", "t1 codex/1"),
        ],
    ),
    (
        "next offers what nobody else holds",
        &[
            (0, "codex/1", NEXT, "Claimed t1 “A”", "t1 codex/1"),
            (0, "codex/1", CLAIM_T1, "Kept holding t1 “A”", "t1 codex/1"),
            // A conversation may have subagents: it never gets a task twice without naming it.
            (0, "codex/1", NEXT, "Claimed t3 “C”", "t1 codex/1, t3 codex/1"),
            (0, "codex/1", RELEASE_T3, "Released t3 “C”", "t1 codex/1"),
            (0, "codex/2", NEXT, "Claimed t3 “C”", "t1 codex/1, t3 codex/2"),
            (
                0,
                "codex/3",
                NEXT,
                "BadCommand: There is no task to begin or to go on with that nobody holds.",
                "t1 codex/1, t3 codex/2",
            ),
            (16, "codex/3", NEXT, "Claimed t1 “A”", "t1 codex/3"),
        ],
    ),
    (
        "actors without a conversation are offered different tasks",
        &[
            (0, "codex/", NEXT, "Claimed t1 “A”", "t1 codex"),
            (0, "codex/", NEXT, "Claimed t3 “C”", "t1 codex, t3 codex"),
            (0, "codex/", RELEASE_ALL, "Released 2 tasks", ""),
        ],
    ),
    (
        "an agent that begins claims, and a finished task is released",
        &[
            (
                0,
                "codex/1",
                r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#,
                "Set t1 “A” to in_progress",
                "t1 codex/1",
            ),
            (
                1,
                "codex/1",
                r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"blocked"}}"#,
                "Set t1 “A” to blocked",
                "t1 codex/1",
            ),
            (
                2,
                "codex/2",
                r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#,
                "Set t1 “A” to in_progress | t1 is held by codex, heard 2 min ago.",
                "t1 codex/1",
            ),
            (
                3,
                "codex/1",
                r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"review"}}"#,
                "Set t1 “A” to review and changed other fields",
                "",
            ),
            (
                4,
                "Ana",
                r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#,
                "Set t1 “A” to in_progress",
                "",
            ),
            (5, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (
                5,
                "codex/1",
                r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"todo"}}"#,
                "Set t1 “A” to todo",
                "",
            ),
            (5, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (6, "Ana", r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"done"}}"#, "Set t1 “A” to done", ""),
            (
                7,
                "codex/1",
                CLAIM_T1,
                "BadCommand: t1 is done, so it cannot be claimed. Set it to another status first.",
                "",
            ),
            (
                8,
                "codex/1",
                r#"{"kind":"changeTasks","tasks":[{"id":"t9","fields":{"title":"New","status":"in_progress"}}]}"#,
                "Created t9 “New”",
                "t9 codex/1",
            ),
            (9, "Ana", r#"{"kind":"deleteTasks","ids":["t9"]}"#, "Deleted t9 “New”", ""),
        ],
    ),
    (
        "a claim ends 15 minutes after it was renewed last",
        &[
            (0, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (10, "codex/1", RENEW, "Renewed claims", "t1 codex/1"),
            (25, "codex/2", CLAIM_T1, "Held: t1 is held by codex, heard 15 min ago.", "t1 codex/1"),
            (26, "codex/2", RELEASE_T1, "Released t1 “A”", ""),
        ],
    ),
    (
        "a holder that is heard of again keeps a claim that nobody has taken",
        &[
            (0, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (20, "Ana", RENEW, "Renewed claims", ""),
            (20, "codex/1", RENEW, "Renewed claims", "t1 codex/1"),
        ],
    ),
    (
        "a clock that was set back ends no claim at once, and prolongs none for long",
        &[
            (0, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (-10, "codex/2", CLAIM_T1, "Held: t1 is held by codex, heard just now.", "t1 codex/1"),
            (-10, "codex/1", RENEW, "Renewed claims", "t1 codex/1"),
            (-40, "codex/2", CLAIM_T1, "Claimed t1 “A”", "t1 codex/2"),
        ],
    ),
    (
        "what cannot be claimed",
        &[
            (
                0,
                "codex/1",
                r#"{"kind":"claimTask","id":"t8","takeOver":false}"#,
                "UnknownTask: There is no task t8.",
                "",
            ),
            (
                0,
                "codex/1",
                r#"{"kind":"claimTask","id":"t4","takeOver":true}"#,
                "BadCommand: t4 is done, so it cannot be claimed. Set it to another status first.",
                "",
            ),
            (0, "codex/1", r#"{"kind":"releaseTasks","ids":["t8"]}"#, "UnknownTask: There is no task t8.", ""),
            (0, "codex/1", RELEASE_T1, "Released nothing, since no task was held", ""),
            (0, "codex/1", CLAIM_T1, "Claimed t1 “A”", "t1 codex/1"),
            (0, "codex/1", r#"{"kind":"releaseTasks","ids":["t1","t1"]}"#, "Released t1 “A”", ""),
        ],
    ),
];
