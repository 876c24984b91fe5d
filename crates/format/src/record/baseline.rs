//! A named plan to compare with later.

use super::declaration::{Always, Day, Optional, Required, Tables, Time, new_record, read_record, record};
use crate::{Container, DataFile, Finding};

record! {
    /// A baseline as stored in its file.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Baseline {
        /// Its name.
        pub name: String = "name" as Required,
        /// RFC 3339, the time at which it was saved.
        pub created_at: String = "created_at" as Time,
        /// The tasks that had a date or an estimate.
        pub tasks: Vec<PlannedTask> = "tasks" as Always<Tables>,
    }
}

record! {
    /// The plan of a task.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct PlannedTask {
        /// The task's ID.
        pub id: String = "id" as Required,
        /// First day, `YYYY-MM-DD`.
        pub start_date: Option<String> = "start_date" as Day,
        /// Last day, inclusive.
        pub due_date: Option<String> = "due_date" as Day,
        /// Hours.
        pub estimate_hours: Option<f64> = "estimate_hours" as Optional,
    }
}

/// Reads a baseline, with findings for invalid values.
pub fn read_baseline(data: &DataFile) -> (Baseline, Vec<Finding>) {
    read_record(data)
}

/// Returns the data file of a new baseline.
pub fn new_baseline(baseline: &Baseline) -> DataFile {
    new_record(Container::Json, baseline)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Baseline, Vec<String>) {
        let data = DataFile::parse(Container::Json, text.as_bytes()).unwrap();
        let (baseline, findings) = read_baseline(&data);
        (baseline, findings.iter().map(|finding| format!("{}: {}", finding.key.join("."), finding.text)).collect())
    }

    #[test]
    fn read_baseline_returns_what_was_written() {
        let task = PlannedTask {
            id: "t1".to_owned(),
            start_date: Some("2026-12-01".to_owned()),
            due_date: Some("2026-12-04".to_owned()),
            estimate_hours: Some(8.0),
        };
        let bare = PlannedTask { id: "t2".to_owned(), ..PlannedTask::default() };
        let baseline = Baseline {
            name: "First".to_owned(),
            created_at: "2026-12-01T08:00:00+00:00".to_owned(),
            tasks: vec![task, bare],
        };
        let text = String::from_utf8(new_baseline(&baseline).render()).unwrap();
        assert_eq!(
            text,
            r#"{
  "name": "First",
  "created_at": "2026-12-01T08:00:00+00:00",
  "tasks": [
    {
      "id": "t1",
      "start_date": "2026-12-01",
      "due_date": "2026-12-04",
      "estimate_hours": 8.0
    },
    {
      "id": "t2"
    }
  ]
}"#
        );
        assert_eq!(read(&text), (baseline, Vec::new()));
    }

    #[test]
    fn read_baseline_reports_invalid_values() {
        let (baseline, findings) = read(
            r#"{"created_at": "yesterday", "tasks": [7, {"id": "t1", "start_date": "soon", "due_date": 4, "estimate_hours": "8"}, {"due_date": null}], "mine": 1}"#,
        );
        assert_eq!(
            findings,
            [
                "name: The key \"name\" is missing. Add it.",
                "created_at: \"yesterday\" is not a time of the form 2026-11-21T02:57:17Z.",
                "tasks.0: \"tasks.0\" must be a table, but it is a number. Correct or remove it.",
                "tasks.0.id: The key \"id\" is missing. Add it.",
                "tasks.1.start_date: \"soon\" is not a date of the form YYYY-MM-DD.",
                "tasks.1.due_date: \"tasks.1.due_date\" must be a string, but it is a number. Correct or remove it.",
                "tasks.1.estimate_hours: \"tasks.1.estimate_hours\" must be a number, but it is a string. Correct or remove it.",
                "tasks.2.id: The key \"id\" is missing. Add it.",
            ]
        );
        let ids: Vec<&str> = baseline.tasks.iter().map(|task| task.id.as_str()).collect();
        assert_eq!(ids, ["", "t1", ""]);
    }
}
