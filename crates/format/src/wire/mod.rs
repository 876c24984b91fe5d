//! Values of the wire vocabulary as text, and back: what crosses into JavaScript, and the lines of logs and journals.
//!
//! Invariant: reading what was written gives an equal value. `handoff_protocol::wire` tells the form.

use handoff_protocol::wire::{Read, Sheet, Source, WireError, Write};

use crate::document::json;

/// Writes a value.
pub fn pack(value: &dyn Write) -> Sheet {
    let mut sheet = Sheet::default();
    value.write(&mut sheet);
    sheet
}

/// Reads a value.
///
/// # Errors
/// When the text is no JSON or does not fit the type.
pub fn unpack<T: Read>(text: &str, buffers: &[Vec<u8>]) -> Result<T, WireError> {
    let node = json::parse(text).map_err(|fault| WireError::new(fault.text.to_string()))?;
    let mut value = T::blank();
    let mut fault = None;
    value.read(Source::new(&node.into_value(), buffers), &mut fault);
    fault.map_or(Ok(value), Err)
}

/// Writes a value without bytes inside as one line, without a line end.
pub fn line(value: &dyn Write) -> String {
    pack(value).text
}

/// Reads a value without bytes inside; none when it makes no sense.
pub fn read_line<T: Read>(line: &[u8]) -> Option<T> {
    unpack(std::str::from_utf8(line).ok()?, &[]).ok()
}

#[cfg(test)]
mod tests {
    use handoff_protocol::wire::{Read, Write};
    use handoff_protocol::{Answer, Command, Edit, Event, FileState, Place, Query, TaskPatch};

    use super::{pack, unpack};

    fn round_trip<T: Read + Write + PartialEq + std::fmt::Debug>(text: &str) {
        let value: T = unpack(text, &[]).unwrap();
        let parcel = pack(&value);
        assert_eq!(parcel.text, text);
        assert_eq!(unpack::<T>(&parcel.text, &parcel.buffers).unwrap(), value);
    }

    #[test]
    fn what_was_read_is_written_in_the_same_form() {
        round_trip::<Place>(r#"{"kind":"first"}"#);
        round_trip::<Place>(r#"{"kind":"before","id":"t1"}"#);
        round_trip::<Query>(r#"{"kind":"project"}"#);
        round_trip::<Answer>(r#"{"kind":"failed","fault":"transient","reason":"é\n\u0001\"\\"}"#);
        round_trip::<TaskPatch>(
            r#"{"status":"in_progress","priority":null,"estimateHours":1.5,"labels":{"add":["ä"]}}"#,
        );
        round_trip::<TaskPatch>(r#"{"criterion":{"kind":"move","index":0,"item":"x","to":2}}"#);
        round_trip::<Command>(
            r#"{"kind":"updateConfig","changes":[{"key":["a.b"],"value":{"c":[1,-2,3.0,true,null]}}]}"#,
        );
        round_trip::<Command>(r#"{"kind":"moveTasks","ids":["t1"],"parent":null,"place":{"kind":"last"}}"#);
        round_trip::<Event>(
            r#"{"id":"e","at":"2026-11-21T00:00:00+00:00","actor":{"kind":"agent","name":""},"task":"t1","change":{"kind":"field","field":"status","from":"todo","to":null}}"#,
        );
    }

    #[test]
    fn bytes_travel_beside_the_text() {
        let edits = vec![
            Edit::Write { path: "a".to_owned(), before: None, after: vec![0, 255] },
            Edit::Remove { path: "b".to_owned(), before: vec![1] },
            Edit::Write { path: "c".to_owned(), before: Some(vec![]), after: vec![2] },
        ];
        let parcel = pack(&edits);
        assert_eq!(parcel.buffers, [vec![0, 255], vec![1], vec![], vec![2]]);
        assert_eq!(unpack::<Vec<Edit>>(&parcel.text, &parcel.buffers).unwrap(), edits);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place() {
        let refused = |text: &str| unpack::<Command>(text, &[]).unwrap_err().to_string();
        for (text, sentence) in [
            ("{", "A key in double quotes is missing here."),
            ("[]", "expected an object, found a list"),
            ("{}", "“kind” is missing"),
            (r#"{"kind":1}"#, "kind: expected a text, found a number"),
            (r#"{"kind":"deleteTasks"}"#, "“ids” is missing"),
            (r#"{"kind":"deleteTasks","ids":["a",null]}"#, "ids.1: expected a text, found null"),
            (r#"{"kind":"createTask","task":{"parent":7}}"#, "task.parent: expected a text, found a number"),
            (
                r#"{"kind":"moveTasks","ids":[],"place":{"kind":"under"}}"#,
                "place: “under” is none of first, last, before, after",
            ),
            (
                r#"{"kind":"updateTasks","ids":[],"patch":{"estimateHours":"8"}}"#,
                "patch.estimateHours: expected a number, found a text",
            ),
            (
                r#"{"kind":"updateTasks","ids":[],"patch":{"criterion":{"kind":"check","index":-1,"item":"","checked":true}}}"#,
                "patch.criterion.index: expected a whole number that is not negative, found a number",
            ),
        ] {
            assert_eq!(refused(text), sentence, "{text}");
        }
        let no_buffer = unpack::<Vec<FileState>>(r#"[{"kind":"file","path":"a","bytes":1}]"#, &[vec![]]).unwrap_err();
        assert_eq!(no_buffer.to_string(), "0.bytes: expected the number of a buffer, found a number");
    }
}
