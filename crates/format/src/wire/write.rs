//! Typed values as JSON text.

use handoff_protocol::wire::{KIND, WireError};
use serde::ser::{
    Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    Serializer,
};

use super::Parcel;
use crate::Value;
use crate::document::json::write_string;

/// Writes one value behind what the parcel holds already.
pub(super) struct Writer<'p> {
    parcel: &'p mut Parcel,
}

impl<'p> Writer<'p> {
    pub(super) fn new(parcel: &'p mut Parcel) -> Writer<'p> {
        Writer { parcel }
    }

    fn raw(self, text: &str) {
        self.parcel.text.push_str(text);
    }

    /// Numbers look as they do in the files; what is no number in JSON is null.
    fn number(self, value: Value) {
        match value {
            Value::Number(number) => self.raw(&number.to_string()),
            _ => self.raw("null"),
        }
    }

    fn open(self, open: &str, close: &'static str) -> Parts<'p> {
        self.parcel.text.push_str(open);
        Parts { parcel: self.parcel, close, is_first: true }
    }
}

/// The inside of a list or an object.
pub(super) struct Parts<'p> {
    parcel: &'p mut Parcel,
    close: &'static str,
    is_first: bool,
}

impl Parts<'_> {
    fn comma(&mut self) {
        if !self.is_first {
            self.parcel.text.push(',');
        }
        self.is_first = false;
    }

    fn key(&mut self, key: &str) {
        self.comma();
        write_string(&mut self.parcel.text, key);
        self.parcel.text.push(':');
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WireError> {
        value.serialize(Writer { parcel: &mut *self.parcel })
    }

    fn close(self) {
        self.parcel.text.push_str(self.close);
    }
}

impl<'p> Serializer for Writer<'p> {
    type Ok = ();
    type Error = WireError;
    type SerializeSeq = Parts<'p>;
    type SerializeTuple = Parts<'p>;
    type SerializeTupleStruct = Impossible<(), WireError>;
    type SerializeTupleVariant = Impossible<(), WireError>;
    type SerializeMap = Parts<'p>;
    type SerializeStruct = Parts<'p>;
    type SerializeStructVariant = Parts<'p>;

    fn serialize_bool(self, value: bool) -> Result<(), WireError> {
        self.raw(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), WireError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), WireError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), WireError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), WireError> {
        self.number(value.into());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), WireError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), WireError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), WireError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), WireError> {
        self.number(value.into());
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), WireError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), WireError> {
        self.number(value.into());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), WireError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), WireError> {
        write_string(&mut self.parcel.text, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), WireError> {
        let place = self.parcel.buffers.len();
        self.parcel.buffers.push(value.to_vec());
        self.number(place.into());
        Ok(())
    }

    fn serialize_none(self) -> Result<(), WireError> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), WireError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), WireError> {
        self.raw("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), WireError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), WireError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), WireError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), WireError> {
        Err(WireError::new("a variant with a nameless field has no form"))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'p>, WireError> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'p>, WireError> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Impossible<(), WireError>, WireError> {
        Err(WireError::new("a struct with nameless fields has no form"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), WireError>, WireError> {
        Err(WireError::new("a variant with nameless fields has no form"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'p>, WireError> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'p>, WireError> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'p>, WireError> {
        let mut parts = self.open("{", "}");
        parts.key(KIND);
        parts.value(variant)?;
        Ok(parts)
    }
}

impl SerializeSeq for Parts<'_> {
    type Ok = ();
    type Error = WireError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WireError> {
        self.comma();
        self.value(value)
    }

    fn end(self) -> Result<(), WireError> {
        self.close();
        Ok(())
    }
}

impl SerializeTuple for Parts<'_> {
    type Ok = ();
    type Error = WireError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WireError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), WireError> {
        SerializeSeq::end(self)
    }
}

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = WireError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), WireError> {
        self.comma();
        let start = self.parcel.text.len();
        self.value(key)?;
        if !self.parcel.text.get(start..).is_some_and(|key| key.starts_with('"')) {
            return Err(WireError::new("a key must be a text"));
        }
        self.parcel.text.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WireError> {
        self.value(value)
    }

    fn end(self) -> Result<(), WireError> {
        self.close();
        Ok(())
    }
}

impl SerializeStruct for Parts<'_> {
    type Ok = ();
    type Error = WireError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), WireError> {
        self.key(key);
        self.value(value)
    }

    fn end(self) -> Result<(), WireError> {
        self.close();
        Ok(())
    }
}

impl SerializeStructVariant for Parts<'_> {
    type Ok = ();
    type Error = WireError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), WireError> {
        SerializeStruct::serialize_field(self, key, value)
    }

    fn end(self) -> Result<(), WireError> {
        SerializeStruct::end(self)
    }
}
