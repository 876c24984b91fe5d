//! Inserts and removes lines and blocks of a TOML text.
//!
//! Invariant: a block is inserted and removed together with the blank line before it.

use super::write::{render_blocks, render_key};
use super::{Entry, Toml};
use crate::Value;
use crate::data_file::sequence::{Splice, insertion_index};
use crate::data_file::tables::{Table, TableKind};
use crate::data_file::{Lookup, PathSegment};

impl Toml {
    /// Returns whether the table at `path` is written in dotted keys.
    pub(super) fn is_dotted(&self, path: &[PathSegment<'_>]) -> bool {
        matches!(self.lookup(path), Some(Lookup::Table(Table { kind: TableKind::Dotted(_), .. })))
    }

    /// Inserts a line into a table.
    pub(super) fn insert_entry(
        &mut self,
        path: &[PathSegment<'_>],
        key: &str,
        value: &Value,
        order: &[&str],
    ) -> Option<()> {
        let Lookup::Table(table) = self.lookup(path)? else { return None };
        let members: Vec<(&str, Vec<&Entry>)> =
            table.members.iter().map(|member| (member.key.as_str(), member.item.entries())).collect();
        let lines: Vec<&(&str, Vec<&Entry>)> = members.iter().filter(|(_, entries)| !entries.is_empty()).collect();
        let keys: Vec<&str> = lines.iter().map(|(key, _)| *key).collect();
        let index = insertion_index(&keys, key, order);
        let key = self.dotted_prefix(path) + &render_key(key);
        let before = index.checked_sub(1).and_then(|index| lines.get(index));
        let last = before.and_then(|(_, entries)| entries.iter().max_by_key(|entry| entry.lines.end));
        if let Some(last) = last {
            let entry = self.render_entry_like(Some(last), &key, value)?;
            return self.insert_lines(last.lines.end, &entry);
        }
        let first = lines.first().and_then(|(_, entries)| entries.first());
        let entry = self.render_entry_like(first.copied(), &key, value)?;
        match (first, table.kind) {
            (Some(first), _) => self.insert_lines(first.lines.start, &entry),
            (None, TableKind::Block(0)) => self.insert_at_top(&entry),
            (None, TableKind::Block(block)) => self.insert_lines(self.blocks.get(block)?.body, &entry),
            (None, TableKind::Implicit) => {
                let blocks = render_blocks(
                    &header_keys(path),
                    &Value::Object([(key, value.clone())].into_iter().collect()),
                    &self.style(),
                )?;
                let at = self.blocks.get(*table.blocks().first()?)?.start;
                let text = blocks + self.newline();
                self.splice(vec![(at..at, text)])
            }
            (None, TableKind::Dotted(_)) => None,
        }
    }

    /// Inserts the first entry of a text that has only comments and headers.
    fn insert_at_top(&mut self, entry: &str) -> Option<()> {
        match self.blocks.get(1) {
            Some(next) => {
                let at = next.start;
                let text = format!("{entry}{}", self.newline());
                self.splice(vec![(at..at, text)])
            }
            None => self.insert_lines(self.text.len(), entry),
        }
    }

    /// Inserts whole lines at the start of a line or at the end of the text.
    fn insert_lines(&mut self, at: usize, lines: &str) -> Option<()> {
        let before = self.text.get(..at)?;
        let missing = if before.is_empty() || before.ends_with('\n') { "" } else { self.newline() };
        let text = format!("{missing}{lines}");
        self.splice(vec![(at..at, text)])
    }

    /// Returns the prefix of the keys of a table that is written in dotted keys.
    fn dotted_prefix(&self, path: &[PathSegment<'_>]) -> String {
        let mut prefix = String::new();
        let mut table = path;
        while let Some((PathSegment::Key(key), above)) = table.split_last()
            && self.is_dotted(table)
        {
            prefix = format!("{}.{prefix}", render_key(key));
            table = above;
        }
        prefix
    }

    /// Inserts a table, or a list of tables, below a table.
    pub(super) fn insert_block(
        &mut self,
        path: &[PathSegment<'_>],
        key: &str,
        value: &Value,
        order: &[&str],
    ) -> Option<()> {
        let Lookup::Table(table) = self.lookup(path)? else { return None };
        let mut keys = header_keys(path);
        keys.push(key.to_owned());
        let text = render_blocks(&keys, value, &self.style())?;
        let members: Vec<(&str, Vec<usize>)> =
            table.members.iter().map(|member| (member.key.as_str(), member.item.blocks())).collect();
        let blocks: Vec<&(&str, Vec<usize>)> = members.iter().filter(|(_, blocks)| !blocks.is_empty()).collect();
        let names: Vec<&str> = blocks.iter().map(|(name, _)| *name).collect();
        let index = insertion_index(&names, key, order);
        let before =
            index.checked_sub(1).and_then(|index| blocks.get(index)).and_then(|(_, blocks)| blocks.last().copied());
        let behind = blocks.get(index).and_then(|(_, blocks)| blocks.first().copied());
        let own = if let TableKind::Block(block) = table.kind { Some(block) } else { None };
        match (before, behind) {
            (None, Some(block)) => self.insert_before(block, &text),
            (before, _) => self.insert_behind(before.or(own)?, &text),
        }
    }

    /// Inserts an element into a list of tables.
    pub(super) fn insert_table(&mut self, path: &[PathSegment<'_>], index: usize, value: &Value) -> Option<()> {
        let Lookup::Tables(tables) = self.lookup(path)? else { return None };
        let text = render_blocks(
            &header_keys(path),
            &Value::Array(vec![Value::Object(value.as_object()?.clone())]),
            &self.style(),
        )?;
        let before =
            index.min(tables.len()).checked_sub(1).and_then(|index| tables.get(index)?.blocks().last().copied());
        match before {
            Some(block) => self.insert_behind(block, &text),
            None => self.insert_before(*tables.first()?.blocks().first()?, &text),
        }
    }

    fn insert_behind(&mut self, block: usize, text: &str) -> Option<()> {
        let at = self.blocks.get(block)?.tail;
        let before = self.text.get(..at)?;
        let newline = self.newline();
        let missing = if before.is_empty() || before.ends_with('\n') { "" } else { newline };
        // Without a blank line the comment would belong to the new header.
        let is_comment = before.lines().next_back().is_some_and(|line| line.trim_start().starts_with('#'));
        let blank = if before.is_empty() || !(is_comment || self.has_blank_lines()) { "" } else { newline };
        let behind = if before.is_empty() && at < self.text.len() { newline } else { "" };
        let text = format!("{missing}{blank}{text}{behind}");
        self.splice(vec![(at..at, text)])
    }

    fn insert_before(&mut self, block: usize, text: &str) -> Option<()> {
        let at = self.blocks.get(block)?.start;
        let blank = if self.has_blank_lines() { self.newline() } else { "" };
        let text = format!("{text}{blank}");
        self.splice(vec![(at..at, text)])
    }

    /// Returns whether blank lines separate the blocks. With a single block they do.
    fn has_blank_lines(&self) -> bool {
        let mut separated = self.blocks.windows(2).filter_map(|pair| match pair {
            [before, behind] if before.tail > 0 => Some(before.tail < behind.start),
            _ => None,
        });
        separated.clone().next().is_none() || separated.any(|separated| separated)
    }

    /// Returns the splices that remove a table and everything below it.
    pub(super) fn table_removal(&self, table: &Table) -> Vec<Splice> {
        let lines = match table.kind {
            TableKind::Dotted(_) => table.entries().iter().map(|entry| entry.lines.clone()).collect(),
            TableKind::Block(_) | TableKind::Implicit => Vec::new(),
        };
        let runs = group_consecutive(&table.blocks());
        let blocks = runs.into_iter().filter_map(|(first, last)| {
            let before =
                first.checked_sub(1).and_then(|before| self.blocks.get(before)).map_or(0, |before| before.tail);
            let behind = self.blocks.get(last + 1).map_or(self.text.len(), |behind| behind.start);
            let (first, last) = (self.blocks.get(first)?, self.blocks.get(last)?);
            Some(if before > 0 { before..last.tail } else { first.start..behind })
        });
        lines.into_iter().chain(blocks).map(|range| (range, String::new())).collect()
    }

    /// Returns the splices that reorder a list of tables, or `None` if other tables are between the
    /// blocks of an element.
    pub(super) fn permute_tables(&self, tables: &[Table], order: &[usize]) -> Option<Vec<Splice>> {
        let mut elements = Vec::new();
        for table in tables {
            let [(first, last)] = group_consecutive(&table.blocks())[..] else { return None };
            let (start, tail) = (self.blocks.get(first)?.start, self.blocks.get(last)?.tail);
            let text = self.text.get(start..tail)?.trim_end_matches(['\r', '\n']);
            elements.push((start..start + text.len(), text));
        }
        let splices = elements.iter().zip(order).enumerate().filter(|(to, (_, from))| to != *from);
        splices.map(|(_, ((slot, _), from))| Some((slot.clone(), elements.get(*from)?.1.to_owned()))).collect()
    }
}

/// Returns the keys of a path. Indices are not part of a header.
fn header_keys(path: &[PathSegment<'_>]) -> Vec<String> {
    let name = |segment: &PathSegment<'_>| match segment {
        PathSegment::Key(key) => Some((*key).to_owned()),
        PathSegment::Index(_) => None,
    };
    path.iter().filter_map(name).collect()
}

/// Groups ascending numbers into ranges without gaps, each as its first and last number.
fn group_consecutive(numbers: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    runs
}
