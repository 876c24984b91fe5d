//! Changes of the review of a document.

use handoff_format::timestamp;
use handoff_protocol::agent::documents::{
    CodeReference, DEV_STAGES, REQUIREMENT_PRIORITIES, ReviewedItem, VerificationAct,
};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};
use serde_json::{Value, json};

use super::stage::DocumentStage;
use crate::Project;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::knowledge::documents::{DocumentEntry, ReviewStatus, Section, SubItem, Verification, VerificationItem};

const REVIEWERS: [&str; 2] = ["ai", "user"];
/// The kind of a requirement inside a section, unless the caller says otherwise.
const PART_CATEGORY: &str = "requirement";
/// The kind of an item of the whole document, unless the caller says otherwise.
const FREE_CATEGORY: &str = "visual";

/// Plans a change of a review.
pub(super) fn verify(
    project: &Project,
    context: &Context,
    id: &str,
    act: &VerificationAct,
) -> Result<ChangeSet, Refusal> {
    let mut stage = DocumentStage::new(project, context);
    let document = stage.document(id)?.clone();
    let now = timestamp(stage.now());
    let mut review = changed(&document, act, &now)?;
    let parts = parts_to_name(&review, act);
    if !parts.is_empty() {
        let requirements = stage.documents().requirements();
        let mut used = requirements.into_iter().map(|requirement| requirement.id).collect();
        let (_, other) = review.name_parts(&document.slug, &mut used, &parts);
        if !other.is_empty() {
            stage.warn(Text::with(texts::REQUIREMENT_ID_USED, [("ids", other.join(", "))]));
        }
    }
    stage.edit(id)?.verification = Some(review.settled(&now).to_value());
    stage.finish(Text::with(texts::REVIEW_CHANGED, [("slug", document.slug)]), &[id.to_owned()])
}

/// Returns the requirements that get an ID if they have none, by section and index.
fn parts_to_name(review: &Verification, act: &VerificationAct) -> Vec<(u32, u32)> {
    let places = |item: &VerificationItem| -> Vec<(u32, u32)> {
        let seq = item.fragment_seq;
        item.parts().iter().filter_map(|part| Some((seq?, part.index))).collect()
    };
    match act {
        VerificationAct::NameParts {} => review.items.iter().flat_map(places).collect(),
        VerificationAct::AddItem { seq: Some(seq), .. } => {
            let item = review.items.iter().find(|item| item.fragment_seq == Some(*seq));
            item.and_then(|item| places(item).pop()).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn changed(document: &DocumentEntry, act: &VerificationAct, now: &str) -> Result<Verification, Refusal> {
    let sections = document.sections();
    let slug = || ("slug", document.slug.clone());
    let refuse_with = |template: &str| refuse(RefusalCode::BadCommand, Text::with(template, [slug()]));
    if let VerificationAct::Generate { skip_seqs } = act {
        return match document.page.verification {
            Some(_) => Err(refuse_with(texts::REVIEW_EXISTS)),
            None => Ok(Verification::generate(&sections, skip_seqs, now)),
        };
    }
    let mut review = match (document.verification(), &document.page.verification) {
        (Some(review), _) => review,
        (None, None) => return Err(refuse_with(texts::REVIEW_MISSING)),
        (None, Some(_)) => {
            let text = Text::with(texts::REVIEW_BROKEN, [slug(), ("path", document.path.clone())]);
            return Err(refuse(RefusalCode::BrokenFile, text));
        }
    };
    let found = |item: Option<()>, name: String| {
        let args = [slug(), ("item", name)];
        item.ok_or_else(|| {
            refuse(RefusalCode::BadValue, Text::with(texts::REVIEW_ITEM_UNKNOWN, args)).about_field("fragment_seq")
        })
    };
    match act {
        VerificationAct::Generate { .. } | VerificationAct::NameParts {} => {}
        VerificationAct::Check { items, reviewer, notes } => {
            let reviewer = one_of("reviewer", reviewer.as_deref(), &REVIEWERS)?;
            let stamp = Check { reviewer, notes: notes.as_deref(), now };
            if items.is_empty() {
                review.items.iter_mut().for_each(|item| stamp.check_pending(item, &sections));
            }
            for item in items {
                found(stamp.check(&mut review, item, &sections), name_of(item))?;
            }
        }
        VerificationAct::Skip { item } => found(skip(&mut review, item), name_of(item))?,
        VerificationAct::Sync {} => {
            review.sync(&sections);
        }
        VerificationAct::SetRefs { seq, index: Some(index), impl_refs, test_refs } => {
            let refs = |refs: &Option<Vec<CodeReference>>| refs.as_deref().map(to_values);
            let values = [("impl_refs", refs(impl_refs)), ("test_refs", refs(test_refs))];
            let set = part(&mut review, *seq, *index).map(|part| part.set(values));
            found(set, format!("{seq}.{index}"))?;
        }
        VerificationAct::SetRefs { seq, index: None, impl_refs, test_refs } => {
            let item = section_item(&mut review, *seq);
            let set = item.map(|item| {
                set_refs(&mut item.impl_refs, impl_refs.as_deref());
                set_refs(&mut item.test_refs, test_refs.as_deref());
            });
            found(set, seq.to_string())?;
        }
        VerificationAct::SetPart { seq, index, dev_stage, priority } => {
            let dev_stage = one_of("dev_stage", dev_stage.as_deref(), &DEV_STAGES)?;
            let priority = one_of("priority", priority.as_deref(), &REQUIREMENT_PRIORITIES)?;
            let values = [("dev_stage", dev_stage.map(Value::from)), ("priority", priority.map(Value::from))];
            let set = part(&mut review, *seq, *index).map(|part| part.set(values));
            found(set, format!("{seq}.{index}"))?;
        }
        VerificationAct::AddItem { seq, text, category } => {
            let text = text.trim();
            if text.is_empty() {
                return Err(refuse(RefusalCode::BadValue, Text::plain(texts::REVIEW_ITEM_EMPTY)));
            }
            if let Some(seq) = seq {
                let category = category.as_deref().unwrap_or(PART_CATEGORY);
                found(add_part(&mut review, *seq, text, category), seq.to_string())?;
            } else {
                let category = category.as_deref().unwrap_or(FREE_CATEGORY);
                review.items.push(VerificationItem::labelled(text, category));
            }
        }
    }
    Ok(review)
}

/// Returns the value of a field. Fails if it is not one of the possible ones.
fn one_of<'v>(field: &str, value: Option<&'v str>, possible: &[&str]) -> Result<Option<&'v str>, Refusal> {
    match value.filter(|value| !possible.contains(value)) {
        None => Ok(value),
        Some(value) => {
            let text = Text::with(texts::NOT_ONE_OF, [("value", value.to_owned()), ("wanted", possible.join(", "))]);
            Err(refuse(RefusalCode::BadValue, text).about_field(field))
        }
    }
}

/// Returns the name of an item in messages.
fn name_of(item: &ReviewedItem) -> String {
    match item {
        ReviewedItem::Section { seq } => seq.to_string(),
        ReviewedItem::Part { seq, index } => format!("{seq}.{index}"),
        ReviewedItem::Label { label } => label.clone(),
    }
}

fn section_item(review: &mut Verification, seq: u32) -> Option<&mut VerificationItem> {
    review.items.iter_mut().find(|item| item.fragment_seq == Some(seq))
}

fn labelled_item<'r>(review: &'r mut Verification, label: &str) -> Option<&'r mut VerificationItem> {
    review.items.iter_mut().find(|item| item.fragment_seq.is_none() && item.heading == label)
}

fn part(review: &mut Verification, seq: u32, index: u32) -> Option<&mut SubItem> {
    section_item(review, seq)?.sub_items.as_mut()?.iter_mut().find(|part| part.index == index)
}

/// Who verifies, when, and with which notes.
struct Check<'a> {
    reviewer: Option<&'a str>,
    notes: Option<&'a str>,
    now: &'a str,
}

impl Check<'_> {
    /// Marks an item as verified. `None` if there is no such item.
    fn check(&self, review: &mut Verification, item: &ReviewedItem, sections: &[Section<'_>]) -> Option<()> {
        match item {
            ReviewedItem::Section { seq } => self.check_item(section_item(review, *seq)?, sections),
            ReviewedItem::Label { label } => self.check_item(labelled_item(review, label)?, sections),
            ReviewedItem::Part { seq, index } => {
                self.check_part(part(review, *seq, *index)?);
                let item = section_item(review, *seq)?;
                if item.state() == ReviewStatus::Verified {
                    self.check_item(item, sections);
                }
            }
        }
        Some(())
    }

    /// Marks an item with its requirements as verified, except what is skipped.
    fn check_pending(&self, item: &mut VerificationItem, sections: &[Section<'_>]) {
        for part in item.sub_items.iter_mut().flatten().filter(|part| part.status == ReviewStatus::Pending) {
            self.check_part(part);
        }
        if item.status == ReviewStatus::Pending {
            self.check_item(item, sections);
        }
    }

    fn check_item(&self, item: &mut VerificationItem, sections: &[Section<'_>]) {
        let section = sections.iter().find(|section| Some(section.seq) == item.fragment_seq);
        item.status = ReviewStatus::Verified;
        item.content_hash_at_verify = section.map(Section::content_hash);
        item.verified_at = Some(self.now.to_owned());
        self.sign(&mut item.reviewer, &mut item.notes);
    }

    fn check_part(&self, part: &mut SubItem) {
        part.status = ReviewStatus::Verified;
        part.verified_at = Some(self.now.to_owned());
        self.sign(&mut part.reviewer, &mut part.notes);
    }

    fn sign(&self, reviewer: &mut Option<String>, notes: &mut String) {
        *reviewer = self.reviewer.map(str::to_owned).or(reviewer.take());
        if let Some(text) = self.notes {
            text.clone_into(notes);
        }
    }
}

fn skip(review: &mut Verification, item: &ReviewedItem) -> Option<()> {
    match item {
        ReviewedItem::Part { seq, index } => part(review, *seq, *index)?.status = ReviewStatus::Skipped,
        ReviewedItem::Section { seq } => skip_item(section_item(review, *seq)?),
        ReviewedItem::Label { label } => skip_item(labelled_item(review, label)?),
    }
    Some(())
}

/// Skips an item. It is not stale any more.
fn skip_item(item: &mut VerificationItem) {
    item.status = ReviewStatus::Skipped;
    item.content_hash_at_verify = None;
    item.verified_at = None;
    item.reviewer = None;
}

fn add_part(review: &mut Verification, seq: u32, text: &str, category: &str) -> Option<()> {
    let parts = section_item(review, seq)?.sub_items.get_or_insert_default();
    let index = parts.iter().map(|part| part.index.saturating_add(1)).max().unwrap_or(0);
    parts.push(SubItem::new(index, text, category));
    Some(())
}

fn set_refs(refs: &mut Vec<Value>, new: Option<&[CodeReference]>) {
    if let Some(new) = new {
        *refs = new.iter().map(|reference| json!(reference)).collect();
    }
}

fn to_values(refs: &[CodeReference]) -> Value {
    json!(refs)
}
