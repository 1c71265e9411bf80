use ratatui::style::{Color, Modifier};

use super::*;
use crate::theme::THEMES;

const ROLES: [Role; 9] = [
    Role::Text,
    Role::Dim,
    Role::Heading,
    Role::Link,
    Role::Effect,
    Role::Condition,
    Role::Chip,
    Role::Note,
    Role::Border,
];

#[test]
fn the_mono_theme_uses_no_colour() {
    let styles = Styles::new(Theme::standard(false), Symbols::UNICODE);
    for role in ROLES {
        let style = styles.of(Face {
            matched: true,
            ..Face::of(role)
        });
        assert_eq!(
            (style.fg, style.bg),
            (Some(Color::Reset), Some(Color::Reset)),
            "{role:?}"
        );
    }
}

#[test]
fn without_colour_links_are_underlined_and_matches_reversed() {
    let styles = Styles::new(Theme::standard(false), Symbols::UNICODE);
    assert!(
        styles
            .of(Role::Link)
            .add_modifier
            .contains(Modifier::UNDERLINED)
    );
    let matched = styles.of(Face {
        matched: true,
        ..Face::default()
    });
    assert!(matched.add_modifier.contains(Modifier::REVERSED));
    assert!(!matched.add_modifier.contains(Modifier::UNDERLINED));
    let current = matched.patch(styles.current_match());
    assert_ne!(current, matched);
}

#[test]
fn where_links_are_underlined_a_bold_link_is_not_taken_for_a_match() {
    for theme in THEMES.into_iter().filter(|theme| theme.underline_links) {
        let styles = Styles::new(theme, Symbols::UNICODE);
        let link = Face::of(Role::Link);
        assert_eq!(styles.of(link.strong()), styles.of(link));
        let matched = Face {
            matched: true,
            ..link
        };
        assert_ne!(styles.of(matched), styles.of(link));
    }
}

#[test]
fn without_colour_differences_and_links_look_different() {
    let styles = Styles::new(Theme::standard(false), Symbols::UNICODE);
    let different = Face {
        differs: true,
        ..Face::default()
    };
    let all = [styles.base, styles.of(different), styles.of(Role::Link)];
    for (at, style) in all.iter().enumerate() {
        assert!(all[..at].iter().all(|other| other != style), "{style:?}");
    }
}

/// Returns the relative luminance of a colour as WCAG 2 defines it.
fn luminance(colour: Color) -> f64 {
    let Color::Rgb(red, green, blue) = colour else {
        panic!("{colour:?} is whatever the terminal makes of it")
    };
    let linear = [red, green, blue].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// Returns the contrast ratio of two colours as WCAG 2 defines it: from 1 for equal colours to 21
/// for black and white.
fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Tests only the themes with RGB colours, because each terminal chooses its own 16 colours.
#[rstest::rstest]
#[case("dark", 4.5)]
#[case("light", 4.5)]
#[case("contrast", 7.0)]
fn every_role_can_be_read_on_its_background(#[case] name: &str, #[case] least: f64) {
    let styles = Styles::new(Theme::named(name).unwrap(), Symbols::UNICODE);
    for role in ROLES {
        // The styles of the current match and of a selected link swap foreground and background,
        // which does not change the contrast.
        let style = styles.of(role);
        let ratio = contrast(style.fg.unwrap(), style.bg.unwrap());
        assert!(ratio >= least, "{name} {role:?}: {ratio:.2}");
    }
}

#[test]
fn the_contrast_is_that_of_wcag() {
    let grey = Color::Rgb(0x76, 0x76, 0x76);
    let (black, white) = (Color::Rgb(0, 0, 0), Color::Rgb(255, 255, 255));
    assert!((contrast(black, white) - 21.0).abs() < 1e-9);
    assert!((contrast(grey, white) - 4.54).abs() < 0.01);
}

#[test]
fn the_default_theme_stays_within_the_sixteen_colours() {
    let theme = Theme::standard(true);
    let colours = [
        theme.text,
        theme.background,
        theme.dim,
        theme.accent,
        theme.effect,
        theme.condition,
        theme.chip,
    ];
    assert!(
        colours
            .into_iter()
            .all(|colour| !matches!(colour, Color::Rgb(..) | Color::Indexed(_)))
    );
}
