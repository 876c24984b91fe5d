//! Timestamps of files and civil dates.

use chrono::{DateTime, Utc};
use handoff_format::parse_date;
use handoff_protocol::TimeZone;

/// Days since 1970-01-01.
pub(crate) type Day = i32;

/// Parses a timestamp. Returns `None` if it is not valid RFC 3339.
pub(crate) fn parse_timestamp(timestamp: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(timestamp).ok().map(|time| time.to_utc())
}

/// Returns the day of a date or a timestamp in a time zone. A text that is neither has the day that it
/// begins with.
pub(crate) fn day_in(text: &str, time_zone: &TimeZone) -> Option<Day> {
    match parse_timestamp(text) {
        Some(time) => Some(time_zone.day_of(time.timestamp_millis())),
        None => parse_date(text.get(..10)?),
    }
}

/// Returns a text whose byte order is the order in time, whatever the UTC offset of the timestamp.
/// An invalid timestamp is returned as it is.
pub(crate) fn sort_key(timestamp: &str) -> String {
    parse_timestamp(timestamp).map_or_else(
        || timestamp.to_owned(),
        |time| {
            let stamp = handoff_format::note_stamp(time.timestamp_millis());
            format!("{stamp}.{:09}", time.timestamp_subsec_nanos())
        },
    )
}

/// Returns the time of a text that [`sort_key`] has made of a valid timestamp.
pub(crate) fn parse_sort_key(key: &str) -> Option<DateTime<Utc>> {
    parse_timestamp(&format!("{key}Z"))
}

#[cfg(test)]
mod tests {
    use super::{parse_sort_key, parse_timestamp, sort_key};

    #[test]
    fn a_sort_key_has_the_time_of_its_timestamp() {
        for stamp in ["2026-11-21T12:00:00.123456789+09:00", "1970-01-01T00:00:00Z"] {
            assert_eq!(parse_sort_key(&sort_key(stamp)), parse_timestamp(stamp), "{stamp}");
        }
        assert_eq!(parse_sort_key(&sort_key("yesterday")), None);
    }

    #[test]
    fn sortable_orders_timestamps_with_offsets_and_fractions() {
        let sorted = ["", "2026-11-21T02:00:00.5+00:00", "2026-11-21T12:00:00+09:00", "2026-11-21T03:00:00.001Z"];
        for pair in sorted.windows(2) {
            assert!(sort_key(pair[0]) < sort_key(pair[1]), "{pair:?}");
        }
    }
}
