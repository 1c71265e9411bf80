//! Messages to the player: the status in the footer, and the progress of the background thread.

/// The current messages to the player.
#[derive(Default)]
pub struct Messages {
    /// The message in the footer, until the next key or click.
    pub status: Option<String>,
    /// The progress of the background thread, while it works.
    pub progress: Option<String>,
}

impl Messages {
    /// Returns the message of the search screen while there is no index.
    pub fn waiting(&self) -> String {
        let progress = self.progress.clone();
        progress.unwrap_or_else(|| "preparing the index".to_owned())
    }
}

/// Formats a number with commas between its thousands: `1,234`.
pub(super) fn grouped(number: usize) -> String {
    let mut grouped = number.to_string();
    for at in (1..grouped.len()).rev().skip(2).step_by(3) {
        grouped.insert(at, ',');
    }
    grouped
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(5_800, "5,800")]
    #[case(1_234_567, "1,234,567")]
    fn thousands_are_set_apart(#[case] number: usize, #[case] expected: &str) {
        assert_eq!(grouped(number), expected);
    }
}
