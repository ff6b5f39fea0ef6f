//! Sets of field or enum numbers.

use std::{fmt, ops::RangeInclusive};

use rangemap::RangeInclusiveSet;

/// A set of numbers held as ranges. Ranges that touch or overlap are one, so how a `reserved` statement was split
/// makes no difference.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NumberSet(RangeInclusiveSet<i32>);

impl NumberSet {
    /// Adds all numbers of `range`; a reversed range adds nothing.
    pub fn insert(&mut self, range: RangeInclusive<i32>) {
        if range.start() <= range.end() {
            self.0.insert(range);
        }
    }

    /// Whether `number` is in the set.
    pub fn contains(&self, number: i32) -> bool {
        self.0.contains(&number)
    }

    /// The maximal ranges, ascending.
    pub fn ranges(&self) -> impl Iterator<Item = RangeInclusive<i32>> + '_ {
        self.0.iter().cloned()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As a `reserved` statement lists former fields: short runs number by number (`15, 16, 17`), long ones as ranges.
    pub fn listed(&self) -> String {
        /// Up to here a run reads better number by number.
        const SHORT: i64 = 3;
        let length = |range: &RangeInclusive<i32>| i64::from(*range.end()) - i64::from(*range.start()) + 1;
        let items: Vec<String> = self
            .ranges()
            .flat_map(|range| match length(&range) {
                1..=SHORT => range.map(|number| number.to_string()).collect(),
                _ => vec![NumberSet::from_iter([range]).to_string()],
            })
            .collect();
        items.join(", ")
    }

    /// The numbers of all short ranges. Reservations of former fields are short; a long one is a fence around numbers
    /// that nobody ever used.
    pub fn former_numbers(&self) -> impl Iterator<Item = i32> + '_ {
        /// From here on a range is a fence.
        const FENCE: i64 = 1000;
        self.ranges().filter(|range| i64::from(*range.end()) - i64::from(*range.start()) < FENCE).flatten()
    }

    /// What is in `self` and not in `other`.
    pub fn difference(&self, other: &NumberSet) -> NumberSet {
        let mut rest = self.clone();
        for range in other.ranges() {
            rest.0.remove(range);
        }
        rest
    }
}

impl FromIterator<RangeInclusive<i32>> for NumberSet {
    fn from_iter<T: IntoIterator<Item = RangeInclusive<i32>>>(ranges: T) -> Self {
        let mut set = NumberSet::default();
        ranges.into_iter().for_each(|range| set.insert(range));
        set
    }
}

/// As a `reserved` statement lists them: `2, 9 to 11, 1000 to max`.
impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest field number; enums go to `i32::MAX`.
        const LARGEST_FIELD_NUMBER: i32 = 536_870_911;
        for (i, range) in self.ranges().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            match (*range.start(), *range.end()) {
                (start, end) if start == end => write!(f, "{start}")?,
                (start, LARGEST_FIELD_NUMBER | i32::MAX) => write!(f, "{start} to max")?,
                (start, end) => write!(f, "{start} to {end}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_ranges_are_one() {
        let split: NumberSet = [1..=3, 4..=9].into_iter().collect();
        let whole: NumberSet = [1..=9, 2..=5].into_iter().collect();
        assert_eq!(split, whole);
        assert_eq!(split.to_string(), "1 to 9");
    }

    #[test]
    fn difference_keeps_the_edges() {
        let old: NumberSet = [1..=9].into_iter().collect();
        let new: NumberSet = [3..=4, 7..=20].into_iter().collect();
        assert_eq!(old.difference(&new).to_string(), "1 to 2, 5 to 6");
    }
}
