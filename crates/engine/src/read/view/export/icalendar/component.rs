//! The syntax of iCalendar, RFC 5545: components, properties and folded lines.

use std::fmt::{self, Display, Formatter, Write};

/// Maximum octets of a line, without its line break.
const MAX_LINE_OCTETS: usize = 75;

/// A component: its properties, then the components inside it, in the order of the file.
pub(super) struct Component {
    name: &'static str,
    properties: Vec<Property>,
    components: Vec<Component>,
}

impl Component {
    pub(super) fn new(name: &'static str) -> Component {
        Component { name, properties: Vec::new(), components: Vec::new() }
    }

    /// Adds properties, except those without a value.
    pub(super) fn extend(&mut self, properties: impl IntoIterator<Item = Property>) {
        self.properties.extend(properties.into_iter().filter(|property| !property.value.is_empty()));
    }

    pub(super) fn push(&mut self, component: Component) {
        self.components.push(component);
    }
}

impl Display for Component {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        fold(formatter, &format!("BEGIN:{}", self.name))?;
        for property in &self.properties {
            fold(formatter, &format!("{}{}:{}", property.name, property.parameters, property.value))?;
        }
        for component in &self.components {
            component.fmt(formatter)?;
        }
        fold(formatter, &format!("END:{}", self.name))
    }
}

/// A property: a name, parameters, and an escaped value.
pub(super) struct Property {
    name: &'static str,
    /// As in the file: `;VALUE=DATE`.
    parameters: String,
    value: String,
}

impl Property {
    /// Creates a property with a text as its value.
    pub(super) fn text(name: &'static str, text: &str) -> Property {
        Property { name, parameters: String::new(), value: escape(text) }
    }

    /// Creates a property with a list of texts as its value.
    pub(super) fn list<'t>(name: &'static str, texts: impl IntoIterator<Item = &'t str>) -> Property {
        let texts: Vec<String> = texts.into_iter().map(escape).collect();
        Property { name, parameters: String::new(), value: texts.join(",") }
    }

    /// Adds a parameter. The value must not need quotes.
    pub(super) fn with(mut self, parameter: &str, value: &str) -> Property {
        for part in [";", parameter, "=", value] {
            self.parameters.push_str(part);
        }
        self
    }
}

/// Escapes the characters that separate values or lines. A tab becomes a space. Other control
/// characters are left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("\\n"),
            '\\' | ';' | ',' => escaped.extend(['\\', character]),
            '\t' => escaped.push(' '),
            control if control.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// Writes a line, folded between characters if it is too long.
fn fold(into: &mut impl Write, line: &str) -> fmt::Result {
    let mut octets = 0;
    for character in line.chars() {
        if octets + character.len_utf8() > MAX_LINE_OCTETS {
            into.write_str("\r\n ")?;
            octets = 1;
        }
        octets += character.len_utf8();
        into.write_char(character)?;
    }
    into.write_str("\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fold_between_characters_at_75_octets() {
        for (text, lengths) in [
            ("x".repeat(73), vec![75]),
            ("x".repeat(74), vec![75, 2]),
            ("長".repeat(25), vec![74, 4]),
            ("x".repeat(73 + 74 + 1), vec![75, 75, 2]),
        ] {
            let mut component = Component::new("C");
            component.extend([Property::text("N", &text)]);
            let file = component.to_string();
            let lines: Vec<&str> = file.split("\r\n").collect();
            assert_eq!(lines[1..lines.len() - 2].iter().map(|line| line.len()).collect::<Vec<_>>(), lengths);
            assert_eq!(file.replace("\r\n ", ""), format!("BEGIN:C\r\nN:{text}\r\nEND:C\r\n"));
        }
    }

    #[test]
    fn texts_are_escaped_and_empty_properties_left_out() {
        let mut component = Component::new("C");
        component.extend([
            Property::text("A", "a,b;c\\d\ne\tf\r\u{7}\u{85}g"),
            Property::text("B", ""),
            Property::list("D", ["a,b", "c"]).with("X", "1").with("Y", "2"),
        ]);
        assert_eq!(component.to_string(), "BEGIN:C\r\nA:a\\,b\\;c\\\\d\\ne fg\r\nD;X=1;Y=2:a\\,b,c\r\nEND:C\r\n");
    }
}
