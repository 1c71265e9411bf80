//! Sorting by numbers, with one sort for all lists. The standard library's sort is compiled anew for each closure that it is
//! given, which takes 6 KB of the program every time.

/// Sorts a list by a number of each item. Items of one number stay in their order.
pub fn by_number<T>(list: &mut [T], number: impl Fn(&T) -> u64) {
    let mut places: Vec<(u64, usize)> = list
        .iter()
        .enumerate()
        .map(|(at, one)| (number(one), at))
        .collect();
    places.sort_unstable();
    for at in 0..list.len() {
        let mut from = places[at].1;
        // What stood there has been swapped away: it is followed to where it is now.
        while from < at {
            from = places[from].1;
        }
        places[at].1 = from;
        list.swap(at, from);
    }
}

/// Puts the items that `is_first` holds of before all others. Otherwise they stay in their order.
pub fn put_first<T>(list: &mut [T], is_first: impl Fn(&T) -> bool) {
    by_number(list, |one| u64::from(!is_first(one)));
}

/// A number in 4 bytes; one that does not fit is the greatest that does.
#[must_use]
pub fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// One number to sort by two: the former decides, then the latter.
#[must_use]
pub fn both(former: u32, latter: u32) -> u64 {
    u64::from(former) << 32 | u64::from(latter)
}

/// A number for a fraction: the greater the fraction, the smaller the number.
#[must_use]
pub fn greatest_first(fraction: f32) -> u32 {
    let bits = fraction.to_bits();
    // Negative ones come in the reverse order of their bits, and before the others.
    if fraction.is_sign_negative() {
        bits
    } else {
        !(bits | 1 << 31)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_list_is_ordered_as_by_a_stable_sort(numbers: Vec<u8>, limit in 1_u8..9) {
            let mut list: Vec<(usize, u8)> = numbers.iter().map(|number| number % limit).enumerate().collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(|(_, number)| *number);
            by_number(&mut list, |(_, number)| u64::from(*number));
            prop_assert_eq!(&list, &sorted);
            sorted.sort_by_key(|(_, number)| *number != 1);
            put_first(&mut list, |(_, number)| *number == 1);
            prop_assert_eq!(list, sorted);
        }

        #[test]
        fn a_greater_fraction_has_a_smaller_number(one: f32, other: f32) {
            prop_assert_eq!(greatest_first(one).cmp(&greatest_first(other)), other.total_cmp(&one));
        }

        #[test]
        fn the_former_of_two_numbers_decides(one: (u32, u32), other: (u32, u32)) {
            prop_assert_eq!(both(one.0, one.1).cmp(&both(other.0, other.1)), one.cmp(&other));
        }
    }
}
