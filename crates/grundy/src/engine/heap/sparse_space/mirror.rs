//! Values once more, in reverse order: what stands in front of a heap then stands beside its partner.
//!
//! The parts of pairs with a given sum, the one read upwards and the other downwards, become two slices that are compared
//! by plain vector code. The values lie at the end of a buffer that is made twice as large when it is full, so that
//! a value more costs a write.

/// Values in reverse order, at the end of a buffer.
#[derive(Debug, Default)]
pub struct Mirror<T> {
    buffer: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> Mirror<T> {
    /// How many values there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Takes note of the next values.
    #[inline]
    pub fn extend(&mut self, values: &[T]) {
        let count = self.count + values.len();
        if count > self.buffer.len() {
            self.grow(count);
        }
        let end = self.buffer.len() - self.count;
        let places = self.buffer[end - values.len()..end].iter_mut().rev();
        places.zip(values).for_each(|(place, &value)| *place = value);
        self.count = count;
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        let mut buffer = vec![T::default(); (2 * least).max(1024)];
        let (old, new) = (self.buffer.len() - self.count, buffer.len() - self.count);
        buffer[new..].copy_from_slice(&self.buffer[old..]);
        self.buffer = buffer;
    }

    /// The same with every value changed.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> Mirror<U> {
        Mirror { buffer: self.buffer.into_iter().map(change).collect(), count: self.count }
    }

    /// The value of a heap.
    pub fn get(&self, heap: usize) -> Option<T> {
        (heap < self.count).then(|| self.buffer[self.buffer.len() - 1 - heap])
    }

    /// The values of `count` heaps from `first` downwards.
    #[inline]
    pub fn down_from(&self, first: usize, count: usize) -> &[T] {
        &self.buffer[self.buffer.len() - 1 - first..][..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_in_reverse() {
        let values: Vec<u32> = (0..5000).collect();
        let mut mirror = Mirror::default();
        for part in values.chunks(7) {
            mirror.extend(part);
            let last = mirror.len() - 1;
            assert_eq!(mirror.get(last / 2), Some(last as u32 / 2));
            assert_eq!(mirror.get(last + 1), None);
            let down: Vec<u32> = (0..=last as u32).rev().collect();
            assert_eq!(mirror.down_from(last, last + 1), down);
        }
    }
}
