//! The list of what can be played: games that were begun, and documents and missions to choose.

use ratatui::layout::Position;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::{Effect, Question};
use super::environment::Environment;
use super::filter_list::{FilterList, NamedItem, NamedRow};
use super::keymap::Context;
use super::pane::Pane;
use super::table::{game, new_name, play, play_in};
use super::typing::Edit;
use crate::rules::{Enclosed, GameRef, Rulebook, SectionRef, TableRules};
use crate::state::{Change, GameChange, Move};
use crate::theme::Role;

/// The maximum number of documents and missions in the list.
const MAX_CHOICES: usize = 3000;

/// Something that can be done with a game, or played in it.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayItem {
    /// Begin a new game.
    Begin,
    /// End the game.
    End,
    /// Give the game a name.
    Rename,
    /// Go on with the game of this name.
    Resume(String),
    /// Play this section, or no longer.
    Choose(SectionRef),
}

impl NamedItem for PlayItem {
    const TITLE: &'static str = "What is being played";
    const NOUN: &'static str = "choice";
    const ROLE: Role = Role::Dim;
}

/// The list of what can be played, with a filter.
pub type PlayList = FilterList<NamedRow<PlayItem>>;

/// Returns the effect that makes a game the one that is played.
pub fn resume(name: &str) -> Effect {
    let change = GameChange::Moves(name.to_owned(), vec![Move::End(false)]);
    Effect::Store(Change::Game(change), format!("playing {name}"))
}

/// Returns the rows for games.
fn games(env: &Environment<'_>) -> Vec<(String, String, PlayItem)> {
    let row = |name: &str, about: &str, item| (name.to_owned(), about.to_owned(), item);
    let mut rows = Vec::new();
    if let Some(game) = env.state.game() {
        rows.push(row("End the game", &game.name, PlayItem::End));
        rows.push(row("Rename the game", &game.name, PlayItem::Rename));
        rows.push(row(
            "Begin anew",
            "a new game with the same choices",
            PlayItem::Begin,
        ));
    }
    let is_other = |name: &str| env.state.game().is_none_or(|game| game.name != name);
    let others = env
        .state
        .playable()
        .rev()
        .filter(|game| is_other(&game.name));
    rows.extend(others.map(|game| {
        let about = if game.ended { "ended" } else { "" };
        row(
            &format!("Resume {}", game.name),
            about,
            PlayItem::Resume(game.name.clone()),
        )
    }));
    rows
}

/// Returns the rows for the documents of a game, and the missions in them, and how many more there are.
fn choices(env: &Environment<'_>, of_game: GameRef) -> (Vec<(String, String, PlayItem)>, usize) {
    let book = &env.library.book;
    let documents = book.documents.iter().filter(|of| of.game == of_game);
    let choices = documents.flat_map(|of| {
        let missions = book.descendants(of.root).filter(|at| is_mission(book, *at));
        std::iter::once(of.root).chain(missions)
    });
    let played = &game(env).played;
    let mut choices = choices.fuse();
    let rows = choices.by_ref().take(MAX_CHOICES).map(|at| {
        let id = &book.section(at).id;
        let mark = if played.contains(id) {
            env.styles.symbols.chosen
        } else {
            ""
        };
        let name = format!("{mark}{}", env.library.title(at));
        (name, env.library.path_above(at), PlayItem::Choose(at))
    });
    (rows.collect(), choices.count())
}

/// Returns the effect of a row.
fn choose(item: &PlayItem, env: &Environment<'_>) -> Effect {
    let game = game(env);
    match item {
        PlayItem::Begin => {
            let name = new_name(env);
            let moves = vec![Move::Play(game.played.clone()), Move::Pin(game.pins)];
            let status = format!("playing {name}");
            and_then(play_in(name, moves, status, env), Effect::Close)
        }
        PlayItem::End => {
            let status = format!("{} has ended", game.name);
            and_then(play(vec![Move::End(true)], status, env), Effect::Close)
        }
        PlayItem::Rename => Effect::Ask(Question::GameName, game.name),
        PlayItem::Resume(name) => and_then(resume(name), Effect::Close),
        PlayItem::Choose(at) => {
            // A new game has the name of the game that is chosen.
            let env = &Environment {
                section: *at,
                ..*env
            };
            let book = &env.library.book;
            let id = |at: SectionRef| book.section(at).id.clone();
            let (chosen, root) = (id(*at), id(book.document_of(*at).root));
            let title = env.library.title(*at);
            let mut played = game.played;
            if played.contains(&chosen) {
                // Without a document, there are no missions from it.
                played.retain(|id| {
                    *id != chosen && (chosen != root || !id.starts_with(&format!("{root}#")))
                });
                return play(
                    vec![Move::Play(played)],
                    format!("{title} is not played"),
                    env,
                );
            }
            if !played.contains(&root) && root != chosen {
                played.push(root);
            }
            let is_mission = is_mission(book, *at);
            if is_mission {
                // One mission at a time.
                let parent = book.section(*at).parent;
                let is_other = |id: &String| {
                    let other = book
                        .by_id(id)
                        .filter(|other| is_mission_of(book, *other, parent));
                    other.is_none()
                };
                played.retain(is_other);
            }
            played.push(chosen);
            let chosen = play(vec![Move::Play(played)], format!("{title} is played"), env);
            if is_mission {
                and_then(Effect::Open(*at), chosen)
            } else {
                chosen
            }
        }
    }
}

fn and_then(first: Effect, second: Effect) -> Effect {
    Effect::Both(Box::new([first, second]))
}

/// Whether a section is a mission: nothing outside mentions the rules in it.
fn is_mission(book: &Rulebook, at: SectionRef) -> bool {
    let kind = book.named_kind(at);
    kind.is_some_and(|kind| kind.encloses == Enclosed::All)
}

fn is_mission_of(book: &Rulebook, at: SectionRef, parent: Option<SectionRef>) -> bool {
    is_mission(book, at) && book.section(at).parent == parent
}

impl Pane for PlayList {
    fn context(&self) -> Context {
        Context::Playing
    }

    fn refresh(&mut self, env: &Environment<'_>) {
        let book = &env.library.book;
        let here = book.game_of(env.section);
        let all = (0..).map(GameRef).take(book.games.len());
        let is_declared = |other: &GameRef| book.game(*other).table != TableRules::default();
        let others = all.filter(|other| *other != here && is_declared(other));
        let mut left_out = 0;
        let choices = std::iter::once(here).chain(others).map(|of| {
            let (rows, more) = choices(env, of);
            left_out += more;
            (book.game(of).name.as_str(), rows)
        });
        let before = self.selected().cloned();
        self.fill_groups([("Games", games(env))].into_iter().chain(choices), env);
        if left_out > 0 {
            let text = format!("{left_out} more are not listed");
            self.list.rows.push(NamedRow::Heading(text));
        }
        // Games that begin or end add or remove rows above what was chosen. Ending a game is never the
        // first thing that is offered.
        let position = |is_wanted: &dyn Fn(&PlayItem) -> bool| {
            let mut rows = self.list.rows.iter();
            rows.position(|row| matches!(row, NamedRow::Item(_, _, item) if is_wanted(item)))
        };
        let same = before.and_then(|before| position(&|item| *item == before));
        let choice = || position(&|item| matches!(item, PlayItem::Choose(_)));
        if let Some(row) = same.or_else(choice) {
            // A second click must not hit another row.
            let scroll = self.list.scroll + row;
            self.list.scroll = scroll.saturating_sub(self.list.cursor);
            self.list.cursor = row;
            self.move_cursor_by(0, env);
        }
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.move_cursor(action, env) {
            return None;
        }
        let item = self.selected()?;
        (action == Action::Follow).then(|| choose(item, env))
    }

    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.select_at(at, env)?;
        self.perform(Action::Follow, env)
    }

    fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        if self.edit_filter(edit) {
            self.refresh(env);
        }
        None
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        self.draw_list(env, canvas)
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.linear_list(env)
    }
}
