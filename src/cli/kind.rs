//! The argument of `--kind`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::rules::bundled_kinds;

/// Completes the kinds of the bundled rules, and accepts all others, because the kinds of other rules
/// are not known before they are loaded.
#[derive(Clone)]
pub struct KindParser;

impl TypedValueParser for KindParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            bundled_kinds().into_iter().map(PossibleValue::new),
        ))
    }
}
