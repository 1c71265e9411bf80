//! Order by numbers, with one sort for all lists: of the standard library's there is a copy in the program for each closure
//! that it is given, of 6 KB.

/// Puts a list in the order of a number that each of it has. Those of one number stay in the order in which they stood.
pub fn by_number<T>(list: &mut [T], number: impl Fn(&T) -> u64) {
    let mut places: Vec<(u64, usize)> = list.iter().enumerate().map(|(at, one)| (number(one), at)).collect();
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

/// Puts those of a list first that something holds of. Else they stay in the order in which they stood.
pub fn first<T>(list: &mut [T], is_first: impl Fn(&T) -> bool) {
    by_number(list, |one| u64::from(!is_first(one)));
}

/// A number as 4 bytes; a greater one is the greatest of these.
#[must_use]
pub fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Two numbers as one, of which the former decides.
#[must_use]
pub fn both(former: u32, latter: u32) -> u64 {
    u64::from(former) << 32 | u64::from(latter)
}

/// A number for a fraction: the greater the fraction, the smaller the number.
#[must_use]
pub fn greatest_first(fraction: f32) -> u32 {
    let bits = fraction.to_bits();
    // Negative ones come in the reverse order of their bits, and before the others.
    if fraction.is_sign_negative() { bits } else { !(bits | 1 << 31) }
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
            first(&mut list, |(_, number)| *number == 1);
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
