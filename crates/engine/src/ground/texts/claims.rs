//! Tasks that somebody holds.

texts! {
    CLAIMED = "Claimed {task}";
    CLAIM_RENEWED = "Kept holding {task}";
    TAKEN_OVER = "Took {task} over from {holder}";
    RELEASED = "Released {task}";
    RELEASED_NOTHING = "Released nothing, since no task was held";
    CLAIMS_RENEWED = "Renewed claims";
    NEEDS_PERSON = "Noted that an agent needs a person";
    WENT_ON = "Noted that an agent goes on";
    COUNTED_TOKENS = "Counted the tokens of a conversation";
    HELD_BY = "{id} is held by {holder}, heard {minutes} min ago.";
    HELD_BY_NOW = "{id} is held by {holder}, heard just now.";

    // Refusals.
    RELEASE_OF_OTHERS = "{id} is held by {holder}, heard {minutes} min ago. Only its holder or a person can release it.";
    RELEASE_OF_OTHERS_NOW = "{id} is held by {holder}, heard just now. Only its holder or a person can release it.";
    CLAIM_OF_CLOSED = "{id} is {status}, so it cannot be claimed. Set it to another status first.";
    NOTHING_OWN_TO_CLAIM = "There is no task to begin or to go on with that is yours or nobody's. Assigned to others: {count}. With `any` (`--any`), these count too.";
    NOTHING_TO_CLAIM = "There is no task to begin or to go on with that nobody holds.";
    CLAIM_UNREADABLE = "{path} is not a regular file, so {id} cannot be claimed. Move it elsewhere.";
}
