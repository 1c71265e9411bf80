//! Invariants that hold after any events in any order at any size: nothing panics, scroll positions
//! are valid, every frame can be drawn, and going back returns to the previous place.
//!
//! Every run tries the same few sequences, so a new failure always comes from a change of the code.
//! `PROPERTY_SECONDS=600 cargo test --test browser properties` tries others for ten minutes.
//! The seed of a failure is stored in `properties.proptest-regressions` in this folder, and later
//! runs try it first.

use std::time::{Duration, Instant};

use crate::harness::Browser;
use crate::harness::events::{Step, fault};
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestError, TestRunner};
use tableside::tui::action::Action;
use tableside::tui::history::Place;

const SEQUENCES: u64 = 8;

/// The average number of events in a sequence, before proptest shortens a failing sequence.
const STEPS: usize = 250;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(any::<u64>().prop_map(Step::of), 1..2 * STEPS)
}

/// Tests a property with [`SEQUENCES`] fixed sequences. If `PROPERTY_SECONDS` is set, tests it with
/// random sequences for that time instead.
fn hold(property: impl Fn(Vec<Step>) -> Result<(), TestCaseError>) {
    let seconds = std::env::var("PROPERTY_SECONDS")
        .ok()
        .and_then(|seconds| seconds.parse().ok());
    let Some(seconds) = seconds else {
        return (0..SEQUENCES).for_each(|seed| try_one(RngSeed::Fixed(seed), &property));
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        try_one(RngSeed::Random, &property);
    }
}

fn try_one(rng_seed: RngSeed, property: impl Fn(Vec<Step>) -> Result<(), TestCaseError>) {
    let config = ProptestConfig {
        cases: 1,
        rng_seed,
        source_file: Some(file!()),
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource(
            "proptest-regressions",
        ))),
        ..ProptestConfig::default()
    };
    match TestRunner::new(config).run(&steps(), property) {
        Err(TestError::Fail(reason, steps)) => panic!("{reason}\n{steps:?}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
        Ok(()) => {}
    }
}

fn survive(mut browser: Browser, steps: &[Step]) -> Result<(), TestCaseError> {
    for step in steps {
        let before = (browser.app.place(), browser.app.history.depth());
        step.take(&mut browser);
        let size = browser.app.shared.size;
        prop_assert_eq!(browser.drawn(), size, "after {:?}", step);
        if let Some(fault) = fault(&browser.app) {
            return Err(TestCaseError::fail(format!("after {step:?}: {fault}")));
        }
        if browser.app.history.depth() == before.1 + 1 {
            there_and_back(&mut browser, &before.0, step)?;
        }
    }
    Ok(())
}

/// Checks that `Back` returns to the place before a jump, and that `Forward` returns to the place
/// after it.
fn there_and_back(browser: &mut Browser, before: &Place, step: &Step) -> Result<(), TestCaseError> {
    let app = &mut browser.app;
    let there = app.place();
    app.perform(Action::Back);
    let here = app.place();
    // After going back, a link that was clicked or chosen by its hint is still selected.
    let chooses = here.link != before.link && before.search.is_none();
    let expected = if chooses {
        Place {
            link: here.link,
            ..before.clone()
        }
    } else {
        before.clone()
    };
    prop_assert_eq!(&here, &expected, "back after {:?}", step);
    if here.search.is_some() {
        // Forward must also work after a search is closed.
        app.perform(Action::Close);
    }
    app.perform(Action::Forward);
    prop_assert_eq!(app.place(), there, "forward after {:?}", step);
    Ok(())
}

#[test]
fn any_events_on_the_fixture_games() {
    hold(|steps| survive(Browser::random_game(80, 24), &steps));
}

#[test]
fn any_events_on_awkward_documents() {
    hold(|steps| survive(Browser::hostile(80, 24), &steps));
}

#[test]
fn any_events_in_linear_mode() {
    hold(|steps| {
        survive(Browser::random_game(80, 24).linear(), &steps)?;
        survive(Browser::hostile(80, 24).linear(), &steps)
    });
}

#[test]
fn the_steps_reach_every_row() {
    let mut state = 1_u64;
    let mut bits = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    let mut browser = Browser::hostile(120, 40);
    let (mut searched, mut jumped, mut peeked) = (0, 0, 0);
    for _ in 0..20_000 {
        Step::of(bits()).take(&mut browser);
        searched += usize::from(browser.app.finder.is_some());
        peeked += usize::from(browser.app.peeks().count() > 0);
        jumped = jumped.max(browser.app.history.depth());
    }
    assert!(
        searched > 100 && jumped > 5 && peeked > 20,
        "{searched} searched, {jumped} jumped, {peeked} peeked"
    );
}
