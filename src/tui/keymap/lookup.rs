//! From keys to actions: a tree a context, so that keys may follow one another.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{Binding, Context, Key, Keys};
use crate::theme::Symbols;
use crate::tui::action::Action;

/// The keys of an action, as they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Where.
    pub context: Context,
    /// Which keys, the ones to be shown first; none where the player wants none.
    pub keys: Vec<Keys>,
    /// What they do.
    pub action: Action,
    /// What that is, in the help.
    pub help: &'static str,
    /// What it is in the footer: the label, and its rank when room is short; `None` keeps it out.
    pub footer: Option<(&'static str, u8)>,
}

/// Which key does what.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Bound>,
    contexts: FxHashMap<Context, Next>,
}

/// What keys lead to, in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// An action.
    Action(Action),
    /// More keys have to follow.
    Pending,
    /// Nothing.
    Nothing,
}

/// What may follow, key by key.
type Next = FxHashMap<Key, Node>;

#[derive(Clone, Debug)]
enum Node {
    /// The binding of this place in the table.
    Bound(usize),
    More(Next),
}

/// Two bindings that cannot both hold: their places in the table, and the keys of the second.
pub(super) struct Clash {
    pub first: usize,
    pub second: usize,
    pub keys: Keys,
}

impl Clash {
    pub(super) fn error(self, bindings: &[Bound]) -> KeymapError {
        KeymapError::Conflict(
            self.keys.to_string(),
            bindings[self.first].action,
            bindings[self.second].action,
        )
    }
}

/// Why a keymap cannot be made.
#[derive(Debug, PartialEq, Eq)]
pub enum KeymapError {
    /// No such key.
    UnknownKey(String),
    /// One key for two actions, or one that others begin with.
    Conflict(String, Action, Action),
}

impl fmt::Display for KeymapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(key) => write!(f, "there is no key `{key}`"),
            Self::Conflict(key, one, other) => {
                write!(
                    f,
                    "`{key}` cannot be both `{}` and `{}`",
                    one.name(),
                    other.name()
                )
            }
        }
    }
}

impl std::error::Error for KeymapError {}

impl Keymap {
    /// A keymap of bindings.
    ///
    /// # Errors
    /// A key that does not exist, or one that is bound twice in a context.
    pub fn new(bindings: &[Binding]) -> Result<Self, KeymapError> {
        let bindings = bindings.iter().map(Bound::of).collect::<Result<_, _>>()?;
        Self::of(bindings).map_err(|(bindings, clash)| clash.error(&bindings))
    }

    pub(super) fn of(bindings: Vec<Bound>) -> Result<Self, (Vec<Bound>, Clash)> {
        let mut contexts: FxHashMap<Context, Next> = FxHashMap::default();
        for (at, binding) in bindings.iter().enumerate() {
            for keys in &binding.keys {
                if let Err(first) =
                    bind_keys(contexts.entry(binding.context).or_default(), &keys.0, at)
                {
                    let clash = Clash {
                        first,
                        second: at,
                        keys: keys.clone(),
                    };
                    return Err((bindings, clash));
                }
            }
        }
        Ok(Self { bindings, contexts })
    }

    /// What keys pressed one after the other do. Ctrl-C always quits, Ctrl-Z always goes back to the shell for now.
    #[must_use]
    pub fn find(&self, context: Context, keys: &[Key]) -> Found {
        match keys.last() {
            Some(key) if key.is_control('c') => return Found::Action(Action::Quit),
            Some(key) if key.is_control('z') => return Found::Action(Action::Suspend),
            _ => {}
        }
        let mut next = self.contexts.get(&context);
        for (at, key) in keys.iter().enumerate() {
            match next.and_then(|next| next.get(key)) {
                Some(Node::Bound(binding)) if at + 1 == keys.len() => {
                    return Found::Action(self.bindings[*binding].action);
                }
                Some(Node::More(more)) => next = Some(more),
                _ => return Found::Nothing,
            }
        }
        if keys.is_empty() {
            Found::Nothing
        } else {
            Found::Pending
        }
    }

    /// The bindings of a context, in the order of the table.
    pub fn bindings(&self, context: Context) -> impl Iterator<Item = &Bound> {
        self.bindings
            .iter()
            .filter(move |binding| binding.context == context)
    }

    /// The first keys of an action, as they are shown; nothing where it has none.
    #[must_use]
    pub fn shown(&self, context: Context, action: Action, symbols: &Symbols) -> Option<String> {
        let binding = self
            .bindings(context)
            .find(|binding| binding.action == action)?;
        binding.keys.first().map(|keys| keys.shown(symbols))
    }
}

impl Bound {
    pub(super) fn of(binding: &Binding) -> Result<Self, KeymapError> {
        let Binding {
            context,
            action,
            help,
            footer,
            ..
        } = *binding;
        let named = |name: &&str| {
            Keys::named(name).ok_or_else(|| KeymapError::UnknownKey((*name).to_owned()))
        };
        let keys = binding.keys.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Self {
            context,
            keys,
            action,
            help,
            footer,
        })
    }
}

/// Lets keys lead to a binding.
///
/// # Errors
/// The binding that has them, or a part of them, already.
fn bind_keys(next: &mut Next, keys: &[Key], binding: usize) -> Result<(), usize> {
    let Some((key, rest)) = keys.split_first() else {
        return Ok(());
    };
    match (next.get_mut(key), rest.is_empty()) {
        (Some(taken), true) => Err(taken.first()),
        (Some(Node::Bound(other)), false) => Err(*other),
        (Some(Node::More(more)), false) => bind_keys(more, rest, binding),
        (None, true) => {
            next.insert(*key, Node::Bound(binding));
            Ok(())
        }
        (None, false) => {
            let mut more = Next::default();
            bind_keys(&mut more, rest, binding)?;
            next.insert(*key, Node::More(more));
            Ok(())
        }
    }
}

impl Node {
    /// The first binding, by its place in the table, that is reached from here.
    fn first(&self) -> usize {
        match self {
            Self::Bound(binding) => *binding,
            Self::More(more) => more.values().map(Self::first).min().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::tui::keymap::{BINDINGS, bind};

    fn found(bindings: &[Binding], keys: &str) -> Found {
        Keymap::new(bindings)
            .unwrap()
            .find(Context::Page, &Keys::named(keys).unwrap().0)
    }

    #[test]
    fn the_built_in_keys_have_no_conflict() {
        assert_eq!(Keymap::new(BINDINGS).err(), None);
    }

    #[test]
    fn an_action_has_one_row_in_a_context() {
        for (at, binding) in BINDINGS.iter().enumerate() {
            let same = |other: &&Binding| {
                (other.context, other.action) == (binding.context, binding.action)
            };
            assert!(
                !BINDINGS[..at].iter().any(|other| same(&other)),
                "{binding:?}"
            );
        }
    }

    #[rstest]
    #[case("j", "j", "`j` cannot be both `down` and `up`")]
    #[case("g", "g g", "`g g` cannot be both `down` and `up`")]
    #[case("g g", "g", "`g` cannot be both `down` and `up`")]
    #[case("x", "jj", "there is no key `jj`")]
    fn a_conflict_names_both_actions(
        #[case] one: &'static str,
        #[case] other: &'static str,
        #[case] expected: &str,
    ) {
        let (one, other): (&'static [_; 1], &'static [_; 1]) =
            (Box::leak([one].into()), Box::leak([other].into()));
        let twice = [
            bind(Context::Page, one, Action::Down, "", None),
            bind(Context::Page, other, Action::Up, "", None),
        ];
        assert_eq!(Keymap::new(&twice).unwrap_err().to_string(), expected);
    }

    #[rstest]
    #[case("g", Found::Pending)]
    #[case("g g", Found::Action(Action::Top))]
    #[case("g e", Found::Action(Action::Bottom))]
    #[case("g x", Found::Nothing)]
    #[case("x", Found::Nothing)]
    #[case("g g g", Found::Nothing)]
    #[case("g Ctrl-c", Found::Action(Action::Quit))]
    #[case("Ctrl-z", Found::Action(Action::Suspend))]
    fn two_keys_in_a_row_are_one_binding(#[case] keys: &str, #[case] expected: Found) {
        let chords = [
            bind(Context::Page, &["g g"], Action::Top, "", None),
            bind(Context::Page, &["g e"], Action::Bottom, "", None),
        ];
        assert_eq!(found(&chords, keys), expected);
    }

    #[test]
    fn control_c_quits_everywhere() {
        let keymap = Keymap::new(BINDINGS).unwrap();
        for context in Context::ALL {
            assert_eq!(
                keymap.find(context, &Keys::named("Ctrl-c").unwrap().0),
                Found::Action(Action::Quit)
            );
        }
    }

    #[test]
    fn letters_are_text_where_one_types() {
        let keymap = Keymap::new(BINDINGS).unwrap();
        let letter = Keys::named("q").unwrap().0;
        assert_eq!(keymap.find(Context::Search, &letter), Found::Nothing);
        assert_eq!(
            keymap.find(Context::Page, &letter),
            Found::Action(Action::Quit)
        );
        let typed = |binding: &&Binding| {
            let first = |keys: &&str| Keys::named(keys).map(|keys| keys.0[0]);
            binding
                .keys
                .iter()
                .filter_map(first)
                .any(|key| binding.context.types(key))
        };
        assert_eq!(
            BINDINGS.iter().find(typed).map(|binding| binding.action),
            None
        );
    }
}
