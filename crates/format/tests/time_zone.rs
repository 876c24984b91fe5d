//! Local times of real time zones, made with the IANA database.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime};
use handoff_format::format_date;
use handoff_protocol::{LocalTimeKind, TimeZone};
use proptest::prelude::*;
use serde::Deserialize;

const DAY_MS: i64 = 86_400_000;

#[derive(Deserialize)]
struct Table {
    zones: BTreeMap<String, TimeZone>,
    moments: Vec<Moment>,
}

#[derive(Deserialize)]
struct Moment {
    zone: String,
    instant: String,
    local: String,
    kind: String,
}

fn table() -> Table {
    serde_json::from_str(include_str!("../../../tests/timeZones.json")).unwrap()
}

fn instant(text: &str) -> i64 {
    DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
}

fn local(text: &str) -> i64 {
    text.parse::<NaiveDateTime>().unwrap().and_utc().timestamp_millis()
}

#[test]
fn moments_and_local_times_follow_the_rules_of_their_time() {
    let Table { zones, moments } = table();
    for Moment { zone: name, instant: at, local: shown, kind } in moments {
        let zone = &zones[&name];
        let (at_ms, shown_ms) = (instant(&at), local(&shown));
        if kind != "skipped" {
            assert_eq!(zone.local(at_ms), shown_ms, "{name} {at}");
            assert_eq!(format_date(zone.day_of(at_ms)), shown[..10], "{name} {at}");
        }
        let (taken, taken_kind) = zone.instant_of(shown_ms);
        let expected = match kind.as_str() {
            "unique" => LocalTimeKind::Unique,
            "skipped" => LocalTimeKind::Skipped,
            _ => LocalTimeKind::Repeated,
        };
        assert_eq!(taken_kind, expected, "{name} {shown}");
        if kind == "second" {
            assert!(taken < at_ms && zone.local(taken) == shown_ms, "{name} {shown}");
        } else {
            assert_eq!(taken, at_ms, "{name} {shown}");
        }
    }
}

#[test]
fn days_have_as_many_minutes_as_their_changes_leave() {
    let zones = table().zones;
    for (name, date, minutes) in [
        ("Europe/Berlin", "2027-03-28", 1380),
        ("Europe/Berlin", "2026-10-25", 1500),
        ("Europe/Berlin", "2026-07-01", 1440),
        ("Australia/Lord_Howe", "2026-10-04", 1410),
        ("Africa/Cairo", "2026-04-24", 1380),
        ("America/Havana", "2026-11-01", 1500),
        ("Pacific/Apia", "2011-12-29", 1440),
    ] {
        let day = handoff_format::parse_date(date).unwrap();
        let length = zones[name].day_start(day + 1) - zones[name].day_start(day);
        assert_eq!(length, minutes * 60_000, "{name} {date}");
    }
}

#[test]
fn hours_end_at_full_hours_and_changes() {
    let zones = table().zones;
    for (name, at, end) in [
        ("Europe/Berlin", "2026-10-25T00:10:00Z", "2026-10-25T01:00:00Z"),
        ("Asia/Kathmandu", "2026-07-01T18:20:00Z", "2026-07-01T19:15:00Z"),
        ("Australia/Lord_Howe", "2026-04-04T14:10:00Z", "2026-04-04T15:00:00Z"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-04T15:30:00Z"),
        ("STD0DST-1,J332/00:10,J365/23", "2026-11-28T00:00:00Z", "2026-11-28T00:10:00Z"),
    ] {
        assert_eq!(zones[name].hour_end(instant(at)), instant(end), "{name} {at}");
    }
}

#[test]
fn no_time_is_out_of_range() {
    for zone in table().zones.values() {
        for at in [i64::MIN, i64::MAX] {
            let taken = zone.instant_of(zone.local(at)).0;
            assert_eq!(zone.day_of(taken), zone.day_of(at));
            assert!(zone.hour_end(at) >= at);
        }
    }
}

proptest! {
    /// Each time is the one of its local time, or the second one of it.
    #[test]
    fn local_times_lead_back_to_their_instants(start in 0_i64..3 * 366, offset in 0..DAY_MS) {
        for (name, zone) in table().zones {
            let first = zone.changes.first().map_or(1_767_225_600_000, |change| change.at - 30 * DAY_MS);
            let at = first + start * DAY_MS + offset;
            let (taken, kind) = zone.instant_of(zone.local(at));
            prop_assert_eq!(zone.local(taken), zone.local(at), "{} {}", name, at);
            prop_assert_eq!(taken == at, kind == LocalTimeKind::Unique || taken >= at, "{} {}", name, at);
            prop_assert!(taken <= at && kind != LocalTimeKind::Skipped, "{} {}", name, at);
        }
    }
}
