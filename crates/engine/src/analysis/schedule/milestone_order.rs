//! Milestones that come after others: their levels, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::MilestoneConfig;

/// Which milestones come before which.
#[derive(Debug, Default)]
pub(crate) struct MilestoneOrder<'c> {
    /// By name, all milestones before it. Those without any are left out.
    before: BTreeMap<&'c str, BTreeSet<&'c str>>,
}

impl<'c> MilestoneOrder<'c> {
    /// Returns the order of milestones, or the names of a circle, the first one also last. Names of unknown
    /// milestones are ignored.
    pub(crate) fn new(milestones: &'c [(String, MilestoneConfig)]) -> Result<MilestoneOrder<'c>, Vec<&'c str>> {
        let direct: BTreeMap<&str, Vec<&str>> = milestones
            .iter()
            .filter(|(_, milestone)| !milestone.depends_on.is_empty())
            .map(|(name, milestone)| (name.as_str(), milestone.depends_on.iter().map(String::as_str).collect()))
            .collect();
        let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for name in direct.keys().copied() {
            let mut path = Vec::new();
            visit(name, &direct, &mut path, &mut before)?;
        }
        Ok(MilestoneOrder { before })
    }

    /// Returns the milestones before one.
    pub(crate) fn before(&self, name: &str) -> impl Iterator<Item = &'c str> {
        self.before.get(name).into_iter().flatten().copied()
    }

    /// Returns a number that is greater than those of all milestones before one: their count.
    pub(crate) fn level(&self, name: &str) -> u32 {
        self.before.get(name).map_or(0, |before| u32::try_from(before.len()).unwrap_or(u32::MAX))
    }
}

/// Collects what is before a milestone. `path` has the milestones that led to it.
fn visit<'c>(
    name: &'c str,
    direct: &BTreeMap<&'c str, Vec<&'c str>>,
    path: &mut Vec<&'c str>,
    before: &mut BTreeMap<&'c str, BTreeSet<&'c str>>,
) -> Result<(), Vec<&'c str>> {
    if let Some(start) = path.iter().position(|other| *other == name) {
        let circle = path.iter().skip(start).copied().chain([name]);
        return Err(circle.collect());
    }
    if before.contains_key(name) {
        return Ok(());
    }
    path.push(name);
    let mut all = BTreeSet::new();
    for other in direct.get(name).into_iter().flatten().copied() {
        visit(other, direct, path, before)?;
        all.extend(before.get(other).into_iter().flatten().copied());
        all.insert(other);
    }
    path.pop();
    if !all.is_empty() {
        before.insert(name, all);
    }
    Ok(())
}
