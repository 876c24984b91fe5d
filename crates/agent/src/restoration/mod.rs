//! The restoration: what the next conversation needs to know, as Markdown. First comes what stays
//! the same from load to load, then the current state.

mod knowledge;
pub(crate) mod next_tasks;
pub(crate) mod recent_changes;
pub(crate) mod token_budget;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::DateTime;
use handoff_engine::register::{Register, RegisterEntry};
use handoff_engine::sessions::{SessionEntry, last_saved, session_to_load};
use handoff_engine::{POOR_SCORE, ProjectPart, ProjectReader};
use handoff_format::{Referral, format_date, note_stamp};
use handoff_protocol::view::{HandoverScore, ScorePart};
use handoff_protocol::{Context, GitState, Holder, SessionStatus, TimeZone};
use serde_json::Value;

use crate::Message;
use crate::PendingGit;
use crate::Suggestion;
use crate::claims;
use crate::context_pointers::Places;
use crate::handover_score;
pub(crate) use crate::lines::{cut, one_line, without_headings};
use crate::proofs;
use crate::restoration::knowledge::{
    VALUE_OF_ORIGIN, blockers, cautions, decisions, environment, facts, open_items, own_environment, pointers,
    references, timeline,
};
pub(crate) use crate::restoration::knowledge::{own_suggestions, suggestions};
use crate::restoration::next_tasks::Tasks;
use crate::restoration::token_budget::{Block, Line, Lines, fit, fit_with_prefix};
use crate::unread::unread_note;

/// The data of a restoration.
#[derive(Clone, Copy)]
pub(crate) struct RestorationInput<'a> {
    pub(crate) reader: ProjectReader<'a>,
    /// All sessions, by file name.
    pub(crate) sessions: &'a [SessionEntry],
    /// The session to continue.
    pub(crate) current: Option<&'a SessionEntry>,
    /// The register of the project.
    pub(crate) register: &'a Register,
    /// The closed session that was saved last, of those with content.
    pub(crate) previous: Option<&'a SessionEntry>,
    /// A warning for the agent.
    pub(crate) warning: Option<&'a Message>,
    /// The current state of the files that context pointers refer to.
    pub(crate) places: &'a Places,
    /// Time and actor of the call.
    pub(crate) context: &'a Context,
    /// Today, as days since 1970-01-01.
    pub(crate) today: i32,
    /// Whether the call named a session.
    pub(crate) is_named: bool,
    /// Whether the session goes on. If not, only its content is shown.
    pub(crate) is_continued: bool,
    /// Whether the current state comes before what stays the same from load to load, as for a person
    /// who reads or pastes the text.
    pub(crate) begins_with_state: bool,
    /// A line about each project inside this one.
    pub(crate) nested: &'a [String],
}

impl<'a> RestorationInput<'a> {
    /// Returns the session whose content is restored.
    fn session(&self) -> Option<&'a SessionEntry> {
        session_to_load(self.sessions, self.current)
    }

    /// Returns the session to continue if it has no content yet, so that another one is restored.
    fn empty_session(&self) -> Option<&'a SessionEntry> {
        self.current.filter(|current| self.session().map(SessionEntry::path) != Some(current.path()))
    }

    /// Returns "by codex" for an entry of another author than the reader, who knows the own ones.
    fn by(&self, entry: &RegisterEntry) -> Option<String> {
        let author = entry.author.as_deref().filter(|author| *author != self.context.actor.name)?;
        self.register.has_several_authors().then(|| format!("by {author}"))
    }

    /// Returns the score of a session as a handover, with the state of its files.
    pub(crate) fn score(&self, session: &SessionEntry) -> Option<HandoverScore> {
        let scores = self.reader.handover_scores(self.sessions, self.context.now);
        scores.score(session, |pointer| handover_score::change(self.places, pointer))
    }

    /// Returns the warnings about the sessions. [`unread_note`] has those about files.
    pub(crate) fn warnings(&self) -> Option<Message> {
        let gaps = [self.empty_session(), self.session()].into_iter().flatten().filter_map(SessionEntry::gap);
        let gaps = gaps.map(|gap| Message::from(gap.to_string()));
        self.warning.cloned().into_iter().chain(gaps).reduce(|all, warning| all.then(" ").then(warning))
    }
}

/// Maximum number of tokens of the project's name.
const NAME_TOKENS: usize = 24;

/// Returns the warnings: those about the sessions, and the note about files that could not be read.
fn warnings<'b>(input: &RestorationInput<'_>) -> Vec<Block<'b>> {
    let warnings = input.warnings().map(|text| Block::Head(Message::from("Warning: ").then(text).then("\n")));
    let note = unread_note(input.reader).map(|note| Block::Fixed(Message::from(note).then("\n")));
    warnings.into_iter().chain(note).collect()
}

/// Separates the part that stays the same from load to load from the part that changes. Clients may
/// cache the part above it.
pub(crate) const BOUNDARY: &str = "<!-- handoff: current -->";

/// Returns the restoration in at most `budget` tokens. Lines get space by their value for the next
/// step, whichever section they are in.
pub(crate) fn markdown(input: &RestorationInput<'_>, git: Option<PendingGit>, budget: usize) -> Message {
    let tasks = Tasks::of(input.reader, input.context);
    let name = cut(&one_line(&input.reader.config().name), NAME_TOKENS);
    let mut prefix = vec![Block::Fixed(format!("# {name}\n").into())];
    prefix.extend(project(input).into_iter().flatten().chain(timeline(input)).map(Block::line));
    let lasting = [
        Block::section("Decisions", decisions(input)),
        Block::section("Environment", environment(input)),
        Block::section("References", references(input.register)),
    ];
    let current = vec![
        Block::section("At work", Lines::ranked(118, 1, claims::others_at_work(input.reader, input.context))),
        Block::section("Next", next_actions(input, &tasks)),
        Block::tasks("In progress", tasks.in_progress()),
        Block::section("Stale proofs", Lines::ranked(97, 1, proofs::stale_proofs(input.reader, input.places))),
        Block::tasks("Ready", tasks.ready(input.today)),
        Block::section("Blockers", blockers(input, &tasks)),
        Block::tasks("Blocked tasks", tasks.blocked()),
        Block::section("Cautions", cautions(input)),
        Block::section("Open items", open_items(input, &tasks)),
        Block::section("Context", facts(input)),
        Block::section("Look at", pointers(input)),
        Block::tasks("Waiting tasks", tasks.waiting(input.today)),
        Block::section("Milestones", tasks.milestones(input.today)),
        Block::section_of("Requests", Suggestion::ListReferrals, requests(input)),
        Block::section("Nested projects", Lines::ranked(80, 3, input.nested.to_vec())),
        Block::section("Other sessions", Lines::ranked(90, 4, other_sessions(input))),
        Block::tasks("Done tasks", tasks.done()),
    ];
    // Waits for Git as late as possible, because it runs at the same time.
    let git = git.map(|git| git());
    let mut blocks = beginning(input);
    blocks.extend(session_lines(input, git.as_ref()).into_iter().map(Block::line));
    blocks.push(Block::Head(summary(input, &tasks)));
    let actor = &input.context.actor;
    let recent = recent_changes::since_last_save(input.reader, input.sessions, actor, git.as_ref());
    blocks.extend(git.map(|git| {
        // What was not committed has to be known before more is changed.
        let value = if git.absence.is_some() {
            30
        } else if git.dirty.is_empty() {
            84
        } else {
            104
        };
        Block::line(Line::new(value, working_tree(&git)))
    }));
    blocks.push(Block::section("Since the last save", Lines::ranked(93, 1, recent)));
    blocks.extend(current);
    if input.begins_with_state {
        return fit(budget, prefix.into_iter().chain(blocks).chain(lasting).collect());
    }
    prefix.extend(lasting);
    prefix.push(Block::Fixed(format!("\n{BOUNDARY}\n").into()));
    fit_with_prefix(budget, prefix, blocks)
}

/// Returns the content of one session in at most `budget` tokens, for a session that is not
/// continued.
pub(crate) fn session_markdown(input: &RestorationInput<'_>, session: &SessionEntry, budget: usize) -> Message {
    let list = |key: &str, keys: &[&str]| texts(session.list(key), keys);
    let section = |title, texts| Block::section(title, Lines::ranked(90, 1, texts));
    let status = session.status().map_or("unknown", SessionStatus::name);
    let mut text = Message::default();
    text.push_line(heading(&format!("Session [{status}]"), session, input));
    if let Some(line) = poor_score(input, session) {
        text.push_line(line);
    }
    let checklist = session.list("checklist").iter().filter_map(|item| {
        let mark = if item.get("checked") == Some(&Value::Bool(true)) { "[x]" } else { "[ ]" };
        Some(format!("{mark} {}", join_fields(item, &["item", "owner"])?))
    });
    let mut lasting = vec![
        section("Decisions", list("decisions", &["decision", "reason", "confidence"])),
        section("Environment", own_environment(session)),
        section("Timeline", session.text("timeline").map(str::to_owned).into_iter().collect()),
    ];
    let mut state = vec![
        section("Notes", list("handoff_notes", &["note", "category"])),
        section("Blockers", list("blockers", &["blocker"])),
        section("Checklist", checklist.collect()),
    ];
    if input.begins_with_state {
        std::mem::swap(&mut lasting, &mut state);
    }
    let places = [
        section("Pointers", list("context_pointers", &["path", "lines", "reason"])),
        section("References", list("references", &["label", "uri", "notes"])),
    ];
    fit(
        budget,
        warnings(input).into_iter().chain([Block::Head(text)]).chain(lasting).chain(state).chain(places).collect(),
    )
}

/// Returns the lines that describe the project.
fn project(input: &RestorationInput<'_>) -> [Option<Line>; 2] {
    let config = input.reader.config();
    let files = &config.settings.context_files;
    let read_first = (!files.is_empty()).then(|| Line::new(115, format!("Read first: {}", files.join(", "))));
    let description = config.description.clone().filter(|text| !text.is_empty());
    [description.map(|text| Line::new(116, text)), read_first]
}

/// Says what day it is, and warns of what is missing.
fn beginning<'b>(input: &RestorationInput<'_>) -> Vec<Block<'b>> {
    let today = format!("Today: {} {}\n", weekday(input.today), format_date(input.today));
    let mut blocks = vec![Block::Fixed(today.into())];
    blocks.extend(warnings(input));
    if input.session().is_none() {
        blocks.push(Block::Head(without_session(input).then("\n")));
    }
    blocks
}

/// Returns what the last conversations were about, and how they ended.
fn session_lines(input: &RestorationInput<'_>, git: Option<&GitState>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if let Some(empty) = input.empty_session() {
        let is_of_other = empty.is_reserved_from(&input.context.actor);
        lines.push(if is_of_other { current_session(empty, input) } else { Line::new(120, empty_session_line(empty)) });
    }
    match input.session() {
        Some(session) if input.current.is_some() && input.empty_session().is_none() => {
            lines.push(current_session(session, input));
        }
        Some(session) => {
            let last = last_saved(input.sessions).filter(|last| last.saved_at() > session.saved_at());
            let head = git.and_then(|git| git.commit.as_deref());
            lines.push(Line::new(120, saved_session("Last session", last.unwrap_or(session), input, head)));
            if last.is_some() {
                lines.push(Line::new(89, saved_session("Before it", session, input, head)));
            }
        }
        None => {}
    }
    lines
}

/// Returns the line of the session that goes on, or that another conversation has left. The ID of the
/// latter is needed by those who want to write into it.
fn current_session(session: &SessionEntry, input: &RestorationInput<'_>) -> Line {
    match of_other(session, input) {
        Some(whose) => Line::new(120, format!("Session{whose}: {}", summary_of(session)))
            .with(60, format!(" ({}{})", session.id(), saved(session, &input.context.time_zone, None))),
        None => Line::new(120, heading("Session", session, input)),
    }
}

/// Summarizes the current state in a few lines.
fn summary(input: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Message {
    let mut text = Message::default();
    if let Some(pause) = input.reader.pause(input.context) {
        text.push_line(pause.to_string());
    }
    if let Some(draft) = input.current.and_then(SessionEntry::draft) {
        text.push_line(draft);
    }
    text.push_line(tasks.counts(input.today, true));
    text
}

/// Says whose session another conversation's active one is, and how that conversation ended: " of codex
/// (ended without a save, or idle)". A person goes on with the active session.
fn of_other(session: &SessionEntry, input: &RestorationInput<'_>) -> Option<String> {
    let actor = &input.context.actor;
    if session.status() != Some(SessionStatus::Active) || !session.is_of_other(actor) {
        return None;
    }
    let conversation = session.conversation();
    let is_held =
        |claims: BTreeMap<&str, &Holder>| claims.values().any(|holder| holder.actor.conversation == conversation);
    let end = if is_held(input.reader.holders(input.context.now)) {
        "at work"
    } else if is_held(input.reader.ended_claims(input.context.now)) {
        "ended without a save"
    } else {
        "ended without a save, or idle"
    };
    let author = session.author().unwrap_or_else(|| "an agent".to_owned());
    let place = if actor.conversation.is_some() { "" } else { "; you save into it" };
    Some(format!(" of {author} ({end}{place})"))
}

/// Says that the handover of a closed session is poor, and in what.
fn poor_score(input: &RestorationInput<'_>, session: &SessionEntry) -> Option<String> {
    let score = input.score(session).filter(|score| score.total < POOR_SCORE)?;
    let is_weak = |part: &&ScorePart| part.percent.is_some_and(|percent| percent < POOR_SCORE);
    let weak: Vec<&str> = score.parts.iter().filter(is_weak).map(|part| part.kind.name()).collect();
    Some(format!("Handover score {} of 100 (weak: {}).", score.total, weak.join(", ")))
}

/// Says that there is no session to go on with, or names the one that waits.
fn without_session(input: &RestorationInput<'_>) -> Message {
    match input.sessions.iter().rfind(|session| session.status() == Some(SessionStatus::Paused)) {
        Some(paused) => Message::from("No active session. ").then(Suggestion::LoadSession).then(format!(
            " {} goes on with the paused one: {}",
            paused.id(),
            summary_of(paused)
        )),
        None if !input.reader.unread(ProjectPart::Sessions).is_empty() => Message::from("No session could be read."),
        None => Message::from("No session yet. ").then(Suggestion::BeginSession).then(" begins one."),
    }
}

/// Returns the suggestions that stand, or else the task to do next, of which another section says more.
/// Then come the suggestions of which every task is finished, and those that another author gave before
/// the last session with suggestions began.
fn next_actions<'t>(input: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Lines<'t> {
    let session = |entry: &RegisterEntry| {
        let id = entry.sessions.last()?;
        input.sessions.iter().find(|session| session.id() == *id)
    };
    let entries = suggestions(input.register, input.current);
    let last = entries.iter().filter_map(|entry| Some((session(entry)?.began_at(), entry.author.as_ref()))).max();
    let is_before = |entry: &RegisterEntry| {
        let (Some(session), Some((began, author))) = (session(entry), last) else { return false };
        session.status() == Some(SessionStatus::Closed)
            && session.saved_at() <= began
            && entry.author.as_ref() != author
    };
    let has_several = entries.iter().any(|entry| entries.first().is_some_and(|first| first.author != entry.author));
    let mut lines: Vec<Line> = Vec::new();
    for (index, entry) in (0..).zip(&entries) {
        let by =
            input.by(entry).map(|by| if is_before(entry) { format!(" ({by}, formerly)") } else { format!(" ({by})") });
        let by = by.unwrap_or_default();
        let value = if tasks.are_done(&entry.name) {
            70
        } else if is_before(entry) {
            101
        } else {
            117
        };
        let line = |text: &str| Line::new(value - index.min(8), tasks.mark_done(text));
        lines.push(if has_several {
            line(&format!("{}{by}", entry.name))
        } else {
            line(&entry.name).with(VALUE_OF_ORIGIN, by)
        });
    }
    if entries.iter().all(|entry| tasks.are_done(&entry.name)) {
        let action = tasks.pick(false).map(|pick| pick.name()).or_else(|| tasks.assigned_to_others());
        lines.extend(action.map(|action| Line::new(117, action)));
    }
    lines.into()
}

/// Returns the name of a day's weekday.
fn weekday(day: i32) -> &'static str {
    const NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    // 1970-01-01 was a Thursday.
    usize::try_from(day.saturating_add(3).rem_euclid(7))
        .ok()
        .and_then(|index| NAMES.get(index))
        .copied()
        .unwrap_or_default()
}

/// Returns the open requests of other projects, oldest first.
fn requests<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    let open = input.reader.referrals().into_iter().filter(|(status, _)| status == "open");
    let line = |(index, (_, referral)): (u32, (String, Referral))| {
        let kind = referral.referral_type;
        let text = format!("{kind} from {}: {}", referral.source_project, referral.summary);
        Line::new(99_u32.saturating_sub(index * 3), text).with(60, format!(" ({})", referral.id))
    };
    (0..).zip(open).map(line).collect::<Vec<Line>>().into()
}

/// Names an active session without content.
fn empty_session_line(session: &SessionEntry) -> String {
    format!("Active session {} (empty): {}", session.id(), summary_of(session))
}

/// Names a session that was saved. Its ID is not needed to go on from it.
fn saved_session(name: &str, session: &SessionEntry, input: &RestorationInput<'_>, head: Option<&str>) -> String {
    let author = session.author().filter(|author| *author != input.context.actor.name);
    let author = author.map(|author| format!(" of {author}")).unwrap_or_default();
    format!("{name}{author}{}: {}", saved(session, &input.context.time_zone, head), summary_of(session))
}

/// Maximum length of a summary in tokens.
const SUMMARY_TOKENS: usize = 120;

fn summary_of(session: &SessionEntry) -> String {
    cut(&one_line(session.text("summary").unwrap_or_default()), SUMMARY_TOKENS)
}

/// Returns the local time when a session was saved, such as " (saved 2026-11-22 07:53 at 1a2b3c4)". Leaves
/// out the commit if it is `head`, which the state of Git names.
fn saved(session: &SessionEntry, zone: &TimeZone, head: Option<&str>) -> String {
    session.text("ended_at").map_or_else(String::new, |at| {
        // Without Git the commit is recorded as unknown.
        let commit = session
            .text("commit")
            .filter(|commit| *commit != "unknown" && Some(*commit) != head)
            .map(|commit| format!(" at {commit}"))
            .unwrap_or_default();
        let local = DateTime::parse_from_rfc3339(at).map(|time| note_stamp(zone.local(time.timestamp_millis())));
        let local = local.unwrap_or_else(|_| at.to_owned());
        format!(" (saved {}{commit})", local.chars().take(16).collect::<String>().replace('T', " "))
    })
}

fn heading(kind: &str, session: &SessionEntry, input: &RestorationInput<'_>) -> String {
    let saved = saved(session, &input.context.time_zone, None);
    let attributes = attributes(session).map(|attributes| format!("; {attributes}")).unwrap_or_default();
    format!("{kind} {}: {}{saved}{attributes}", session.id(), summary_of(session))
}

/// Describes base, owner, collaborators and visibility of a session.
pub(crate) fn attributes(session: &SessionEntry) -> Option<String> {
    let base = session.text("base").map(|base| match session.chain().len() {
        0 | 1 => format!("builds on {base}"),
        many => format!("builds on {base} and {} more", many - 1),
    });
    let with: Vec<&str> = session.list("collaborators").iter().filter_map(Value::as_str).collect();
    let owner = session.text("owner").map(|owner| format!("owner {owner}"));
    let with = (!with.is_empty()).then(|| format!("with {}", with.join(", ")));
    let visibility = session.text("visibility").map(str::to_owned);
    let parts: Vec<String> = [base, owner, with, visibility].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn working_tree(git: &GitState) -> String {
    let mut text = match (&git.absence, &git.branch) {
        (Some(reason), _) => format!("Git: {reason}"),
        (None, branch) => {
            let branch = branch.as_deref().unwrap_or("unknown");
            match &git.commit {
                Some(commit) => format!("Git: {branch} at {commit}"),
                None => format!("Git: {branch}, no commit yet"),
            }
        }
    };
    if let Some((ahead, behind)) = git.distance.filter(|distance| *distance != (0, 0)) {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {ahead} ahead, {behind} behind");
    }
    let is_own = |line: &&String| line.get(3..).is_some_and(|path| path.trim_matches('"').starts_with(".handoff/"));
    let count = git.dirty.iter().filter(|line| !is_own(line)).count();
    if count > 0 {
        let more = if git.dirty_cut { " or more" } else { "" };
        let files = if count == 1 { "file" } else { "files" };
        let _ = write!(text, ", {count}{more} {files} changed");
    }
    if let Some(main) = &git.borrowed_from {
        let _ = write!(text, "; a worktree that uses the .handoff/ of {main}");
    }
    text
}

fn texts(list: &[Value], keys: &[&str]) -> Vec<String> {
    list.iter().filter_map(|value| join_fields(value, keys)).collect()
}

/// Joins the strings at some keys of an entry. A plain string is returned as it is.
pub(crate) fn join_fields(value: &Value, keys: &[&str]) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let parts: Vec<&str> = keys.iter().filter_map(|key| value.get(*key).and_then(Value::as_str)).collect();
    (!parts.is_empty()).then(|| parts.join(" — "))
}

/// Lists the other sessions that can be continued.
fn other_sessions(input: &RestorationInput<'_>) -> Vec<String> {
    let is_open = |session: &&SessionEntry| {
        let status = session.status().map_or("", SessionStatus::name);
        matches!(status, "open" | "active" | "paused") && input.current.map(SessionEntry::path) != Some(session.path())
    };
    let row = |session: &SessionEntry| {
        let status = session.status().map_or("", SessionStatus::name);
        let whose = of_other(session, input).map(|whose| format!("{whose}:")).unwrap_or_default();
        format!("{} [{status}]{whose} {}", session.id(), session.text("summary").unwrap_or_default())
    };
    input.sessions.iter().filter(is_open).map(row).collect()
}
