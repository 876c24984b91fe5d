//! Generators of values and of layouts of files.

use handoff_format::Value;
use proptest::prelude::*;
use serde_json::{Map, Number};

/// Generates texts with and without characters that need escapes.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z0-9 _.:/-]{0,12}",
        1 => "[\"'\\\\#=,\\[\\]{}\n\t\r\u{7f}\u{1}é潮🌊\u{2028}]{0,6}",
        1 => "(\"{0,4}[a\n]{0,2}){0,3}",
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![6 => "[a-e]", 2 => "[a-z_]{1,6}", 1 => text()]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(Value::String),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        (-1e6f64..1e6).prop_map(|number| Value::Number(Number::from_f64(number).unwrap())),
        Just(Value::from("2026-11-21")),
    ]
}

/// Generates slightly nested values without null.
pub fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            table_of(inner.clone()),
            prop::collection::vec(table_of(inner), 1..4).prop_map(Value::Array),
        ]
    })
}

fn table_of(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec((key(), inner), 0..5).prop_map(|pairs| Value::Object(pairs.into_iter().collect()))
}

/// Generates the values of a data file.
pub fn root() -> impl Strategy<Value = Value> {
    table_of(value())
}

/// Generates two values that have much in common.
pub fn change() -> impl Strategy<Value = (Value, Value)> {
    (root(), prop::collection::vec((any::<prop::sample::Index>(), 0..6u8, value()), 0..5)).prop_map(|(old, edits)| {
        let mut new = old.clone();
        for (index, edit, value) in edits {
            mutate(&mut new, index, edit, value);
        }
        let new = if new.is_object() { new } else { old.clone() };
        (old, new)
    })
}

/// Changes a part of a value.
fn mutate(target: &mut Value, index: prop::sample::Index, edit: u8, value: Value) {
    match target {
        Value::Object(table) if !table.is_empty() => {
            let key = table.keys().nth(index.index(table.len())).unwrap().clone();
            match edit {
                0 => drop(table.shift_remove(&key)),
                1 => drop(table.insert(format!("{key}x"), value)),
                2 => drop(table.insert(key, value)),
                _ => mutate(table.get_mut(&key).unwrap(), index, edit, value),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = index.index(list.len());
            match edit {
                0 => drop(list.remove(at)),
                1 => list.insert(at, value),
                2 => list.push(value),
                3 => list.reverse(),
                _ => mutate(&mut list[at], index, edit, value),
            }
        }
        other => *other = value,
    }
}

/// The layout of a file.
#[derive(Clone, Debug)]
pub struct Layout {
    choices: Vec<u8>,
    crlf: bool,
    pub mark: bool,
}

/// Generates layouts.
pub fn layout() -> impl Strategy<Value = Layout> {
    (prop::collection::vec(any::<u8>(), 1..40), any::<bool>(), any::<bool>()).prop_map(|(choices, crlf, mark)| Layout {
        choices,
        crlf,
        mark,
    })
}

/// Writes a value in a layout that a person might choose.
pub struct Writer<'l> {
    layout: &'l Layout,
    at: usize,
}

impl<'l> Writer<'l> {
    pub fn new(layout: &'l Layout) -> Writer<'l> {
        Writer { layout, at: 0 }
    }

    fn choose<T: Copy>(&mut self, options: &[T]) -> T {
        self.at += 1;
        let choice = self.layout.choices[self.at % self.layout.choices.len()];
        options[usize::from(choice) % options.len()]
    }

    fn finish(&self, text: &str) -> Vec<u8> {
        let text = if self.layout.crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
        let mark = if self.layout.mark { "\u{feff}" } else { "" };
        format!("{mark}{text}").into_bytes()
    }

    pub fn json(mut self, value: &Value) -> Vec<u8> {
        let unit = self.choose(&[None, Some("  "), Some("    "), Some("\t"), Some("  ")]);
        let mut text = String::new();
        self.json_value(&mut text, value, unit, 0);
        text += self.choose(&["", "\n", "\n\n"]);
        self.finish(&text)
    }

    fn json_value(&mut self, text: &mut String, value: &Value, unit: Option<&str>, depth: usize) {
        let (open, close, parts): (_, _, Vec<(Option<&String>, &Value)>) = match value {
            Value::Array(list) => ('[', ']', list.iter().map(|value| (None, value)).collect()),
            Value::Object(table) => ('{', '}', table.iter().map(|(key, value)| (Some(key), value)).collect()),
            other => return *text += &other.to_string(),
        };
        let unit = if depth > 0 { unit.filter(|_| self.choose(&[true, true, true, false])) } else { unit };
        let space = self.choose(&["", " "]);
        let line = |depth: usize| unit.map_or(space.to_owned(), |unit| format!("\n{}", unit.repeat(depth)));
        text.push(open);
        for (index, (key, value)) in parts.iter().enumerate() {
            *text += if index > 0 { "," } else { "" };
            *text += &line(depth + 1);
            if let Some(key) = key {
                *text += &Value::from(key.as_str()).to_string();
                *text += self.choose(&[": ", ":", " : ", ": "]);
            }
            self.json_value(text, value, unit, depth + 1);
        }
        if !parts.is_empty() {
            *text += &line(depth);
        }
        text.push(close);
    }

    pub fn toml(mut self, value: &Value) -> Vec<u8> {
        let mut text = self.choose(&["", "# A project\n\n", "\n", "#x\n"]).to_owned();
        self.toml_table(&mut text, "", "", value.as_object().unwrap());
        text += self.choose(&["", "# end\n", "\n# end", "\n\n"]);
        self.finish(&text)
    }

    fn toml_key(&mut self, key: &str) -> String {
        let bare = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if bare && self.choose(&[true, true, false]) { key.to_owned() } else { self.toml_string(key) }
    }

    fn toml_string(&mut self, string: &str) -> String {
        let literal = !string.contains(|character: char| character == '\'' || character.is_control());
        if literal && self.choose(&[false, false, true]) {
            return format!("'{string}'");
        }
        let mut text = String::from("\"");
        for character in string.chars() {
            match character {
                '"' | '\\' => text.extend(['\\', character]),
                control if control.is_control() => text += &format!("\\u{:04x}", u32::from(control)),
                other => text.push(other),
            }
        }
        text + "\""
    }

    fn toml_table(&mut self, text: &mut String, path: &str, prefix: &str, table: &Map<String, Value>) {
        let mut later: Vec<(String, &Value)> = Vec::new();
        for (key, value) in table {
            let key = self.toml_key(key);
            let is_tables = value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object));
            match value {
                Value::Object(_) if prefix.is_empty() && self.choose(&[true, true, false]) => later.push((key, value)),
                Value::Object(inner) if !inner.is_empty() && self.choose(&[true, false]) => {
                    self.toml_table(text, path, &format!("{prefix}{key}."), inner);
                }
                Value::Array(_) if is_tables && prefix.is_empty() && self.choose(&[true, true, false]) => {
                    later.push((key, value));
                }
                _ => {
                    *text += self.choose(&["", "", "\n", "# note\n", "\n# lone\n\n"]);
                    *text += &format!("{prefix}{key}{}", self.choose(&[" = ", "=", " = "]));
                    self.toml_value(text, value);
                    *text += self.choose(&["\n", "\n", " # why\n"]);
                }
            }
        }
        for (key, value) in later {
            let path = if path.is_empty() { key } else { format!("{path}.{key}") };
            let tables: Vec<&Value> = value.as_array().map_or(vec![value], |list| list.iter().collect());
            for inner in tables {
                *text += self.choose(&["\n", "\n", "", "\n# above\n", "\n# apart\n\n"]);
                *text += &if value.is_array() { format!("[[{path}]]") } else { format!("[{path}]") };
                *text += self.choose(&["\n", "\n", " # head\n"]);
                self.toml_table(text, &path, "", inner.as_object().unwrap());
            }
        }
    }

    fn toml_value(&mut self, text: &mut String, value: &Value) {
        match value {
            Value::String(string) if string == "2026-11-21" => *text += self.choose(&["2026-11-21", "\"2026-11-21\""]),
            Value::String(string) => *text += &self.toml_string(string),
            Value::Array(list) => {
                let tall = self.choose(&[false, true]) && !list.is_empty();
                let comma = self.choose(&[", ", ","]);
                *text += if tall { "[" } else { self.choose(&["[", "["]) };
                for (index, value) in list.iter().enumerate() {
                    *text += if index == 0 {
                        ""
                    } else if tall {
                        ","
                    } else {
                        comma
                    };
                    if tall {
                        *text += if index > 0 { self.choose(&["", " # why, so"]) } else { "" };
                        *text += "\n    ";
                    }
                    self.toml_value(text, value);
                }
                if tall {
                    *text += self.choose(&["", ",", ", # last", " # last"]);
                    *text += "\n";
                }
                *text += "]";
            }
            Value::Object(table) => {
                let pad = self.choose(&[" ", ""]);
                *text += "{";
                for (index, (key, value)) in table.iter().enumerate() {
                    *text += if index == 0 { pad } else { ", " };
                    *text += &format!("{} = ", self.toml_key(key));
                    self.toml_value(text, value);
                }
                *text += if table.is_empty() { "" } else { pad };
                *text += "}";
            }
            other => *text += &other.to_string(),
        }
    }
}
