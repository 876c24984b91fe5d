//! Moments in files, compared as times.

use chrono::{DateTime, Utc};
use handoff_format::parse_date;
use handoff_protocol::Context;

/// Days since 1970-01-01.
pub(crate) type Day = i32;

/// The person's civil date.
pub(crate) fn today(context: &Context) -> Day {
    parse_date(&handoff_format::today(context.now, context.utc_offset_minutes)).unwrap_or_default()
}

/// The moment that a text names; none where it names none.
pub(crate) fn instant(moment: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(moment).ok().map(|time| time.to_utc())
}

/// A text whose byte order is the order in time, whatever the offset that the moment is written with.
pub(crate) fn sortable(moment: &str) -> String {
    instant(moment).map_or_else(
        || moment.to_owned(),
        |time| {
            let stamp = handoff_format::note_stamp(time.timestamp_millis());
            format!("{stamp}.{:09}", time.timestamp_subsec_nanos())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::sortable;

    #[test]
    fn offsets_and_fractions_do_not_disturb_the_order() {
        let sorted = ["", "2026-11-21T02:00:00.5+00:00", "2026-11-21T12:00:00+09:00", "2026-11-21T03:00:00.001Z"];
        for pair in sorted.windows(2) {
            assert!(sortable(pair[0]) < sortable(pair[1]), "{pair:?}");
        }
    }
}
