//! What agents have used: tokens, and what they cost by the prices of the project.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, ValueEnum};
use handoff_agent::cost::{Cost, CostGroup, CostPart, cost};
use handoff_format::format_date;
use handoff_protocol::Text;

use crate::ground::clock;
use crate::ground::styled::Styled;
use crate::verbs::arguments::times::{EnteredTime, parse_since};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::Page;

/// Arguments of `handoff cost`.
#[derive(Debug, Args)]
pub struct CostCommand {
    /// What the tokens are divided by.
    #[arg(long, value_enum, default_value_t = By::Task)]
    by: By,
    /// From the day of which time on: yesterday, today, a span such as 8h or 3d, a day such as 2026-12-01, or an RFC 3339 time. All
    /// days if it is left out.
    #[arg(long, value_name = "TIME", value_parser = parse_since)]
    since: Option<EnteredTime>,
}

/// What the tokens are divided by.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum By {
    /// By task.
    Task,
    /// By agent.
    Agent,
    /// By model.
    Model,
    /// By day.
    Day,
}

impl CostCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        let by = match self.by {
            By::Task => CostGroup::Task,
            By::Agent => CostGroup::Agent,
            By::Model => CostGroup::Model,
            By::Day => CostGroup::Day,
        };
        Invocation::view(
            move |project| {
                let notes = self.since.iter().filter_map(|since| since.note.as_deref()).map(Text::plain).collect();
                let day = self.since.as_ref().map(|since| format_date(clock::time_zone(since.at).day_of(since.at)));
                Ok((cost(project.engine().reader(), by, day.as_deref()), notes))
            },
            render,
        )
    }
}

fn render(cost: &Cost, _: Page<'_>) -> Styled {
    let mut styled = Styled::default();
    if cost.parts.is_empty() {
        styled.push("No tokens are known. Hooks of Claude Code and Codex count them: run handoff setup.\n");
    }
    push_parts(&mut styled, "", cost);
    styled
}

/// Adds a line for each part and for their sum.
pub(super) fn push_parts(styled: &mut Styled, indent: &str, Cost { currency, parts, total }: &Cost) {
    let currency = currency.as_deref().unwrap_or_default();
    for part in parts {
        let name = match (&part.title, part.name.as_str()) {
            (Some(title), id) => format!("{id} {title}"),
            (None, "") => "(no task, or none is known)".to_owned(),
            (None, name) => name.to_owned(),
        };
        push(styled, &format!("{indent}{name}"), part, currency);
    }
    if let Some(total) = total {
        push(styled, &format!("{indent}In all"), total, currency);
    }
}

fn push(styled: &mut Styled, name: &str, part: &CostPart, currency: &str) {
    let CostPart { input, cached, output, cost, .. } = part;
    let cost = cost.map(|cost| format!("; {cost:.2} {currency}").trim_end().to_owned()).unwrap_or_default();
    styled.push(&format!("{name}: {} in, {} cached, {} out{cost}\n", short(*input), short(*cached), short(*output)));
}

/// Returns a number of tokens in at most four digits: 950, 1.2k, 35k, 1.4M.
fn short(count: u64) -> String {
    let rounded = |unit: u64, name: &str| {
        let tenths = count.saturating_mul(10).saturating_add(unit / 2) / unit;
        let whole = count.saturating_add(unit / 2) / unit;
        if tenths < 100 { format!("{}.{}{name}", tenths / 10, tenths % 10) } else { format!("{whole}{name}") }
    };
    match count {
        0..1_000 => count.to_string(),
        1_000..999_500 => rounded(1_000, "k"),
        _ => rounded(1_000_000, "M"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tokens_are_short() {
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1.0k"),
            (1_249, "1.2k"),
            (9_960, "10k"),
            (35_400, "35k"),
            (999_499, "999k"),
            (999_500, "1.0M"),
            (1_400_000, "1.4M"),
            (u64::MAX, "18446744073709M"),
        ] {
            assert_eq!(short(count), text, "{count}");
        }
    }
}
