//! Splits text into words, to compare and search texts, and to find the tasks that a text mentions.
//! Splits notes into comments.

mod mentions;
mod search_words;
mod tokens;

pub(crate) mod bm25;
pub(crate) mod excerpt;
pub(crate) mod notes;
pub(crate) mod paths;
pub(crate) mod search_query;

use std::collections::BTreeSet;

pub use mentions::mentioned_ids;
pub(crate) use mentions::{collect_texts, mentions};
pub use paths::normal_path;
use search_words::is_function_word;
pub use tokens::{estimate_tokens, token_cost};

/// Returns the words of a text in lower case. A script without spaces between words counts by pairs
/// of characters.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut spaceless_run: Vec<char> = Vec::new();
    for character in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        let is_spaceless = is_spaceless(character);
        if !is_spaceless && !spaceless_run.is_empty() {
            push_pairs(&spaceless_run, &mut words);
            spaceless_run.clear();
        }
        if is_spaceless {
            spaceless_run.push(character);
        } else if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words
}

/// Adds each pair of neighbouring characters, or the only character.
fn push_pairs(run: &[char], words: &mut Vec<String>) {
    if run.len() == 1 {
        words.extend(run.iter().map(char::to_string));
    }
    words.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
}

/// Returns whether a character is Kana or Han.
fn is_spaceless(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Words that say nothing about the subject of a text, besides function words: numerals, and what
/// decisions do with their subject.
const COMMON: &str = "add avoid choose don drop first get go keep kept let make need one put second set stop t take \
    thing two use used using";

/// The share of the words of the shorter text that must be in the other one, for the same subject.
const MIN_SHARED_SUBJECT: f64 = 0.5;
/// The share of all words that two texts of the same form have in common.
const MIN_SHARED_FORM: f64 = 0.5;
/// The minimum number of words that texts of the same form have in common.
const MIN_SHARED_FORM_WORDS: usize = 3;

/// Returns how likely two short texts are about the same subject, from 0 to 1, or `None` if they
/// are probably not: they share half of the subject of the shorter one, or they differ in few words.
/// A single shared word is enough only if it is the whole subject of the shorter text.
pub(crate) fn subject_similarity(one: &str, other: &str) -> Option<f64> {
    let (all, other_all) = (word_set(one), word_set(other));
    let (subject, other_subject) = (subject_words(&all), subject_words(&other_all));
    let shared = subject.intersection(&other_subject).count();
    let shorter = subject.len().min(other_subject.len());
    if shared == 0 {
        return None;
    }
    let subject_share = to_f64(shared) / to_f64(shorter);
    let form_share = similarity(&all, &other_all);
    let is_same_form = all.intersection(&other_all).count() >= MIN_SHARED_FORM_WORDS && form_share >= MIN_SHARED_FORM;
    let is_same_subject = (shared > 1 || shorter == 1) && subject_share >= MIN_SHARED_SUBJECT;
    (is_same_subject || is_same_form).then(|| subject_share.max(form_share))
}

fn word_set(text: &str) -> BTreeSet<String> {
    words(text).into_iter().collect()
}

/// Returns the words that name a subject, in the singular: not the common ones, single characters
/// and numbers, nor pairs with Hiragana, which are mostly grammar.
fn subject_words(words: &BTreeSet<String>) -> BTreeSet<String> {
    let is_hiragana = |character: char| matches!(character, '\u{3040}'..='\u{309f}');
    let names_subject = |word: &&String| {
        let is_single = word.chars().nth(1).is_none() && word.is_ascii();
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        !is_single && !is_number && !word.contains(is_hiragana)
    };
    let singular = |word: &String| word.strip_suffix('s').filter(|stem| stem.len() > 3).unwrap_or(word).to_owned();
    let is_common = |word: &String| is_function_word(word) || COMMON.split_whitespace().any(|common| common == word);
    words.iter().filter(names_subject).map(singular).filter(|word| !is_common(word)).collect()
}

/// Returns the Jaccard similarity of two sets of words, from 0 to 1.
pub(crate) fn similarity(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { to_f64(shared) / to_f64(all) }
}

/// Converts a count, which is far below `u32::MAX`.
pub(crate) fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::{subject_similarity, words};

    #[test]
    fn words_splits_spaced_and_spaceless_scripts() {
        for (text, expected) in [
            ("Write atomically: temp-file, fsync!", vec!["write", "atomically", "temp", "file", "fsync"]),
            ("潮汐マップ v1.0", vec!["潮汐", "汐マ", "マッ", "ップ", "v1", "0"]),
            ("a潮b", vec!["a", "潮", "b"]),
            ("snake_case ÉCOLE", vec!["snake_case", "école"]),
            (" ,.", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn similar_texts_are_about_the_same_subject() {
        for (one, other, is_similar) in [
            ("Do not use PostgreSQL", "Use PostgreSQL for the orders", true),
            ("Avoid PostgreSQL", "Use PostgreSQL for the orders", true),
            ("Statements are read as Latin-1", "Statements are read as UTF-8", true),
            ("Keep feet in the file", "Keep metres in the file", true),
            ("Order numbers are UUIDs", "The number of an order is a counter", true),
            ("Rows are parsed lazily", "Rows are stored in UTC", false),
            ("Use tabs", "Use SQLite", false),
            ("w1 d", "w2 d", false),
            ("one thing", "second thing", false),
            ("Release on 12 May", "Ask on 12 May", false),
            ("", "", false),
            ("注文には PostgreSQL を使う", "PostgreSQL は使わない", true),
            ("潮位は分単位で保存する", "潮位は秒単位で保存する", true),
            ("文字コードは UTF-8", "文字コードは Shift_JIS", true),
            ("保存は一日一回", "通知は一時間ごと", false),
            ("画面は日本語にする", "ログは英語にする", false),
            ("使わない", "使う", false),
        ] {
            assert_eq!(subject_similarity(one, other).is_some(), is_similar, "{one} / {other}");
            assert_eq!(subject_similarity(other, one), subject_similarity(one, other), "symmetric");
        }
    }
}
