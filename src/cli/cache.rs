//! `tableside cache` lists the stored rulebooks and search indexes, or deletes them.

use std::time::SystemTime;

use super::args::CacheArgs;
use super::output::{DIM, Outcome, Output, notice};
use crate::cache;
use crate::source::{clean, counted};

const DAY: u64 = 24 * 60 * 60;

pub fn run(args: &CacheArgs, output: &mut Output) -> Outcome {
    let stored = cache::list();
    if args.clear {
        let failed = stored.iter().filter(|cache| cache.delete().is_err());
        let failed = failed.count();
        notice(&format!(
            "deleted {}",
            counted(stored.len() - failed, "cache")
        ));
        return Ok(failed == 0);
    }
    if stored.is_empty() {
        notice("nothing is cached");
    }
    for cache in stored {
        let tenths = cache.bytes / 100_000;
        let size = format!("{}.{} MB", tenths / 10, tenths % 10);
        let age = SystemTime::now()
            .duration_since(cache.used)
            .unwrap_or_default();
        let days = usize::try_from(age.as_secs() / DAY).unwrap_or(usize::MAX);
        let used = match days {
            0 => "used today".to_owned(),
            days => format!("used {} ago", counted(days, "day")),
        };
        let facts = output.paint(&format!("{size:>9}  {used}"), DIM);
        let origins: Vec<_> = cache.origins.lines().map(clean).collect();
        let origins = match &origins[..] {
            [] => "of unknown rules".to_owned(),
            origins => origins.join(", "),
        };
        output.line(&format!("{facts}  {origins}"))?;
    }
    Ok(true)
}
