//! How the command line names the calls that answers suggest: as commands to type, not as tools.

use handoff_agent::{Message, Suggestion};

/// The number of the first item of a list. The arguments of commands count from the same number.
const FIRST_ITEM: usize = 1;

/// Returns a message as people at a shell read it.
pub fn render(message: &Message) -> String {
    message.render(command, FIRST_ITEM)
}

/// Returns the command that does what a suggestion is for.
fn command(suggestion: &Suggestion) -> String {
    match suggestion {
        Suggestion::Init => "handoff init NAME".to_owned(),
        Suggestion::InitBeside => "handoff init NAME --beside".to_owned(),
        Suggestion::BeginSession | Suggestion::BeginSessionWith => "handoff session save SUMMARY --active".to_owned(),
        Suggestion::Save => "handoff session save SUMMARY".to_owned(),
        Suggestion::TakeOver => "handoff task claim ID --take-over".to_owned(),
        Suggestion::LoadSession => "handoff session load ID".to_owned(),
        Suggestion::LoadOneOf => "handoff session load ID goes on with one".to_owned(),
        Suggestion::LoadMore(tokens) => format!("handoff session load --budget {tokens}"),
        Suggestion::ListReferrals => "handoff referral list".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_name_commands() {
        for (suggestion, expected) in [
            (Suggestion::Init, "handoff init NAME"),
            (Suggestion::BeginSession, "handoff session save SUMMARY --active"),
            (Suggestion::BeginSessionWith, "handoff session save SUMMARY --active"),
            (Suggestion::Save, "handoff session save SUMMARY"),
            (Suggestion::TakeOver, "handoff task claim ID --take-over"),
            (Suggestion::LoadSession, "handoff session load ID"),
            (Suggestion::LoadOneOf, "handoff session load ID goes on with one"),
            (Suggestion::LoadMore(4000), "handoff session load --budget 4000"),
            (Suggestion::ListReferrals, "handoff referral list"),
        ] {
            assert_eq!(command(&suggestion), expected);
            assert_eq!(render(&suggestion.into()), expected);
        }
    }

    #[test]
    fn text_that_names_tools_is_left_alone() {
        for text in ["Run handoff_init first", "- 3 more: handoff_list_sessions", "Warning: Session s-1 handoff_init"] {
            assert_eq!(render(&text.into()), text);
        }
    }
}
