//! How the command line names the calls that answers suggest: as commands to type, not as tools.

use handoff_agent::{Message, Suggestion};

/// Returns a message as people at a shell read it.
pub fn render(message: &Message) -> String {
    message.render(command)
}

/// Returns the command that does what a suggestion is for.
fn command(suggestion: &Suggestion) -> String {
    match suggestion {
        Suggestion::Init => "handoff init NAME".to_owned(),
        Suggestion::BeginSession | Suggestion::BeginSessionWith => "handoff session save SUMMARY --active".to_owned(),
        Suggestion::LoadSession => "handoff session load ID".to_owned(),
        Suggestion::LoadOneOf => "handoff session load ID goes on with one".to_owned(),
        Suggestion::ForkSession => "handoff session fork ID SUMMARY".to_owned(),
        Suggestion::BuildOn(id) => format!("handoff session fork {id} SUMMARY"),
        Suggestion::GetSession(id) => format!("handoff session show {id}"),
        Suggestion::ListSessions => "handoff session list".to_owned(),
        Suggestion::ListTasks(status) => format!("handoff task list --status {}", status.name()),
        Suggestion::ListReferrals => "handoff referral list".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::Status;

    use super::*;

    #[test]
    fn suggestions_name_commands() {
        let id = || "s-1".to_owned();
        for (suggestion, expected) in [
            (Suggestion::Init, "handoff init NAME"),
            (Suggestion::BeginSession, "handoff session save SUMMARY --active"),
            (Suggestion::BeginSessionWith, "handoff session save SUMMARY --active"),
            (Suggestion::LoadSession, "handoff session load ID"),
            (Suggestion::LoadOneOf, "handoff session load ID goes on with one"),
            (Suggestion::ForkSession, "handoff session fork ID SUMMARY"),
            (Suggestion::BuildOn(id()), "handoff session fork s-1 SUMMARY"),
            (Suggestion::GetSession(id()), "handoff session show s-1"),
            (Suggestion::ListSessions, "handoff session list"),
            (Suggestion::ListTasks(Status::Blocked), "handoff task list --status blocked"),
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
