//! Text with styles, as renderers return it.

use std::fmt;

use anstyle::Style;

/// A text whose parts have styles. The parts are plain text: only the console turns a style into an
/// escape sequence, after it has cleaned the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    parts: Vec<(Style, String)>,
}

impl Styled {
    /// Appends a text without a style.
    pub fn push(&mut self, text: &str) {
        self.push_styled(Style::new(), text);
    }

    /// Appends a text with a style.
    pub fn push_styled(&mut self, style: Style, text: &str) {
        match self.parts.last_mut() {
            Some((last, part)) if *last == style => part.push_str(text),
            _ if text.is_empty() => {}
            _ => self.parts.push((style, text.to_owned())),
        }
    }

    /// Returns the text with another one at its end.
    #[must_use]
    pub fn then(mut self, other: impl Into<Styled>) -> Styled {
        for (style, text) in other.into().parts {
            self.push_styled(style, &text);
        }
        self
    }

    /// Returns the parts, each with its style.
    pub fn parts(&self) -> impl Iterator<Item = (Style, &str)> {
        self.parts.iter().map(|(style, text)| (*style, text.as_str()))
    }

    /// Returns whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// The text without styles.
impl fmt::Display for Styled {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|(_, text)| out.write_str(text))
    }
}

/// Appends without a style. Never fails.
impl fmt::Write for Styled {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

impl From<&str> for Styled {
    fn from(text: &str) -> Styled {
        let mut styled = Styled::default();
        styled.push(text);
        styled
    }
}

impl From<String> for Styled {
    fn from(text: String) -> Styled {
        Styled::from(text.as_str())
    }
}

impl FromIterator<Styled> for Styled {
    fn from_iter<T: IntoIterator<Item = Styled>>(texts: T) -> Styled {
        texts.into_iter().fold(Styled::default(), Styled::then)
    }
}
