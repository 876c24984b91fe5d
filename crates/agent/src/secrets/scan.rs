//! Finds secrets in a text with all rules at once.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::MatchKind;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use regex_automata::meta::Regex;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};

use crate::secrets::private_key::key_length;
use crate::secrets::reader::{MAX_READ, Reader};
use crate::secrets::rules::starts::STARTS;
use crate::secrets::rules::{self, Begins, Certainty, Check, Name, Rule};
use crate::secrets::value::{Style, has_random_value, is_basic, is_name, is_random, judge, judge_login};

/// A part of a text that is or may be a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// Range in bytes.
    pub range: Range<usize>,
    /// Its kind.
    pub kind: &'static str,
    /// Whether it is replaced.
    pub certainty: Certainty,
}

/// All rules, and the literals that find in one pass where any of them may begin.
struct Scanner {
    /// Its patterns are those of [`STARTS`].
    starts: NFA,
    rules: Vec<CompiledRule>,
}

/// A rule whose pattern is compiled when it is needed first.
struct CompiledRule {
    rule: &'static Rule,
    regex: OnceLock<Option<Regex>>,
}

/// `None` only if the literals are too many for a search.
static SCANNER: LazyLock<Option<Scanner>> = LazyLock::new(Scanner::new);

impl Scanner {
    fn new() -> Option<Scanner> {
        let literals = STARTS.iter().map(|(literal, _)| literal);
        let starts =
            NFA::builder().ascii_case_insensitive(true).match_kind(MatchKind::LeftmostLongest).build(literals).ok()?;
        let rules = rules::all().map(|rule| CompiledRule { rule, regex: OnceLock::new() }).collect();
        Some(Scanner { starts, rules })
    }

    /// Returns the first match of a rule at or after a position.
    fn next(&self, text: &str, mut at: usize) -> Option<Candidate> {
        loop {
            let start = self.starts.try_find(&aho_corasick::Input::new(text).range(at..)).ok()??;
            let (_, indexes) = STARTS.get(start.pattern().as_usize())?;
            let mut rules = indexes.iter().filter_map(|index| self.rules.get(*index));
            if let Some(found) = rules.find_map(|compiled| compiled.matches(text, start.start())) {
                return Some(found);
            }
            at = text.ceil_char_boundary(start.start() + 1);
        }
    }
}

/// Compiles a pattern. Its classes without Unicode match the bytes of any character.
fn compile(pattern: &str) -> Option<Regex> {
    let config = Regex::config().utf8_empty(false);
    Regex::builder().configure(config).syntax(syntax::Config::new().utf8(false)).build(pattern).ok()
}

impl CompiledRule {
    /// Returns the match that begins at a position.
    fn matches(&self, text: &str, start: usize) -> Option<Candidate> {
        if !may_begin(self.rule.begins, text, start) {
            return None;
        }
        let regex = self.regex.get_or_init(|| compile(self.rule.pattern)).as_ref()?;
        let input = Input::new(text).range(start..).anchored(Anchored::Yes);
        let whole = regex.search(&input)?.range();
        let mut secret = whole.clone();
        if regex.captures_len() > 1 {
            let mut captures = regex.create_captures();
            regex.search_captures(&input.range(whole.clone()), &mut captures);
            let group = (1..captures.group_len()).find_map(|index| captures.get_group(index));
            secret = group.map_or(secret, |group| group.range());
        }
        Some(Candidate { rule: self.rule, whole, secret })
    }
}

fn may_begin(begins: Begins, text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().as_bytes();
    let is_escaped = match before {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., b'%', first, second] => first.is_ascii_hexdigit() && second.is_ascii_hexdigit(),
        _ => false,
    };
    let Some(last) = before.last() else { return true };
    is_escaped
        || match begins {
            Begins::Anywhere => true,
            Begins::Word => !last.is_ascii_alphanumeric(),
            Begins::Part => {
                let first = text.as_bytes().get(start);
                !last.is_ascii_alphabetic() || last.is_ascii_lowercase() && first.is_some_and(u8::is_ascii_uppercase)
            }
        }
}

/// Returns the certain and doubtful secrets in a text, in order and without overlaps.
pub(crate) fn find(text: &str) -> Vec<Match> {
    let Some(scanner) = &*SCANNER else { return Vec::new() };
    let mut reader = Reader::new(text);
    let mut matches = Vec::new();
    let mut at = 0;
    while let Some(candidate) = scanner.next(text, at) {
        let (found, next) = candidate.examine(text, &mut reader);
        matches.extend(found);
        // A secret may be inside of another one, so the search goes on behind the name or prefix.
        at = next.max(text.ceil_char_boundary(candidate.whole.start + 1));
    }
    separate(matches)
}

/// Returns the kind of name that a key of an object is, with the certainty of its rule.
fn name_kind(key: &str) -> Option<(Name, Certainty)> {
    let scanner = SCANNER.as_ref()?;
    let assigned = format!("{key}:");
    let mut at = 0;
    while let Some(candidate) = scanner.next(&assigned, at) {
        if let Check::Value(name) = candidate.rule.check
            && candidate.whole.end == assigned.len()
        {
            return Some((name, candidate.rule.certainty));
        }
        at = assigned.ceil_char_boundary(candidate.whole.start + 1);
    }
    None
}

/// Returns the matches in the text at a key of an object.
pub(super) fn find_member(key: &str, text: &str) -> Vec<Match> {
    let judged = || {
        let (name, certainty) = name_kind(key)?;
        Some(judge(text, name, Style::Quoted)?.min(certainty))
    };
    match if key.is_empty() || text.len() < 4 { None } else { judged() } {
        Some(Certainty::Certain) => {
            vec![Match { range: 0..text.len(), kind: "password", certainty: Certainty::Certain }]
        }
        Some(Certainty::Doubtful) => {
            let whole = Match { range: 0..text.len(), kind: "password", certainty: Certainty::Doubtful };
            separate(find(text).into_iter().chain([whole]).collect())
        }
        None => find(text),
    }
}

/// A match of a pattern, which its rule examines.
struct Candidate {
    rule: &'static Rule,
    whole: Range<usize>,
    secret: Range<usize>,
}

impl Candidate {
    /// Returns the secret, if it is one, and where to go on at the earliest.
    fn examine(&self, text: &str, reader: &mut Reader) -> (Option<Match>, usize) {
        let secret = text.get(self.secret.clone()).unwrap_or_default();
        let (range, certainty) = match self.rule.check {
            Check::Value(name) => return (self.value(text, reader, name, false), self.whole.end),
            Check::Prose(name) => return (self.value(text, reader, name, true), self.whole.end),
            Check::PrivateKey => {
                let body = text.get(self.whole.end..).unwrap_or_default();
                let length = key_length(body);
                (self.whole.start..self.whole.end + length.unwrap_or(0), length.map(|_| Certainty::Certain))
            }
            Check::Login => (self.secret.clone(), self.login(text, secret)),
            Check::Basic => (self.secret.clone(), is_basic(secret).then_some(Certainty::Certain)),
            Check::Cookie => (self.secret.clone(), has_random_value(secret).then_some(Certainty::Certain)),
            Check::Random => (self.secret.clone(), is_random(secret).then_some(Certainty::Certain)),
            Check::Word => (self.secret.clone(), (is_random(secret) && !is_name(secret)).then_some(Certainty::Certain)),
            Check::Block => (self.secret.clone(), Some(Certainty::Certain)),
        };
        let behind = text.get(range.end..).unwrap_or_default();
        let is_part = |character: char| match self.rule.check {
            Check::PrivateKey => false,
            Check::Block => character.is_ascii_alphanumeric() || "+/=".contains(character),
            _ => character.is_ascii_alphanumeric(),
        };
        if behind.starts_with(is_part) {
            // The form is part of a longer word.
            return (None, self.whole.start);
        }
        let Some(certainty) = certainty else { return (None, self.whole.end) };
        let end = range.end;
        let certainty = certainty.min(self.rule.certainty);
        (Some(Match { range, kind: self.rule.kind, certainty }), end)
    }

    fn value(&self, text: &str, reader: &mut Reader, name: Name, is_sentence: bool) -> Option<Match> {
        let (range, style) = reader.value(self.whole.start, self.whole.end, is_sentence)?;
        let value = text.get(range.clone())?;
        let head = value.get(..value.floor_char_boundary(MAX_READ))?;
        let certainty = judge(head, name, style)?.min(self.rule.certainty);
        Some(Match { range, kind: self.rule.kind, certainty })
    }

    fn login(&self, text: &str, password: &str) -> Option<Certainty> {
        let before = text.get(self.whole.start..self.secret.start).unwrap_or_default().trim_end_matches(':');
        let user = before.rsplit(['/', ' ', '"', '\'', '=']).next().unwrap_or_default();
        let behind = text.get(self.secret.end..).unwrap_or_default();
        let host = behind.strip_prefix('@').unwrap_or_default();
        let end = host.find(|character: char| character.is_whitespace() || "\"'`<>/?#,".contains(character));
        judge_login(user, password, host.get(..end.unwrap_or(host.len())).unwrap_or_default())
    }
}

/// Sorts matches and joins those that overlap. What is certain goes before what is doubtful, and the
/// form of a service before the value of a name.
fn separate(mut matches: Vec<Match>) -> Vec<Match> {
    matches.sort_by_key(|found| (found.range.start, found.range.end));
    let mut separate: Vec<Match> = Vec::new();
    for found in matches {
        let Some(last) = separate.last_mut().filter(|last| last.range.end > found.range.start) else {
            separate.push(found);
            continue;
        };
        if found.certainty > last.certainty {
            *last = found;
        } else if found.certainty == last.certainty {
            last.range.end = last.range.end.max(found.range.end);
            if last.kind.starts_with("password") {
                last.kind = found.kind;
            }
        }
    }
    separate
}

#[cfg(test)]
pub(super) fn invalid_rules() -> Vec<&'static str> {
    rules::all().filter(|rule| compile(rule.pattern).is_none()).map(|rule| rule.id).collect()
}
