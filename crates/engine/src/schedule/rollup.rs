//! Parents that span their children.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use crate::model::dates::Dates;
use crate::schedule::dependency_graph::Network;

/// The days of each task, of a parent those of everything below it; where nothing below has any, its own.
pub(crate) fn span(network: &Network<'_>, dates: &[Dates]) -> Vec<Dates> {
    let mut spans = vec![Dates::default(); dates.len()];
    for place in (0..dates.len()).rev() {
        if spans[place].is_none() {
            spans[place] = dates[place];
        }
        if let Some(above) = network.above(place) {
            spans[above] = spans[above].cover(spans[place]);
        }
    }
    spans
}

/// Gives those of the parents that are wanted, neither pinned nor over, the days that they span.
pub(crate) fn parents(network: &Network<'_>, dates: &mut [Dates], wanted: &[bool]) {
    let spans = span(network, dates);
    for place in 0..dates.len() {
        let fact = &network.facts[place];
        if !network.is_leaf(place) && !fact.pinned && !fact.over && !fact.locked && wanted[place] {
            dates[place] = spans[place];
        }
    }
}
