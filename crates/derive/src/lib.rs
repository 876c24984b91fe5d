//! `#[derive(Read, Write)]`: reads a type of the wire vocabulary from a value and writes it, by the form that `handoff_protocol::wire`
//! describes.
//!
//! Invariant: names come from the same `#[serde(…)]` attributes in both directions and in the TypeScript twins, so that they cannot
//! disagree. Understood are `rename_all`, `rename_all_fields`, `default` and, for variants with one nameless field, `content` on a type;
//! `rename`, `default`, `skip_serializing_if` and `with = "serde_bytes"` on a field.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Result, parse_macro_input};

/// Implements `handoff_protocol::wire::Read`.
#[proc_macro_derive(Read, attributes(serde))]
pub fn derive_read(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement_read(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `handoff_protocol::wire::Write`.
#[proc_macro_derive(Write, attributes(serde))]
pub fn derive_write(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement_write(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Names in what is written begin with two underscores, so that no field is called like them.
fn implement_write(input: &DeriveInput) -> Result<Tokens> {
    let rules = Rules::of(&input.attrs)?;
    let body = match &input.data {
        Data::Struct(data) => {
            let fields = write_fields(&data.fields, rules.rename_all, &|ident| quote!(&self.#ident))?;
            quote! { __out.open(); #fields __out.close(); }
        }
        Data::Enum(data) => {
            let is_of_names = data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
            let mut arms = Vec::new();
            for variant in &data.variants {
                let (ident, name) = (&variant.ident, written(&variant.ident, &variant.attrs, rules.rename_all)?);
                arms.push(match (&variant.fields, &rules.content) {
                    (Fields::Unit, _) if is_of_names => {
                        quote! { Self::#ident => ::handoff_protocol::wire::Write::write(#name, __out), }
                    }
                    (Fields::Unnamed(fields), Some(content)) if fields.unnamed.len() == 1 => quote! {
                        Self::#ident(value) => { __out.kind(#name); __out.field(#content, value); __out.close(); }
                    },
                    (fields, _) => {
                        let names = fields.iter().map(|field| &field.ident);
                        let writings = write_fields(fields, rules.rename_all_fields, &|ident| quote!(#ident))?;
                        quote! { Self::#ident { #(#names),* } => { __out.kind(#name); #writings __out.close(); } }
                    }
                });
            }
            quote! { match self { #(#arms)* } }
        }
        Data::Union(_) => return Err(Error::new_spanned(input, "a union has no form")),
    };
    let ident = &input.ident;
    Ok(quote! {
        impl ::handoff_protocol::wire::Write for #ident {
            fn write(&self, __out: &mut ::handoff_protocol::wire::Sheet) {
                #body
            }
        }
    })
}

/// A call for each field; `place` says how a reference to it is had.
fn write_fields(fields: &Fields, case: Case, place: &dyn Fn(&Ident) -> Tokens) -> Result<Tokens> {
    let named = match fields {
        Fields::Unit => return Ok(Tokens::new()),
        Fields::Named(fields) => &fields.named,
        Fields::Unnamed(_) => return Err(Error::new_spanned(fields, "nameless fields have no form")),
    };
    let writings = named.iter().map(|field| {
        let ident = field.ident.clone().unwrap_or_else(|| format_ident!("_"));
        let name = written(&ident, &field.attrs, case)?;
        let rules = Rules::of(&field.attrs)?;
        let value = place(&ident);
        Ok(if rules.is_bytes {
            quote! { __out.bytes(#name, ::handoff_protocol::wire::AsBytes::as_bytes(#value)); }
        } else if rules.may_be_absent {
            quote! { __out.some(#name, #value); }
        } else {
            quote! { __out.field(#name, #value); }
        })
    });
    writings.collect()
}

fn implement_read(input: &DeriveInput) -> Result<Tokens> {
    let rules = Rules::of(&input.attrs)?;
    let (blank, body) = match &input.data {
        Data::Struct(data) => {
            let fields = read_fields(&data.fields, rules.rename_all, rules.default, &|ident| quote!(&mut self.#ident))?;
            let blanks = blank_fields(&data.fields)?;
            let blank = if rules.default { quote!(Self::default()) } else { quote!(Self { #blanks }) };
            (blank, quote! { if let Some(__object) = __source.object(__fault) { #fields } })
        }
        Data::Enum(data) => {
            let is_of_names = data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
            let (mut arms, mut names, mut blanks) = (Vec::new(), Vec::new(), Vec::new());
            for (place, variant) in data.variants.iter().enumerate() {
                let ident = &variant.ident;
                names.push(written(ident, &variant.attrs, rules.rename_all)?);
                let blank = if is_of_names {
                    quote!(Self::#ident)
                } else {
                    let fields = blank_fields(&variant.fields)?;
                    quote!(Self::#ident { #fields })
                };
                let idents = variant.fields.iter().map(|field| &field.ident);
                let reading = read_fields(&variant.fields, rules.rename_all_fields, false, &|ident| quote!(#ident))?;
                arms.push(if variant.fields.is_empty() {
                    quote! { Some(#place) => *self = #blank, }
                } else {
                    quote! { Some(#place) => {
                        *self = #blank;
                        if let Self::#ident { #(#idents),* } = self { #reading }
                    } }
                });
                blanks.push(blank);
            }
            let known = quote!(&[#(#names),*]);
            let body = if is_of_names {
                quote! { match __source.name(#known, __fault) { #(#arms)* _ => {} } }
            } else {
                quote! { if let Some(__object) = __source.object(__fault) {
                    match __object.kind(#known, __fault) { #(#arms)* _ => {} }
                } }
            };
            (blanks.into_iter().next().unwrap_or_default(), body)
        }
        Data::Union(_) => return Err(Error::new_spanned(input, "a union has no form")),
    };
    let ident = &input.ident;
    Ok(quote! {
        impl ::handoff_protocol::wire::Read for #ident {
            fn blank() -> Self {
                #blank
            }

            fn read(&mut self, __source: ::handoff_protocol::wire::Source<'_>, __fault: &mut ::handoff_protocol::wire::Fault) {
                #body
            }
        }
    })
}

/// What stands in each field until it is read.
fn blank_fields(fields: &Fields) -> Result<Tokens> {
    let blanks = fields.iter().map(|field| {
        let ident = field.ident.as_ref().ok_or_else(|| Error::new_spanned(field, "nameless fields have no form"))?;
        let rules = Rules::of(&field.attrs)?;
        Ok(if rules.default || rules.is_bytes {
            quote! { #ident: ::core::default::Default::default(), }
        } else {
            quote! { #ident: ::handoff_protocol::wire::Read::blank(), }
        })
    });
    blanks.collect()
}

/// A call for each field; `place` says how a reference to it is had.
fn read_fields(fields: &Fields, case: Case, has_default: bool, place: &dyn Fn(&Ident) -> Tokens) -> Result<Tokens> {
    let readings = fields.iter().map(|field| {
        let ident = field.ident.clone().unwrap_or_else(|| format_ident!("_"));
        let name = written(&ident, &field.attrs, case)?;
        let rules = Rules::of(&field.attrs)?;
        let value = place(&ident);
        Ok(if rules.is_bytes {
            quote! { __object.bytes(#name, #value, __fault); }
        } else if has_default || rules.default {
            quote! { __object.field_or(#name, #value, __fault); }
        } else {
            quote! { __object.field(#name, #value, __fault); }
        })
    });
    readings.collect()
}

/// How the parts of a name are put together.
#[derive(Clone, Copy, Default)]
enum Case {
    #[default]
    AsItIs,
    Camel,
    Snake,
    Kebab,
}

/// What the attributes of a type or a field say.
#[derive(Default)]
struct Rules {
    rename: Option<String>,
    rename_all: Case,
    rename_all_fields: Case,
    default: bool,
    is_bytes: bool,
    /// Left out when there is nothing in it.
    may_be_absent: bool,
    /// The key of a variant's nameless field.
    content: Option<String>,
}

impl Rules {
    fn of(attributes: &[Attribute]) -> Result<Rules> {
        let mut rules = Rules::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
                let value = || meta.value()?.parse::<LitStr>();
                match key.as_str() {
                    "default" => rules.default = true,
                    "rename" => rules.rename = Some(value()?.value()),
                    "rename_all" => rules.rename_all = case(&value()?)?,
                    "rename_all_fields" => rules.rename_all_fields = case(&value()?)?,
                    "with" if value()?.value() == "serde_bytes" => rules.is_bytes = true,
                    "skip_serializing_if" => {
                        value()?;
                        rules.may_be_absent = true;
                    }
                    "content" => rules.content = Some(value()?.value()),
                    "tag" if value()?.value() == "kind" => {}
                    _ => return Err(meta.error("not understood by the reader of wire values")),
                }
                Ok(())
            })?;
        }
        Ok(rules)
    }
}

fn case(name: &LitStr) -> Result<Case> {
    match name.value().as_str() {
        "camelCase" => Ok(Case::Camel),
        "snake_case" => Ok(Case::Snake),
        "kebab-case" => Ok(Case::Kebab),
        _ => Err(Error::new_spanned(name, "not a case that the wire vocabulary uses")),
    }
}

/// The name as it stands in the text.
fn written(ident: &Ident, attributes: &[Attribute], case: Case) -> Result<String> {
    if let Some(name) = Rules::of(attributes)?.rename {
        return Ok(name);
    }
    let ident = ident.to_string();
    let mut name = String::new();
    let mut begins_part = false;
    for (at, letter) in ident.char_indices() {
        let begins = begins_part || letter.is_uppercase();
        match case {
            Case::AsItIs => name.push(letter),
            Case::Camel if letter == '_' => {}
            Case::Camel if begins && at > 0 => name.extend(letter.to_uppercase()),
            Case::Snake | Case::Kebab if letter.is_uppercase() && at > 0 => {
                name.push(if matches!(case, Case::Snake) { '_' } else { '-' });
                name.extend(letter.to_lowercase());
            }
            Case::Camel | Case::Snake | Case::Kebab => name.extend(letter.to_lowercase()),
        }
        begins_part = letter == '_';
    }
    Ok(name)
}
