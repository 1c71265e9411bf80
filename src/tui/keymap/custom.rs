//! The player's own keys over the usual ones.

use super::lookup::Clash;
use super::{BINDINGS, Bound, Context, Key, Keymap, KeymapError, Keys};
use crate::settings::{KeySetting, Settings};
use crate::source::Span;

/// What a fault of the keys costs.
const KEPT: &str = "until then the action has its usual keys";

impl Keymap {
    /// The usual keys with those of the settings in place of them. What cannot be is told in the settings and keeps its
    /// usual keys: a key for two actions is refused with the names of both.
    ///
    /// # Errors
    /// The usual keys are in conflict themselves, which a test rules out.
    pub fn with(settings: &mut Settings) -> Result<Self, KeymapError> {
        let usual: Vec<_> = BINDINGS.iter().map(Bound::of).collect::<Result<_, _>>()?;
        let mut own = understood(&usual, settings);
        if own.is_empty() {
            return Self::of(usual).map_err(|(bindings, clash)| clash.error(&bindings));
        }
        loop {
            let mut bindings = usual.clone();
            for setting in &own {
                bindings[setting.place].keys.clone_from(&setting.keys);
            }
            let (bindings, clash) = match Self::of(bindings) {
                Ok(keymap) => return Ok(keymap),
                Err(failed) => failed,
            };
            // The later one in the file gives way; a usual key that another setting took cannot.
            let at = own
                .iter()
                .rposition(|setting| [clash.first, clash.second].contains(&setting.place));
            let Some(at) = at else {
                return Err(clash.error(&bindings));
            };
            let refused = own.remove(at);
            tell(settings, &refused, &bindings, &clash);
        }
    }
}

/// A setting that is understood: the place of the action in the table, the keys it is to have.
struct Own {
    place: usize,
    keys: Vec<Keys>,
    spans: Vec<Span>,
    span: Span,
}

fn understood(usual: &[Bound], settings: &mut Settings) -> Vec<Own> {
    let mut own: Vec<Own> = Vec::new();
    for setting in settings.keys.clone() {
        match own_keys(usual, &setting) {
            Ok(keys) => own.push(keys),
            Err((span, message, help)) => settings.fault(span, &message, &help),
        }
    }
    own
}

fn own_keys(usual: &[Bound], setting: &KeySetting) -> Result<Own, (Span, String, String)> {
    let KeySetting {
        context,
        action,
        keys,
    } = setting;
    let Some(found) = Context::ALL
        .into_iter()
        .find(|known| known.id() == context.value)
    else {
        let known = Context::ALL.map(Context::id).join(", ");
        let message = format!("there are no keys of `{}`", context.value);
        return Err((context.span, message, format!("there are {known}")));
    };
    let place = usual
        .iter()
        .position(|row| row.context == found && row.action.name() == action.value);
    let Some(place) = place else {
        let message = format!("`{}` has no action `{}`", context.value, action.value);
        return Err((
            action.span,
            message,
            "`tableside config` lists all actions".to_owned(),
        ));
    };
    let mut own = Own {
        place,
        keys: Vec::new(),
        spans: Vec::new(),
        span: action.span,
    };
    for name in keys {
        let Some(keys) = Keys::named(&name.value) else {
            let help = "keys are written `j`, `Ctrl-d`, `Alt-x`, `Enter`, `PageDown`, `F1`; two in a row `g g`";
            return Err((
                name.span,
                format!("there is no key `{}`", name.value),
                help.to_owned(),
            ));
        };
        if let Some(why) = reserved(found, &keys) {
            return Err((name.span, why, format!("choose another key; {KEPT}")));
        }
        own.keys.push(keys);
        own.spans.push(name.span);
    }
    Ok(own)
}

/// Why keys cannot be bound to anything in a context.
fn reserved(context: Context, keys: &Keys) -> Option<String> {
    let always = |letter: char| keys.0.iter().any(|key| key.is_control(letter));
    if always('c') {
        return Some("`Ctrl-c` always quits".to_owned());
    }
    if always('z') {
        return Some("`Ctrl-z` always goes back to the shell".to_owned());
    }
    if keys.0.first().is_some_and(|first| context.types(*first)) {
        return Some(format!("`{keys}` is text here"));
    }
    (keys.0.len() > 1 && keys.0.contains(&Key::ESCAPE))
        .then(|| format!("Esc lets go of keys, so that `{keys}` cannot be"))
}

fn tell(settings: &mut Settings, refused: &Own, bindings: &[Bound], clash: &Clash) {
    let other = if refused.place == clash.first {
        clash.second
    } else {
        clash.first
    };
    let (one, other) = (&bindings[refused.place], &bindings[other]);
    let meets =
        |keys: &Keys| keys.0.starts_with(&clash.keys.0) || clash.keys.0.starts_with(&keys.0);
    let at = refused
        .keys
        .iter()
        .position(meets)
        .map_or(refused.span, |at| refused.spans[at]);
    let message = format!(
        "`{}` cannot be both `{}` and `{}`",
        clash.keys,
        one.action.name(),
        other.action.name()
    );
    let help = format!(
        "give `{}` other keys in [keys.{}], or none with `[]`; {KEPT}",
        other.action.name(),
        other.context.id()
    );
    settings.fault(at, &message, &help);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::source::Source;
    use crate::tui::action::Action;
    use crate::tui::keymap::Found;

    fn keymap(text: &str) -> (Keymap, Vec<String>) {
        let mut settings = Settings::parse(Source::in_memory("config.toml", text));
        let keymap = Keymap::with(&mut settings).unwrap();
        let place = |span: Option<&crate::source::Location>| span.map_or(0, |at| at.line);
        let told = settings
            .diagnostics
            .iter()
            .map(|f| format!("{}: {}", place(f.location.as_ref()), f.message));
        (keymap, told.collect())
    }

    fn found(keymap: &Keymap, keys: &str) -> Found {
        keymap.find(Context::Page, &Keys::named(keys).unwrap().0)
    }

    #[test]
    fn own_keys_stand_in_place_of_the_usual_ones() {
        let (keymap, told) =
            keymap("[keys.page]\nsearch = [\"s\", \"Ctrl-s\"]\ntop = \"g g\"\nquit = []\n");
        assert_eq!(told, Vec::<String>::new());
        assert_eq!(found(&keymap, "s"), Found::Action(Action::Search));
        assert_eq!(found(&keymap, "/"), Found::Nothing);
        assert_eq!(found(&keymap, "g"), Found::Pending);
        assert_eq!(found(&keymap, "g g"), Found::Action(Action::Top));
        assert_eq!(found(&keymap, "q"), Found::Nothing);
        assert_eq!(found(&keymap, "Ctrl-c"), Found::Action(Action::Quit));
    }

    #[test]
    fn two_actions_may_change_keys_with_each_other() {
        let (keymap, told) = keymap("[keys.page]\ndown = \"k\"\nup = \"j\"\n");
        assert_eq!(told, Vec::<String>::new());
        assert_eq!(found(&keymap, "k"), Found::Action(Action::Down));
        assert_eq!(found(&keymap, "j"), Found::Action(Action::Up));
    }

    #[rstest]
    #[case(
        "[keys.page]\nsearch = \"q\"\n",
        "2: `q` cannot be both `search` and `quit`"
    )]
    #[case(
        "[keys.page]\nsearch = \"q q\"\n",
        "2: `q` cannot be both `search` and `quit`"
    )]
    #[case(
        "[keys.page]\nsearch = \"z\"\ndown = \"z\"\n",
        "3: `z` cannot be both `down` and `search`"
    )]
    #[case(
        "[keys.page]\nsearch = \"z\"\ndown = \"z z\"\n",
        "3: `z z` cannot be both `down` and `search`"
    )]
    #[case("[keys.page]\nsearch = \"zz\"\n", "2: there is no key `zz`")]
    #[case("[keys.page]\nfly = \"z\"\n", "2: `page` has no action `fly`")]
    #[case("[keys.pages]\nsearch = \"z\"\n", "1: there are no keys of `pages`")]
    #[case("[keys.search]\nclose = \"z\"\n", "2: `z` is text here")]
    #[case("[keys.page]\nsearch = \"Ctrl-c\"\n", "2: `Ctrl-c` always quits")]
    #[case(
        "[keys.page]\nsearch = \"Ctrl-z\"\n",
        "2: `Ctrl-z` always goes back to the shell"
    )]
    #[case(
        "[keys.page]\nsearch = \"z Esc\"\n",
        "2: Esc lets go of keys, so that `z Esc` cannot be"
    )]
    fn what_cannot_be_is_told_and_keeps_its_usual_keys(#[case] text: &str, #[case] expected: &str) {
        let (keymap, told) = keymap(text);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with(expected) || same_pair(&told[0], expected),
            "{told:?}"
        );
        assert_eq!(found(&keymap, "q"), Found::Action(Action::Quit));
        assert_eq!(found(&keymap, "j"), Found::Action(Action::Down));
    }

    /// The key that is named in a conflict is the one that came second in the table.
    fn same_pair(told: &str, expected: &str) -> bool {
        let rest = |text: &str| {
            text.split_once("cannot be")
                .map(|(_, rest)| rest.to_owned())
        };
        rest(told).is_some() && rest(told) == rest(expected)
    }

    proptest! {
        #[test]
        fn any_keys_make_a_keymap(settings in proptest::collection::vec((0..BINDINGS.len(), proptest::collection::vec("[a-z]|[a-c] [a-c]|Ctrl-[a-d]|Esc|Tab|zz", 0..3)), 0..12)) {
            let lines = settings.iter().map(|(at, keys)| {
                let row = &BINDINGS[*at];
                format!("keys.{}.{} = {keys:?}\n", row.context.id(), row.action.name())
            });
            keymap(&lines.collect::<String>());
        }
    }
}
