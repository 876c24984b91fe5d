//! Referrals.

use handoff_engine::ProjectPart;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::{Details, empty_list, list, local_time, priority_style, status_style, text_of};

/// Renders the list of referrals.
pub fn referrals(value: &Value, page: Page<'_>) -> Styled {
    let referrals = list(value, "referrals");
    if referrals.is_empty() {
        return empty_list(
            page,
            ProjectPart::Referrals,
            "No referrals. Other projects leave them with handoff referral send.",
        )
        .into();
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TYPE", Align::Left),
        ("PRIORITY", Align::Left),
        ("SUMMARY", Align::Flexible),
        ("FROM", Align::Left),
        ("SENT", Align::Left),
    ])
    .with_optional(&["SENT", "TYPE", "FROM", "PRIORITY"]);
    for referral in referrals {
        let (status, priority) = (text_of(referral, "status"), text_of(referral, "priority"));
        table.row(vec![
            text_of(referral, "id").into(),
            Cell::styled(status, status_style(status)),
            text_of(referral, "referral_type").into(),
            Cell::styled(priority, priority_style(priority)),
            text_of(referral, "summary").into(),
            text_of(referral, "source_project").into(),
            local_time(text_of(referral, "created_at")).into(),
        ]);
    }
    table.text(page.width)
}

/// Renders one referral.
pub fn referral(value: &Value, _: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("{} {}", text_of(value, "id"), text_of(value, "summary")));
    let status = text_of(value, "status");
    details.styled_field("status", status, status_style(status));
    details.field("type", text_of(value, "referral_type"));
    details.styled_field("priority", text_of(value, "priority"), priority_style(text_of(value, "priority")));
    details.field("from", text_of(value, "source_project"));
    details.field("folder", text_of(value, "source_project_dir"));
    details.field("sent", &local_time(text_of(value, "created_at")));
    details.body(text_of(value, "details"));
    let proposed = |task: &Value| {
        let criteria =
            list(task, "done_criteria").iter().map(|criterion| format!("\n[ ] {}", text_of(criterion, "item")));
        format!("- {}{}", text_of(task, "title"), criteria.collect::<String>())
    };
    details.section("Proposed tasks", list(value, "tasks").iter().map(proposed).collect::<Vec<_>>());
    if let Some(context) = value.get("context").filter(|context| !context.is_null()) {
        details.section("Context", [format!("{context:#}")]);
    }
    details.into_text()
}
