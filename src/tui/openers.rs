//! The panes that an action opens over the others: a row for each.

use super::action::Action;
use super::help::Help;
use super::keymap::Context;
use super::numbers::Numbers;
use super::pane::Pane;
use super::places::PlaceList;
use super::playing::PlayList;

/// Makes a pane. The context is that of the pane that the keys went to before.
type Opener = fn(Context) -> Box<dyn Pane>;

const PANES: &[(Action, Opener)] = &[
    (Action::Help, |context| Box::new(Help::new(context))),
    (Action::KeyNumbers, |_| Box::new(Numbers::default())),
    (Action::Places, |_| Box::new(PlaceList::default())),
    (Action::Playing, |_| Box::new(PlayList::default())),
];

/// Returns the pane that an action opens, if it opens one.
pub fn opened_by(action: Action, context: Context) -> Option<Box<dyn Pane>> {
    let mut panes = PANES.iter();
    let (_, open) = panes.find(|(opening, _)| *opening == action)?;
    Some(open(context))
}
