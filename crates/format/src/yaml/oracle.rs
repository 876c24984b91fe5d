//! The reader beside a YAML library: what is read here means the same there.

use proptest::prelude::*;
use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};
use serde_json::Map;

use super::parse;
use super::scalar::plain_value;
use crate::Value;

/// The library's reading; none where it finds a fault or something that front matter has not.
fn theirs(text: &str) -> Option<Value> {
    let mut parser = Parser::new_from_str(text);
    loop {
        match parser.next_event()?.ok()?.0 {
            Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
            Event::StreamEnd => return Some(Value::Object(Map::new())),
            event => {
                let value = value(event, &mut parser)?;
                let is_over = matches!(parser.next_event()?.ok()?.0, Event::DocumentEnd)
                    && matches!(parser.next_event()?.ok()?.0, Event::StreamEnd);
                return is_over.then_some(value);
            }
        }
    }
}

fn value<'t>(event: Event<'t>, parser: &mut Parser<'t, StrInput<'t>>) -> Option<Value> {
    match event {
        Event::Scalar(text, ScalarStyle::Plain, ..) => Some(plain_value(&text)),
        Event::Scalar(text, ..) => Some(Value::String(text.into_owned())),
        Event::SequenceStart(..) => {
            let mut values = Vec::new();
            loop {
                match parser.next_event()?.ok()?.0 {
                    Event::SequenceEnd => return Some(Value::Array(values)),
                    event => values.push(value(event, parser)?),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut values = Map::new();
            loop {
                let key = match parser.next_event()?.ok()?.0 {
                    Event::MappingEnd => return Some(Value::Object(values)),
                    Event::Scalar(key, ..) => key.into_owned(),
                    _ => return None,
                };
                let event = parser.next_event()?.ok()?.0;
                values.insert(key, value(event, parser)?);
            }
        }
        _ => None,
    }
}

/// Pieces of front matter, right and wrong ones, at any indentation.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-c]{1,3}",
        Just("a b".to_owned()),
        Just("'it''s'".to_owned()),
        Just("\"x\\ty\"".to_owned()),
        Just("12".to_owned()),
        Just("-1.5".to_owned()),
        Just("true".to_owned()),
        Just("~".to_owned()),
        Just("https://a.b/c#d".to_owned()),
        Just("a:b".to_owned()),
        Just("日本".to_owned()),
        Just("[a, 'b', [1, {c: d}]]".to_owned()),
        Just("{a: 1, \"b\": [], c: }".to_owned()),
        Just("[]".to_owned()),
        Just("\"two".to_owned()),
        Just("'three".to_owned()),
        Just("[a,".to_owned()),
        Just("b]".to_owned()),
        Just("|".to_owned()),
        Just(">-".to_owned()),
        Just("|+".to_owned()),
        Just("- x".to_owned()),
        Just("#".to_owned()),
        Just(String::new()),
    ];
    let mark = prop_oneof![
        3 => Just("k: "), 1 => Just("l: "), 1 => Just("'m': "), 1 => Just("n:"), 2 => Just("- "), 1 => Just("- o: "), 1 => Just(""), 1 => Just("# "),
    ];
    let end = prop_oneof![4 => Just(""), 1 => Just(" # c"), 1 => Just("  "), 1 => Just(" #")];
    (prop_oneof![3 => Just(0), 3 => Just(2), 1 => Just(1), 1 => Just(4)], mark, word, end)
        .prop_map(|(indent, mark, word, end)| format!("{:indent$}{mark}{word}{end}", ""))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn what_is_read_means_the_same_there(lines in prop::collection::vec(line(), 1..7), newline in prop_oneof![Just("\n"), Just("\r\n")]) {
        let text = lines.join(newline) + newline;
        if let Ok(front) = parse(&text, 0..text.len()) {
            let ours = Value::Object(front.values);
            let theirs = theirs(&text);
            prop_assert!(theirs.as_ref() == Some(&ours), "{text:?}\nours   {ours}\ntheirs {theirs:?}");
        }
    }
}
