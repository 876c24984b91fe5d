//! For which task a conversation used its tokens: the one that it had begun last and not yet given away, by the
//! activity log.

use handoff_engine::{ProjectReader, is_same_holder};
use handoff_format::format_date;
use handoff_protocol::{Actor, Change, Event, Status, TimeZone, UsedTokens};

use crate::hooks::transcript::TokenUse;

/// Returns tokens with their days and tasks. The log must be loaded from the first of them on. `now` is in milliseconds
/// since 1970-01-01 UTC.
pub fn used_tokens(
    reader: ProjectReader<'_>,
    actor: &Actor,
    uses: &[TokenUse],
    zone: &TimeZone,
    now: i64,
) -> Vec<UsedTokens> {
    let events = reader.events_since(None).unwrap_or_default();
    let own: Vec<(i64, &str, bool)> = events
        .into_iter()
        .filter(|event| is_same_holder(&event.actor, actor))
        .filter_map(|event| Some((time(&event.at)?, event.task.as_deref()?, begins(event)?)))
        .collect();
    // What the conversation has begun before the log.
    let is_begun = |id: &str| own.iter().find(|(_, task, _)| *task == id).is_none_or(|(_, _, begins)| !begins);
    let held = reader.claims_of(actor, now).0;
    let mut begun: Vec<&str> =
        held.into_iter().chain(own.iter().map(|(_, task, _)| *task)).filter(|id| is_begun(id)).collect();
    let mut rest = own.iter().peekable();
    let mut task_at = |time: i64| {
        while let Some((_, task, begins)) = rest.next_if(|(at, ..)| *at <= time) {
            begun.retain(|other| other != task);
            if *begins {
                begun.push(task);
            }
        }
        begun.last().map(|id| (*id).to_owned())
    };
    let row = |used: &TokenUse| UsedTokens {
        day: format_date(zone.day_of(used.at)),
        task: task_at(used.at),
        model: used.model.clone(),
        input: used.count.input,
        cached: used.count.cached,
        output: used.count.output,
    };
    uses.iter().map(row).collect()
}

/// Returns whether an event begins or ends the work on its task; `None` if it does neither.
fn begins(event: &Event) -> Option<bool> {
    match &event.change {
        Change::Claim { to, .. } => Some(to.is_some()),
        Change::Field { field, to, .. } if field == "status" => Some(to.as_str() == Some(Status::InProgress.name())),
        _ => None,
    }
}

fn time(at: &str) -> Option<i64> {
    chrono::DateTime::parse_from_rfc3339(at).ok().map(|time| time.timestamp_millis())
}
