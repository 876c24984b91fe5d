//! An iCalendar file, RFC 5545, with the relations of RFC 9253.
//!
//! It is a plain calendar without a METHOD, which would ask for an organizer. A task with a date is an event of whole days, since that is all that Google's, Apple's and Microsoft's calendars take in; one without is a
//! to-do, for programs that know these. Organizers and attendees need mail addresses, so an assignee stands in CONTACT, and, for calendars that
//! do not show that, in the first line of the description. What iCalendar has no word for is in properties that begin with X-HANDOFF.

use handoff_format::{fnv1a_hex, note_stamp};
use handoff_protocol::{DependencyKind, Priority, Status};

use super::{Facts, Line, Plan, date, hours};
use crate::calendar::Day;
use crate::moment::instant;

/// Octets of a line without its break.
const WIDTH: usize = 75;

const HEAD: &str = "BEGIN=VCALENDAR VERSION=2.0 PRODID=-//Handoff//Handoff//EN X-WR-CALNAME=name";
const TASK: &str =
    "BEGIN=kind UID=uid DTSTAMP=now CREATED=created LAST-MODIFIED=updated SUMMARY=title DESCRIPTION=description";
const EVENT: &str = "DTSTART;VALUE=DATE=from DTEND;VALUE=DATE=until TRANSP=TRANSPARENT";
const TODO: &str = "STATUS=state PERCENT-COMPLETE=progress";
const PEOPLE: &str = "PRIORITY=importance CONTACT=name";
const OWN: &str = "X-HANDOFF-ID=id X-HANDOFF-STATUS=status X-HANDOFF-ASSIGNEE=assignee X-HANDOFF-ESTIMATE-HOURS=estimate X-HANDOFF-ACTUAL-HOURS=actual X-HANDOFF-REMAINING-HOURS=remaining END=kind";
const MILESTONE: &str = "BEGIN=VEVENT UID=uid DTSTAMP=now DTSTART;VALUE=DATE=from DTEND;VALUE=DATE=until SUMMARY=title DESCRIPTION=description TRANSP=TRANSPARENT END=VEVENT";

pub(super) fn write(plan: &Plan<'_>) -> String {
    let config = plan.project.model.config.values();
    let mut file = File(String::new());
    file.form(HEAD, &|word| if word == "name" { &config.name } else { word }.to_owned());
    for line in &plan.lines {
        file.task(plan, line);
    }
    for goal in &plan.chart.milestones {
        let about = config.milestones.iter().find(|(name, _)| *name == goal.name);
        file.form(MILESTONE, &|word| match word {
            "uid" => named(["milestone", &config.name, &goal.name]),
            "now" => stamp(plan.context.now),
            "from" => compact_date(Some(goal.day)),
            "until" => compact_date(Some(goal.day.saturating_add(1))),
            "title" => goal.name.clone(),
            "description" => about.and_then(|(_, about)| about.description.clone()).unwrap_or_default(),
            itself => itself.to_owned(),
        });
    }
    file.property("END", "VCALENDAR");
    file.0
}

/// What this form alone tells of a task.
fn fact(plan: &Plan<'_>, line: &Line<'_>, word: &str) -> String {
    let record = &line.task.shown.task;
    let written = |moment: &Option<String>| {
        moment.as_deref().and_then(instant).map(|moment| stamp(moment.timestamp_millis())).unwrap_or_default()
    };
    let text = match word {
        "kind" if line.days().is_some() => "VEVENT",
        "kind" => "VTODO",
        "state" => todo_status(line.row.status),
        "importance" => line.row.priority.map_or("", importance),
        "uid" => return uid(plan, Some(line.place)),
        "now" => return stamp(plan.context.now),
        "created" => return written(&record.created_at),
        "updated" => return written(&record.updated_at),
        "description" => return description(plan, line),
        "from" => return compact_date(line.days().map(|(first, _)| first)),
        // The end of an event is the day behind it.
        "until" => return compact_date(line.days().map(|(_, last)| last.saturating_add(1))),
        word => return plan.fact(line, word),
    };
    text.to_owned()
}

/// The same for the task at a position whenever it is written: of its id and the moment when it came to be, else the project's name.
fn uid(plan: &Plan<'_>, place: Option<usize>) -> String {
    let Some(line) = place.and_then(|place| plan.lines.get(place)) else { return String::new() };
    let created = line.task.shown.task.created_at.as_deref().filter(|moment| !moment.is_empty());
    named(["task", created.unwrap_or(&plan.project.model.config.values().name), &line.row.key])
}

fn named(parts: [&str; 3]) -> String {
    fnv1a_hex(parts.join("\0").as_bytes()) + "@handoff"
}

/// A moment in UTC, `20261121T025717Z`.
fn stamp(milliseconds: i64) -> String {
    compact(&note_stamp(milliseconds)) + "Z"
}

fn compact_date(day: Option<Day>) -> String {
    compact(&date(day))
}

fn compact(time: &str) -> String {
    time.replace(['-', ':'], "")
}

fn relation(kind: DependencyKind) -> &'static str {
    match kind {
        DependencyKind::FinishToStart => "FINISHTOSTART",
        DependencyKind::StartToStart => "STARTTOSTART",
        DependencyKind::FinishToFinish => "FINISHTOFINISH",
        DependencyKind::StartToFinish => "STARTTOFINISH",
    }
}

struct File(String);

impl File {
    fn task(&mut self, plan: &Plan<'_>, line: &Line<'_>) {
        let facts: Facts<'_> = &|word| fact(plan, line, word);
        self.form(TASK, facts);
        self.form(if line.days().is_some() { EVENT } else { TODO }, facts);
        self.form(PEOPLE, facts);
        let mut categories = Vec::new();
        for word in line.row.milestone.iter().chain(&line.task.shown.task.labels) {
            categories.push(escaped(word));
        }
        self.property("CATEGORIES", &categories.join(","));
        self.property("RELATED-TO;RELTYPE=PARENT", &uid(plan, line.parent));
        for link in plan.chart.links.iter().filter(|link| line.waits_by(link)) {
            self.property("RELATED-TO;RELTYPE=DEPENDS-ON", &uid(plan, usize::try_from(link.from).ok()));
        }
        // The kind and the gap belong to the one that is waited for.
        for link in &plan.chart.links {
            if usize::try_from(link.from) != Ok(line.place) {
                continue;
            }
            let mut name = "RELATED-TO;RELTYPE=".to_owned() + relation(link.kind);
            if link.lag != 0 {
                name.push_str(if link.lag < 0 { ";GAP=-P" } else { ";GAP=P" });
                name.push_str(&link.lag.unsigned_abs().to_string());
                name.push('D');
            }
            self.property(&name, &uid(plan, usize::try_from(link.to).ok()));
        }
        self.form(OWN, facts);
    }

    fn form(&mut self, form: &str, facts: Facts<'_>) {
        for part in form.split(' ') {
            if let Some((name, word)) = part.rsplit_once('=') {
                self.property(name, &escaped(&facts(word)));
            }
        }
    }

    /// A property with a value that needs no escapes, folded between characters; nothing where there is no value.
    fn property(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        let mut room = WIDTH;
        for character in [name, ":", value].concat().chars() {
            if character.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = WIDTH - 1;
            }
            room -= character.len_utf8();
            self.0.push(character);
        }
        self.0.push_str("\r\n");
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
fn description(plan: &Plan<'_>, line: &Line<'_>) -> String {
    let mut text = plan.fact(line, "name");
    let mut add = |between: &str, fact: &str, unit: &str| {
        if !fact.is_empty() {
            text.push_str(if text.is_empty() { "" } else { between });
            text.push_str(fact);
            text.push_str(unit);
        }
    };
    add(" · ", &hours(line.row.hours), " h");
    if line.row.progress > 0 {
        add(" · ", &line.row.progress.to_string(), " %");
    }
    add("\n\n", line.notes().trim(), "");
    text
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
