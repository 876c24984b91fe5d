//! The texts of the files that a dry run would change.

use anstyle::AnsiColor;
use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};
use serde_json::{Value, json};

use crate::ground::styled::Styled;
use crate::verbs::output::colored;

/// The texts of a file before and after a run; `None` where there is no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    pub before: Option<String>,
    pub after: Option<String>,
}

/// The change of one file.
#[derive(Clone, Debug)]
pub struct FileChange {
    pub path: String,
    pub texts: TextChange,
}

impl FileChange {
    /// Returns the change as JSON.
    pub fn value(&self) -> Value {
        json!({"path": self.path, "before": self.texts.before, "after": self.texts.after})
    }

    /// Returns the change as a unified diff.
    pub fn diff(&self) -> Styled {
        let name = |text: &Option<String>| text.as_ref().map_or("/dev/null", |_| self.path.as_str());
        let TextChange { before, after } = &self.texts;
        let mut shown = Styled::from(format!("\n--- {}\n+++ {}\n", name(before), name(after)));
        // A missing file has no lines.
        let (before, after) = (before.as_deref().unwrap_or_default(), after.as_deref().unwrap_or_default());
        let input = InternedInput::new(before, after);
        let mut diff = Diff::compute(Algorithm::Histogram, &input);
        diff.postprocess_lines(&input);
        let printer = BasicLineDiffPrinter(&input.interner);
        let text = diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input).to_string();
        for line in text.split_inclusive('\n') {
            match line.as_bytes().first() {
                Some(b'-') => shown.push_styled(colored(AnsiColor::Red), line),
                Some(b'+') => shown.push_styled(colored(AnsiColor::Green), line),
                _ => shown.push(line),
            }
        }
        shown
    }
}
