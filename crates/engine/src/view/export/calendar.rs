//! An iCalendar file, RFC 5545, with the relations of RFC 9253.
//!
//! It is a plain calendar without a METHOD, which would ask for an organizer. A task with a date is an event of whole days, since that is all that Google's, Apple's and Microsoft's calendars take in; one without is a
//! to-do, for programs that know these. Organizers and attendees need mail addresses, so an assignee stands in CONTACT, and, for calendars that
//! do not show that, in the first line of the description. What iCalendar has no word for is in properties that begin with X-HANDOFF.

use handoff_format::{date_of, note_stamp};
use handoff_protocol::{DependencyKind, Priority, Status};

use super::{Line, Plan};
use crate::calendar::Day;
use crate::fingerprint::fingerprint;
use crate::moment::instant;
use crate::number;

/// Octets of a line without its break.
const WIDTH: usize = 75;

pub(super) fn write(plan: &Plan<'_>) -> String {
    let config = plan.project.model.config.values();
    let mut file = File { text: String::new(), stamp: stamp(plan.context.now) };
    file.plain("BEGIN", "VCALENDAR");
    file.plain("VERSION", "2.0");
    file.plain("PRODID", "-//Handoff//Handoff//EN");
    file.text("X-WR-CALNAME", &config.name);
    let uids: Vec<String> = plan.lines.iter().map(|line| uid(&config.name, line)).collect();
    for (position, line) in plan.lines.iter().enumerate() {
        file.task(plan, position, line, &uids);
    }
    for goal in &plan.chart.milestones {
        file.plain("BEGIN", "VEVENT");
        file.identity(&named(["milestone", &config.name, &goal.name]));
        file.days(goal.day, goal.day);
        file.text("SUMMARY", &goal.name);
        let about = config.milestones.iter().find(|(name, _)| *name == goal.name);
        file.text("DESCRIPTION", about.and_then(|(_, about)| about.description.as_deref()).unwrap_or_default());
        file.plain("TRANSP", "TRANSPARENT");
        file.plain("END", "VEVENT");
    }
    file.plain("END", "VCALENDAR");
    file.text
}

/// The same for a task whenever it is written: of its id and the moment when it came to be, else the project's name.
fn uid(project: &str, line: &Line<'_>) -> String {
    let created = line.task.shown.task.created_at.as_deref().filter(|moment| !moment.is_empty());
    named(["task", created.unwrap_or(project), &line.row.key])
}

fn named(parts: [&str; 3]) -> String {
    fingerprint(&parts.join("\0")) + "@handoff"
}

/// A moment in UTC, `20261121T025717Z`.
fn stamp(milliseconds: i64) -> String {
    note_stamp(milliseconds).replace(['-', ':'], "") + "Z"
}

fn relation(kind: DependencyKind) -> &'static str {
    match kind {
        DependencyKind::FinishToStart => "FINISHTOSTART",
        DependencyKind::StartToStart => "STARTTOSTART",
        DependencyKind::FinishToFinish => "FINISHTOFINISH",
        DependencyKind::StartToFinish => "STARTTOFINISH",
    }
}

struct File {
    text: String,
    stamp: String,
}

impl File {
    fn task(&mut self, plan: &Plan<'_>, position: usize, line: &Line<'_>, uids: &[String]) {
        let (row, record) = (line.row, &line.task.shown.task);
        let kind = if line.days().is_some() { "VEVENT" } else { "VTODO" };
        self.plain("BEGIN", kind);
        self.identity(uids.get(position).map_or("", String::as_str));
        for (name, moment) in [("CREATED", &record.created_at), ("LAST-MODIFIED", &record.updated_at)] {
            if let Some(moment) = moment.as_deref().and_then(instant) {
                self.plain(name, &stamp(moment.timestamp_millis()));
            }
        }
        self.text("SUMMARY", line.task.title());
        let assignee = row.assignee.as_deref().map(|key| plan.name_of(key)).unwrap_or_default();
        self.text("DESCRIPTION", &description(line, assignee));
        if let Some((first, last)) = line.days() {
            self.days(first, last);
            self.plain("TRANSP", "TRANSPARENT");
        } else {
            self.plain("STATUS", todo_status(row.status));
            self.plain("PERCENT-COMPLETE", &row.progress.to_string());
        }
        if let Some(priority) = row.priority {
            self.plain("PRIORITY", importance(priority));
        }
        self.text("CONTACT", assignee);
        let categories: Vec<String> = row.milestone.iter().chain(&record.labels).map(|word| escaped(word)).collect();
        self.plain("CATEGORIES", &categories.join(","));
        let uid_at = |place: u32| usize::try_from(place).ok().and_then(|place| uids.get(place)).map_or("", |uid| uid);
        if let Some(parent) = line.parent.and_then(|place| uids.get(place)) {
            self.plain("RELATED-TO;RELTYPE=PARENT", parent);
        }
        for link in plan.links_to(position) {
            self.plain("RELATED-TO;RELTYPE=DEPENDS-ON", uid_at(link.from));
        }
        // The kind and the gap belong to the one that is waited for.
        for link in plan.links_from(position) {
            let mut name = "RELATED-TO;RELTYPE=".to_owned() + relation(link.kind);
            if link.lag != 0 {
                name.push_str(if link.lag < 0 { ";GAP=-P" } else { ";GAP=P" });
                name.push_str(&link.lag.unsigned_abs().to_string());
                name.push('D');
            }
            self.plain(&name, uid_at(link.to));
        }
        self.text("X-HANDOFF-ID", line.task.id());
        self.text("X-HANDOFF-STATUS", row.status.map_or("", Status::name));
        self.text("X-HANDOFF-ASSIGNEE", row.assignee.as_deref().unwrap_or_default());
        let hours = [
            ("X-HANDOFF-ESTIMATE-HOURS", row.hours),
            ("X-HANDOFF-ACTUAL-HOURS", row.actual_hours),
            ("X-HANDOFF-REMAINING-HOURS", row.remaining_hours),
        ];
        for (name, hours) in hours {
            self.plain(name, &hours.map(number::plain).unwrap_or_default());
        }
        self.plain("END", kind);
    }

    fn identity(&mut self, uid: &str) {
        self.plain("UID", uid);
        let stamp = self.stamp.clone();
        self.plain("DTSTAMP", &stamp);
    }

    /// Whole days; the end of an event is the day behind it.
    fn days(&mut self, first: Day, last: Day) {
        self.plain("DTSTART;VALUE=DATE", &date_of(first).replace('-', ""));
        self.plain("DTEND;VALUE=DATE", &date_of(last.saturating_add(1)).replace('-', ""));
    }

    fn text(&mut self, name: &str, value: &str) {
        self.plain(name, &escaped(value));
    }

    /// A property with a value that needs no escapes, folded between characters; nothing where there is no value.
    fn plain(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        let mut room = WIDTH;
        for character in name.chars().chain([':']).chain(value.chars()) {
            if character.len_utf8() > room {
                self.text.push_str("\r\n ");
                room = WIDTH - 1;
            }
            room -= character.len_utf8();
            self.text.push(character);
        }
        self.text.push_str("\r\n");
    }
}

fn importance(priority: Priority) -> &'static str {
    match priority {
        Priority::High => "1",
        Priority::Medium => "5",
        Priority::Low => "9",
    }
}

fn todo_status(status: Option<Status>) -> &'static str {
    match status {
        Some(Status::Done) => "COMPLETED",
        Some(Status::Skipped) => "CANCELLED",
        Some(Status::InProgress | Status::Review) => "IN-PROCESS",
        Some(Status::Todo | Status::Blocked) | None => "NEEDS-ACTION",
    }
}

/// Who, how much and how far, without words that would need a language; then the notes.
fn description(line: &Line<'_>, assignee: &str) -> String {
    let mut facts: Vec<String> = Some(assignee.to_owned()).filter(|name| !name.is_empty()).into_iter().collect();
    facts.extend(line.row.hours.map(|hours| number::plain(hours) + " h"));
    if line.row.progress > 0 {
        facts.push(line.row.progress.to_string() + " %");
    }
    let notes = line.notes().trim();
    let parts = [facts.join(" · "), notes.to_owned()];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n\n")
}

/// A text in which nothing has a meaning of its own; characters that control are left out.
fn escaped(text: &str) -> String {
    let mut into = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => into.push_str("\\n"),
            '\\' | ';' | ',' => {
                into.push('\\');
                into.push(character);
            }
            '\t' => into.push(' '),
            control if control.is_control() => {}
            other => into.push(other),
        }
    }
    into
}
