//! Random numbers from a seed, the same on every machine (splitmix64).

/// A sequence of random numbers that depends only on its seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    #[cfg(test)]
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the sequence for item `index` of a seed, so that items can be generated in any order and by any thread.
    pub(crate) const fn for_item(seed: u64, index: u64) -> Self {
        Self(mix(seed ^ mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number below `end`, which must not be 0. The multiplication replaces a division; its bias is less than
    /// `end` in 2^32.
    pub(crate) const fn below(&mut self, end: u32) -> u32 {
        (((self.bits() >> 32) * end as u64) >> 32) as u32
    }

    /// Puts items into random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut left = items;
        while let [others @ .., last] = left
            && !others.is_empty()
        {
            // An index equal to the length means the last item itself.
            let other = self.below(others.len() as u32 + 1) as usize;
            if let Some(other) = others.get_mut(other) {
                core::mem::swap(other, last);
            }
            left = others;
        }
    }
}

const fn mix(bits: u64) -> u64 {
    let mixed = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_do_not_change_between_versions() {
        // The first number is from splitmix64's own tests.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(Random::for_item(1, 2).bits(), Random::for_item(1, 2).clone().bits());
        assert_ne!(Random::for_item(1, 2).bits(), Random::for_item(2, 1).bits());
    }

    #[test]
    fn every_number_and_every_order_comes_up() {
        let mut random = Random::new(7);
        let mut seen = [0; 10];
        for _ in 0..10_000 {
            seen[random.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| (850..1150).contains(&times)), "{seen:?}");
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..2_400 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            *orders.entry(items).or_insert(0) += 1;
        }
        assert!(orders.len() == 24 && orders.values().all(|&times| (50..150).contains(&times)), "{orders:?}");
    }
}
