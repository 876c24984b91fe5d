//! Simulated completion dates: a Monte-Carlo simulation that draws the throughput of each future
//! working day from that of the past ones.
#![allow(clippy::indexing_slicing, reason = "a draw is less than the length of the pool")]

use handoff_format::format_date;
use handoff_protocol::Text;
use handoff_protocol::report::{Forecast, ForecastWeek};

use crate::analysis::metrics::figures::milestone_sums::{collect, goals};
use crate::analysis::metrics::replay::DayFigures;
use crate::analysis::metrics::span::ReportSpan;
use crate::analysis::schedule::calendar::Calendar;
use crate::ground::texts;
use crate::ground::timestamp::Day;

/// The number of simulated courses.
const RUNS: u32 = 10_000;
/// The maximum number of past working days to draw from: twelve weeks.
const MAX_SAMPLE_DAYS: usize = 60;
/// The minimum number of past working days: one week.
const MIN_SAMPLE_DAYS: usize = 5;
/// The maximum number of working days of a course: about ten years.
const MAX_COURSE_DAYS: u32 = 2_600;
/// The working days of a block. Blocks make the simulation of long projects fast.
const BLOCK_DAYS: u32 = 32;
/// The number of blocks to draw from.
const BLOCKS: usize = 1_024;
/// The days between a forecast and the one with which it is compared.
const WEEK: Day = 7;
/// The seed if the request names none.
const DEFAULT_SEED: u32 = 1;

/// `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014): equal seeds give equal numbers.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    /// Returns one of the values, which are not empty.
    fn draw(&mut self, values: &[u32]) -> u32 {
        let product = u128::from(self.next()) * values.len() as u128;
        usize::try_from(product >> 64).map_or(0, |index| values[index])
    }
}

/// The past from which a simulation draws.
struct Sample {
    /// The throughput of the last working days. Tasks that were done on a closed day count for the
    /// next working day.
    pool: Vec<u32>,
    /// The number of tasks by which the scope has grown since the end of the first of these days.
    scope_change: i32,
}

/// Samples days without gaps.
fn sample(calendar: &Calendar, days: &[DayFigures]) -> Sample {
    let (mut pool, mut scopes) = (Vec::new(), Vec::new());
    let mut carried = 0;
    let worked = days.iter().skip_while(|figures| figures.totals.scope_tasks() == 0);
    for figures in worked {
        carried += figures.done_tasks;
        if calendar.minutes(figures.day) > 0 {
            pool.push(std::mem::take(&mut carried));
            scopes.push(figures.totals.scope_tasks());
        }
    }
    let sampled = pool.len().saturating_sub(MAX_SAMPLE_DAYS);
    let first_scope = scopes.get(sampled).copied().unwrap_or_default();
    let last_scope = days.last().map(|figures| figures.totals.scope_tasks()).unwrap_or_default();
    Sample { pool: pool.split_off(sampled), scope_change: difference(last_scope, first_scope) }
}

fn difference(after: u32, before: u32) -> i32 {
    i32::try_from(i64::from(after) - i64::from(before)).unwrap_or_default()
}

/// Returns whether a pool suffices for a simulation.
fn suffices(pool: &[u32]) -> bool {
    pool.len() >= MIN_SAMPLE_DAYS && pool.iter().any(|done| *done > 0)
}

/// Returns for each goal, a number of tasks in ascending order, the sorted numbers of working days
/// in which the courses reach it. `u32::MAX` is a course that is too long.
fn simulate(pool: &[u32], goals: &[u32], seed: u32) -> Vec<Vec<u32>> {
    let mut random = SplitMix64(seed.into());
    let blocks: Vec<u32> = (0..BLOCKS).map(|_| (0..BLOCK_DAYS).map(|_| random.draw(pool)).sum()).collect();
    let largest_block = blocks.iter().copied().max().unwrap_or_default();
    let mut durations = vec![Vec::new(); goals.len()];
    for _ in 0..RUNS {
        let (mut days, mut done) = (0_u32, 0_u32);
        for (goal, durations) in goals.iter().zip(&mut durations) {
            while done < *goal && days < MAX_COURSE_DAYS {
                if goal - done > largest_block {
                    done += random.draw(&blocks);
                    days += BLOCK_DAYS;
                } else {
                    done += random.draw(pool);
                    days += 1;
                }
            }
            durations.push(if done < *goal { u32::MAX } else { days });
        }
    }
    for durations in &mut durations {
        durations.sort_unstable();
    }
    durations
}

/// Returns the smallest value that at least `percent` percent of the sorted values do not exceed:
/// the percentile by nearest rank.
pub(super) fn percentile(sorted: &[u32], percent: usize) -> Option<u32> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// Returns the day that is a number of working days after `last`.
fn working_day_after(calendar: &Calendar, last: Day, days: u32) -> Option<Day> {
    match days {
        0 => Some(last),
        u32::MAX => None,
        days => calendar.shift(last.saturating_add(1), i32::try_from(days).ok()? - 1),
    }
}

/// Returns the days by which half and 85 % of the courses reach each goal, in ascending order.
pub(crate) fn goal_days(span: &ReportSpan<'_>, goals: &[u32]) -> Vec<(Option<Day>, Option<Day>)> {
    let Sample { pool, .. } = sample(span.calendar, span.all_days);
    if !suffices(&pool) {
        return vec![(None, None); goals.len()];
    }
    let day = |sorted: &[u32], percent| working_day_after(span.calendar, span.to, percentile(sorted, percent)?);
    let durations = simulate(&pool, goals, span.seed.unwrap_or(DEFAULT_SEED));
    durations.iter().map(|sorted| (day(sorted, 50), day(sorted, 85))).collect()
}

/// Returns when the tasks that remain on the last day may be done. The goals are those of the milestones and all
/// tasks, so that all tasks and a last milestone that has all of them are done on the same days.
pub(crate) fn forecast(span: &ReportSpan<'_>) -> Forecast {
    let Sample { pool, scope_change } = sample(span.calendar, span.all_days);
    let seed = span.seed.unwrap_or(DEFAULT_SEED);
    let remaining = span.last().totals.remaining_tasks();
    let goals: Vec<u32> = goals(&collect(span)).into_iter().chain([remaining]).collect();
    let durations = if suffices(&pool) { simulate(&pool, &goals, seed) } else { Vec::new() };
    let sorted = durations.last().map(Vec::as_slice).unwrap_or_default();
    let day = |percent| working_day_after(span.calendar, span.to, percentile(sorted, percent)?);
    Forecast {
        runs: RUNS,
        seed,
        remaining_tasks: remaining,
        sample_days: u32::try_from(pool.len()).unwrap_or(u32::MAX),
        sample_tasks: pool.iter().sum(),
        sample_scope_change: scope_change,
        p50: day(50),
        p85: day(85),
        p95: day(95),
        week: week(span, seed),
    }
}

/// Compares with the forecast at the end of the day a week before the last one.
fn week(span: &ReportSpan<'_>, seed: u32) -> Option<ForecastWeek> {
    let past = span.all_days.iter().take_while(|figures| figures.day <= span.to.saturating_sub(WEEK)).count();
    let (before, since) = span.all_days.split_at(past);
    let last = before.last().filter(|figures| figures.totals.scope_tasks() > 0)?;
    let Sample { pool, .. } = sample(span.calendar, before);
    let remaining = last.totals.remaining_tasks();
    let durations = if suffices(&pool) { simulate(&pool, &[remaining], seed) } else { Vec::new() };
    let sorted = durations.first().map(Vec::as_slice).unwrap_or_default();
    let day = |percent| working_day_after(span.calendar, last.day, percentile(sorted, percent)?);
    Some(ForecastWeek {
        done_tasks: since.iter().map(|figures| figures.done_tasks).sum(),
        scope_change: difference(span.last().totals.scope_tasks(), last.totals.scope_tasks()),
        p50: day(50),
        p85: day(85),
    })
}

/// Returns what a forecast lacks, and the first day on which there may be one.
pub(crate) fn notice(span: &ReportSpan<'_>) -> Option<Text> {
    let Sample { pool, .. } = sample(span.calendar, span.all_days);
    if suffices(&pool) {
        return None;
    }
    let days = ("days", pool.len().to_string());
    let missing = u32::try_from(MIN_SAMPLE_DAYS.saturating_sub(pool.len())).unwrap_or_default();
    if missing == 0 {
        return Some(Text::with(texts::FORECAST_NEEDS_TASKS, [days]));
    }
    let Some(date) = working_day_after(span.calendar, span.to, missing) else {
        return Some(Text::plain(texts::FORECAST_NEEDS_WORKING_DAYS));
    };
    let done: u32 = pool.iter().sum();
    let args = [("minimum", MIN_SAMPLE_DAYS.to_string()), ("done", done.to_string()), days];
    Some(Text::with(texts::FORECAST_NEEDS_DAYS, args).with_date(format_date(date)))
}

#[cfg(test)]
mod tests {
    use super::{RUNS, SplitMix64, percentile, simulate};

    #[test]
    fn split_mix_gives_the_numbers_of_its_reference() {
        let mut random = SplitMix64(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_steady_throughput_has_one_duration() {
        for (pool, goal, days) in [(vec![2, 2, 2, 2, 2], 10, 5), (vec![1], 400, 400), (vec![3], 10, 4), (vec![1], 0, 0)]
        {
            let durations = simulate(&pool, &[goal], 7);
            assert_eq!(durations[0].len(), usize::try_from(RUNS).unwrap());
            assert!(durations[0].iter().all(|duration| *duration == days), "{pool:?} {goal}");
        }
        assert!(simulate(&[1], &[3_000], 7)[0].iter().all(|duration| *duration == u32::MAX));
    }

    #[test]
    fn blocks_do_not_change_the_mean() {
        // 1 task in 4 days on average: 200 tasks take about 800 days.
        let durations = simulate(&[0, 0, 0, 1], &[200], 3);
        let sum: u64 = durations[0].iter().map(|days| u64::from(*days)).sum();
        let mean = sum / u64::from(RUNS);
        assert!((780..=820).contains(&mean), "{mean}");
    }

    #[test]
    fn percentiles_are_nearest_ranks() {
        let values: Vec<u32> = (1..=20).collect();
        assert_eq!([50, 85, 95].map(|percent| percentile(&values, percent)), [Some(10), Some(17), Some(19)]);
        assert_eq!([50, 85, 95].map(|percent| percentile(&[4], percent)), [Some(4); 3]);
        assert_eq!(percentile(&[], 50), None);
    }
}
