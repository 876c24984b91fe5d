//! Sentences, and parts of sentences, about several subjects.

texts! {
    A_PERSON = "a person";
    AN_AGENT = "an agent";
    HOURS = "{hours} h";
    NOT_ONE_OF = "{value} is not one of {wanted}.";
}
