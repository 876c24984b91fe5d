//! Problems of values in a unit that no program uses any more: `max_utilization` as a fraction.

use handoff_format::Calendar;
use handoff_protocol::{Command, ConfigChange, Position, Problem, ProblemCode, Repair, Text};

use crate::Project;
use crate::analysis::problems::{ProblemEntry, severity};
use crate::analysis::schedule::MIN_UTILIZATION;
use crate::ground::texts;
use crate::model::CONFIG;

const KEY: &str = "max_utilization";

pub(crate) fn problems(project: &Project) -> Vec<ProblemEntry> {
    let config = project.model.config.values();
    let people = config.assignees.iter().map(|(key, one)| (vec!["assignees", key.as_str(), KEY], &one.calendar));
    let calendars = [(vec!["calendar", KEY], &config.calendar)].into_iter().chain(people);
    calendars.filter_map(|(key, calendar)| fraction(&key, calendar)).collect()
}

/// Returns the problem of a fraction, with a repair that writes the percentage which it stands for.
fn fraction(key: &[&str], calendar: &Calendar) -> Option<ProblemEntry> {
    let percent = calendar.utilization_percent().filter(|_| calendar.has_fraction())?.round();
    let key: Vec<String> = key.iter().map(|part| (*part).to_owned()).collect();
    let value = calendar.max_utilization.unwrap_or_default().to_string();
    let args = [("key", key.join(".")), ("value", value), ("percent", percent.to_string())];
    let change = ConfigChange { key: key.clone(), value: percent.into(), seen: None };
    let repair = Repair {
        title: Text::with(texts::REPAIR_FRACTION, args.clone()),
        command: Command::UpdateConfig { changes: vec![change] },
        proposed: true,
    };
    let problem = Problem {
        code: ProblemCode::WrongType,
        severity: severity(ProblemCode::WrongType),
        path: CONFIG.to_owned(),
        position: Position::default(),
        task: None,
        text: Text::with(texts::FRACTION, args),
        cost: None,
        repairs: if percent >= MIN_UTILIZATION { vec![repair] } else { Vec::new() },
    };
    Some(ProblemEntry { problem, position: None, key })
}
