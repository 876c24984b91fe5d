//! Proposals.

texts! {
    // Labels.
    PROPOSED = "Proposed as {id}: {change}";
    PROPOSAL_ACCEPTED = "Accepted the proposal {id} of {author}";
    PROPOSAL_PARTLY_ACCEPTED = "Accepted {count} of {total} changes of the proposal {id} of {author}";
    PROPOSAL_REJECTED = "Rejected the proposal {id} of {author}";

    // Refusals.
    PROPOSAL_WITHOUT_REASON = "A proposal needs a reason. A person reads it.";
    PROPOSAL_UNPROPOSABLE = "Only changes of the plan can be proposed: creating, changing, moving, scheduling and deleting tasks, and milestones.";
    PROPOSAL_NOTHING = "The plan is like that already, so there is nothing to propose.";
    PROPOSAL_MANY = "A proposal has at most {limit} changes, and this one has {count}. Divide it.";
    PROPOSAL_NEEDED = "Plans of agents need the approval of a person in this project. Change tasks one by one, which makes proposals, or ask a person.";
    PROPOSAL_UNKNOWN = "There is no proposal {id}.";
    PROPOSAL_ANSWERED = "The proposal {id} has been answered already.";
    PROPOSAL_BY_PERSON = "Only a person accepts or rejects the proposal {id}.";
    PROPOSAL_REJECTED_WITHOUT_WORD = "Say why, so that {author} knows what to do next.";
    PROPOSAL_NO_ELEMENT = "The proposal {id} has no change {number}.";
    PROPOSAL_NO_FIELD = "Change {number} of the proposal {id} does not change {field}.";
    PROPOSAL_ALL_IN_CONFLICT = "Nothing of the proposal {id} can be accepted as it is, because the tasks have changed since. Choose single fields, or reject it.";

    // Problems.
    PROPOSAL_TOO_LARGE = "The proposal has {count} changes. At most {limit} are shown and accepted.";
    PROPOSAL_ELEMENT = "Change {number} of the proposal is not one that can be accepted. Correct or remove it.";
}
