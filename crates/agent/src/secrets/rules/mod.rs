//! The rules as data: one table for each group of services, and one for forms of any service.

mod cloud;
mod code;
mod forms;
mod messages;
mod models;
mod names;
mod payments;
pub(super) mod starts;
mod work;

/// A form of secrets, with examples.
///
/// `matches` and `keeps` are templates: `{a36}` means 36 random characters of the alphabet `a`
/// (see the tests), so that this source has no text that scanners report.
pub(super) struct Rule {
    /// Name of the rule, unique.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name the rule that fails"))]
    pub id: &'static str,
    /// The name of the secret in the replacement.
    pub kind: &'static str,
    /// Where it may begin.
    pub begins: Begins,
    /// Regular expression that begins with a literal. Its first group that matches, or else all of
    /// it, is the secret. What follows an unlimited repetition must be optional, so that a text is
    /// read once.
    pub pattern: &'static str,
    /// The form of the text.
    pub check: Check,
    /// Certainty of a text that passes the check. [`Check::Value`] and [`Check::Login`] may lower it.
    pub certainty: Certainty,
    /// Examples that the rule finds.
    #[cfg_attr(not(test), expect(dead_code, reason = "examples are read by tests"))]
    pub matches: &'static [&'static str],
    /// Similar texts in which no rule finds anything.
    #[cfg_attr(not(test), expect(dead_code, reason = "examples are read by tests"))]
    pub keeps: &'static [&'static str],
}

/// How sure a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    /// The text is kept and reported.
    Doubtful,
    /// The text is replaced.
    Certain,
}

/// The condition for the character before a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// None: names have any words before them.
    Anywhere,
    /// Not a letter or digit, except of an escaped character such as `\n` or `%2F`.
    Word,
    /// Not a letter, except where a capital letter begins a word, as in `smtpPass`.
    Part,
}

/// The condition for a text that a pattern has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Not part of base64 text.
    Block,
    /// Not a placeholder: many different characters.
    Random,
    /// The same, and not a name or a path.
    Word,
    /// Has lines of a private key.
    PrivateKey,
    /// A password between a user and a host.
    Login,
    /// A user and a password as base64.
    Basic,
    /// Cookies, one of which is long and random.
    Cookie,
    /// The match ends where the value of a name begins.
    Value(Name),
    /// The same in a sentence, such as "the password is …".
    Prose(Name),
}

/// The kinds of names whose values are secrets. They differ in the length that values have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// A password that a person has chosen.
    Password,
    /// The name of a key or of a secret.
    Key,
    /// A name that often has other values, such as `token`.
    Token,
}

/// The fields that most rules share: a token of a service.
const TOKEN: Rule = Rule {
    id: "",
    kind: "API key",
    begins: Begins::Word,
    pattern: "",
    check: Check::Random,
    certainty: Certainty::Certain,
    matches: &[],
    keeps: &[],
};

/// Returns all rules. Where two rules match at the same place, the first one applies.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    [
        forms::RULES,
        code::RULES,
        cloud::RULES,
        models::RULES,
        messages::RULES,
        payments::RULES,
        work::RULES,
        names::RULES,
    ]
    .into_iter()
    .flatten()
}
