//! The filter of a report, written as `key=value`.

use handoff_protocol::{Filter, Priority, Status};

use crate::InvalidArgument;

/// The sentence about conditions that cannot be read.
const TAKES: &str = "a list of conditions such as \"assignee=maya\", with one of the keys assignee, label, milestone, \
                     status, priority, overdue and text. Several values of a key are alternatives; nothing after = means none";

/// Parses the conditions of a filter. Several values of a key are alternatives.
pub(crate) fn parse_filter(conditions: &[String]) -> Result<Filter, InvalidArgument> {
    let mut filter = Filter::default();
    for condition in conditions {
        let invalid = || InvalidArgument::new("filter", TAKES);
        let (key, value) = condition.split_once('=').ok_or_else(invalid)?;
        match key.trim() {
            "assignee" => filter.assignees.push(value.to_owned()),
            "label" => filter.labels.push(value.to_owned()),
            "milestone" => filter.milestones.push(value.to_owned()),
            "status" => filter.statuses.push(Status::from_name(value).ok_or_else(invalid)?),
            "priority" if value.is_empty() => filter.priorities.push(None),
            "priority" => filter.priorities.push(Some(Priority::from_name(value).ok_or_else(invalid)?)),
            "overdue" => filter.overdue = value.parse().map_err(|_| invalid())?,
            "text" => value.clone_into(&mut filter.text),
            _ => return Err(invalid()),
        }
    }
    Ok(filter)
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Priority, Status};

    use super::parse_filter;

    fn parse(conditions: &[&str]) -> Result<handoff_protocol::Filter, String> {
        let conditions: Vec<String> = conditions.iter().map(|text| (*text).to_owned()).collect();
        parse_filter(&conditions).map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn conditions_become_a_filter() {
        let filter = parse(&[
            "assignee=maya",
            "assignee=",
            "label=a=b",
            "milestone=M 1",
            "status=in_progress",
            "priority=",
            "overdue=true",
            "text=two words",
        ])
        .unwrap();
        assert_eq!(filter.assignees, ["maya", ""]);
        assert_eq!(filter.labels, ["a=b"]);
        assert_eq!(filter.milestones, ["M 1"]);
        assert_eq!(filter.statuses, [Status::InProgress]);
        assert_eq!(filter.priorities, [None]);
        assert!(filter.overdue);
        assert_eq!(filter.text, "two words");
        assert_eq!(parse(&["priority=high"]).unwrap().priorities, [Some(Priority::High)]);
    }

    #[test]
    fn other_conditions_are_refused() {
        for condition in ["maya", "owner=maya", "status=finished", "priority=urgent", "overdue=", "overdue=maybe"] {
            let sentence = parse(&[condition]).unwrap_err();
            assert!(
                sentence.starts_with("The argument filter must be a list of conditions"),
                "{condition}: {sentence}"
            );
        }
    }
}
