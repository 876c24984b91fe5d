//! Small tables in the order of their keys.
//!
//! Invariant: keys ascend and each is there once. A sorted list costs a tenth of the machine code of a `BTreeMap`, which the
//! WebAssembly module would hold once for each pair of types; a table that takes ten thousand keys in any order is one all the same.

use std::borrow::Borrow;

use handoff_format::{sort, sort_by};

/// Values by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map<K, V>(Vec<(K, V)>);

/// Keys without values.
pub(crate) type Set<K> = Map<K, ()>;

impl<K, V> Default for Map<K, V> {
    fn default() -> Map<K, V> {
        Map(Vec::new())
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Where a key is, or where it would be. Keys often come in their order.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        match self.0.last() {
            Some((last, _)) if last.borrow() >= key => self.0.binary_search_by(|(known, _)| known.borrow().cmp(key)),
            _ => Err(self.0.len()),
        }
    }

    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().and_then(|place| self.0.get(place)).map(|(_, value)| value)
    }

    pub(crate) fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().and_then(|place| self.0.get_mut(place)).map(|(_, value)| value)
    }

    pub(crate) fn has<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Puts a value in place of the one that is there, which it gives.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => self.0.get_mut(place).map(|(_, known)| std::mem::replace(known, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key, made where there is none.
    #[allow(clippy::indexing_slicing, reason = "the place was found or made just before")]
    pub(crate) fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let place = self.place(&key).unwrap_or_else(|place| {
            self.0.insert(place, (key, make()));
            place
        });
        &mut self.0[place].1
    }

    pub(crate) fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| self.0.remove(place).1)
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&K, &V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The keys from one on.
    pub(crate) fn keys_from<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = &K>
    where
        K: Borrow<Q>,
    {
        let (Ok(place) | Err(place)) = self.place(key);
        self.0.iter().skip(place).map(|(key, _)| key)
    }
}

impl<K: Ord, V> Map<K, V> {
    /// All at once, which is quick for many that come in any order; of equal keys the first counts.
    pub(crate) fn of(mut pairs: Vec<(K, V)>) -> Map<K, V> {
        sort_by(&mut pairs, |(a, _), (b, _)| a.cmp(b));
        pairs.dedup_by(|(a, _), (b, _)| a == b);
        Map(pairs)
    }
}

impl<K: Ord> Set<K> {
    /// Says whether the key is new.
    pub(crate) fn add(&mut self, key: K) -> bool {
        self.insert(key, ()).is_none()
    }

    pub(crate) fn into_keys(self) -> impl Iterator<Item = K> {
        self.0.into_iter().map(|(key, ())| key)
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Set<K> {
        let mut keys: Vec<K> = keys.into_iter().collect();
        sort(&mut keys);
        keys.dedup();
        Map(keys.into_iter().map(|key| (key, ())).collect())
    }
}

impl<K: Ord> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key, ());
        }
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Map;

    proptest! {
        #[test]
        fn it_is_what_the_standard_map_is(steps in prop::collection::vec((0u8..5, 0u8..12, any::<u16>()), 0..80)) {
            let (mut map, mut standard) = (Map::<u8, u16>::default(), BTreeMap::new());
            for (kind, key, value) in steps {
                match kind {
                    0 => prop_assert_eq!(map.remove(&key), standard.remove(&key)),
                    1 => prop_assert_eq!(
                        *map.get_or_insert_with(key, || value),
                        *standard.entry(key).or_insert(value)
                    ),
                    2 => {
                        map.retain(|known, _| *known != key);
                        standard.retain(|known, _| *known != key);
                    }
                    _ => prop_assert_eq!(map.insert(key, value), standard.insert(key, value)),
                }
                prop_assert_eq!(map.get(&key), standard.get(&key));
                prop_assert_eq!(map.get_mut(&key), standard.get_mut(&key));
                prop_assert_eq!(map.has(&key), standard.contains_key(&key));
                prop_assert_eq!((map.len(), map.is_empty()), (standard.len(), standard.is_empty()));
                prop_assert!(map.iter().eq(&standard) && map.values().eq(standard.values()));
                prop_assert!(map.keys_from(&key).eq(standard.range(key..).map(|(key, _)| key)));
            }
        }
    }
}
