//! The prompt in place of the footer: for a name, a number or dice.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::{Effect, Question};
use super::environment::Environment;
use super::keymap::Context;
use super::layout::ScreenAreas;
use super::pane::Pane;
use super::table::{game, game_name, play};
use super::typing::Edit;
use crate::render::wrap;
use crate::source::clean;
use crate::state::{Bookmark, Change, GameChange, Move};
use crate::table::{Counter, Expression, Rollable};
use crate::theme::Role;

/// A prompt.
#[derive(Debug)]
pub struct Prompt {
    /// What the prompt asks for.
    pub question: Question,
    /// The input line with the answer.
    pub input: Input,
    /// Whether the answer is still the proposed one, which the first typed letter replaces.
    is_proposed: bool,
}

impl Prompt {
    /// Creates a prompt whose input line already contains `answer`.
    pub fn new(question: Question, answer: &str) -> Self {
        Self {
            question,
            input: Input::new(answer.to_owned()),
            is_proposed: !answer.is_empty(),
        }
    }

    /// Creates a prompt for the section being read. The input line already contains the name of the
    /// section's bookmark, or the section's title if it has no bookmark.
    pub fn for_bookmark(env: &Environment<'_>) -> Self {
        let section = env.library.book.section(env.section);
        let known = env.state.bookmark(&section.id);
        let name = known.map_or_else(|| section.full_title(), |bookmark| bookmark.name.clone());
        Self::new(Question::Bookmark(section.id.clone()), &name)
    }

    /// Returns the effect of the answer.
    fn answer(&self, env: &Environment<'_>) -> Effect {
        let answer = clean(self.input.value()).trim().to_owned();
        match &self.question {
            Question::Value(_) | Question::Counter | Question::GameName if answer.is_empty() => {
                Effect::Close
            }
            Question::Bookmark(id) => save(id.clone(), answer, env),
            Question::Dice => match Expression::parse(&answer) {
                Ok(dice) => Effect::Roll(vec![Rollable::Dice(dice)], String::new()),
                Err(wrong) => Effect::Status(wrong),
            },
            Question::Value(name) => {
                let (number, most) = split_limit(&answer);
                match sum(number) {
                    // A sum that starts with a sign changes the value.
                    Some(by) if number.starts_with(['+', '-']) => {
                        let value = counter(name, env).map_or(0, |of| of.value(&game(env)));
                        set(name, value.saturating_add(by), most, env)
                    }
                    Some(value) => set(name, value, most, env),
                    None => Effect::Status("a counter needs a whole number".to_owned()),
                }
            }
            Question::Counter => {
                let (named, most) = split_limit(&answer);
                let (name, value) = named.rsplit_once(' ').unwrap_or((named, ""));
                match value.parse() {
                    Ok(value) => set(name.trim(), value, most, env),
                    Err(_) => set(named, most.unwrap_or(0), most, env),
                }
            }
            Question::GameName => {
                let rename = GameChange::Rename(game_name(env), answer.clone());
                Effect::Store(Change::Game(rename), format!("playing {answer}"))
            }
        }
    }

    /// Returns the label of the input line. For the value of a counter, it has the present one:
    /// `Threat level (5): `.
    fn label(&self, env: &Environment<'_>) -> String {
        match &self.question {
            Question::Bookmark(_) => " bookmark: ".to_owned(),
            Question::Dice => " roll: ".to_owned(),
            Question::Value(name) => match counter(name, env) {
                Some(counter) => format!(" {name} ({}): ", counter.value(&game(env))),
                None => format!(" {name}: "),
            },
            Question::Counter => " counter: ".to_owned(),
            Question::GameName => " game: ".to_owned(),
        }
    }

    /// Describes the keys of the prompt: `Enter save, Esc cancel`.
    fn keys(&self, env: &Environment<'_>) -> String {
        let named = |(action, does)| {
            let key = env.keymap.shown(env.context, action, env.styles.symbols)?;
            Some(format!("{key} {does}"))
        };
        let accept = match self.question {
            Question::Dice => "roll",
            _ => "save",
        };
        let keys = [(Action::Follow, accept), (Action::Close, "cancel")];
        let mut keys: Vec<_> = keys.into_iter().filter_map(named).collect();
        if matches!(&self.question, Question::Bookmark(id) if env.state.bookmark(id).is_some()) {
            keys.insert(1.min(keys.len()), "no name removes".to_owned());
        }
        keys.join(", ")
    }

    /// Describes the prompt for linear mode.
    fn name(&self, env: &Environment<'_>) -> String {
        match &self.question {
            Question::Bookmark(id) => {
                let section = env.library.book.by_id(id);
                let section = section.map(|at| env.library.title(at)).unwrap_or_default();
                format!("Name of the bookmark for {section}")
            }
            Question::Dice => "Dice to roll, such as 2D6 or 5D6>=4".to_owned(),
            Question::Value(name) => format!("Value of {name}"),
            Question::Counter => "Name and value of a counter".to_owned(),
            Question::GameName => "Name of the game".to_owned(),
        }
    }
}

/// Splits the highest value from an answer: `7 of 18` and `7/18` to 7 and 18.
fn split_limit(answer: &str) -> (&str, Option<i64>) {
    let parts = answer
        .rsplit_once(" of ")
        .or_else(|| answer.rsplit_once('/'));
    let split = parts.and_then(|(before, most)| {
        let is_number = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
        let most = most.trim().parse().ok().filter(|_| is_number)?;
        Some((before.trim_end(), Some(most)))
    });
    split.unwrap_or((answer, None))
}

/// Adds up whole numbers: 19 for `12+7`.
fn sum(text: &str) -> Option<i64> {
    let text = text.replace(' ', "").replace('-', "+-");
    let numbers = text.split('+').filter(|number| !number.is_empty());
    let numbers: Vec<i64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
    let sum = |sum: i64, number: &i64| sum.checked_add(*number);
    numbers
        .iter()
        .try_fold(0, sum)
        .filter(|_| !numbers.is_empty())
}

/// Returns the effect that gives a counter a value and, unless the rules declare it, a highest value.
fn set(name: &str, value: i64, most: Option<i64>, env: &Environment<'_>) -> Effect {
    let limit = most.map(|most| Move::Limit(name.to_owned(), Some(most)));
    let known = counter(name, env).filter(|counter| limit.is_none() || !counter.is_added);
    let Some(counter) = known else {
        let set = Move::Set(name.to_owned(), Some(value.min(most.unwrap_or(value))));
        let moves = limit.into_iter().chain([set]).collect();
        let of = most.map_or_else(String::new, |most| format!(" of {most}"));
        return play(moves, format!("{name} {value}{of}"), env);
    };
    let (set, mut after) = (vec![counter.set(value)], game(env));
    after.step(&set);
    play(set, counter.shown(&after), env)
}

/// Returns the counter with a name.
fn counter<'a>(name: &str, env: &Environment<'a>) -> Option<&'a Counter> {
    let mut counters = env.library.table.counters.iter();
    counters.find(|counter| counter.rules.name == name)
}

/// Returns the effect that saves a bookmark, or removes it if the name is empty.
fn save(id: String, name: String, env: &Environment<'_>) -> Effect {
    if !name.is_empty() {
        let status = format!("saved the bookmark {name}");
        return Effect::Store(Change::Bookmark(Bookmark { id, name }), status);
    }
    match env.state.bookmark(&id) {
        Some(known) => {
            let status = format!("removed the bookmark {}", known.name);
            Effect::Store(Change::Forget(id), status)
        }
        None => Effect::Close,
    }
}

impl Pane for Prompt {
    fn context(&self) -> Context {
        Context::Prompt
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.reading.footer
    }

    fn covers_body(&self) -> bool {
        false
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::Follow => Some(self.answer(env)),
            _ => None,
        }
    }

    /// Accepts the answer.
    fn click(&mut self, _at: Position, env: &Environment<'_>) -> Option<Effect> {
        Some(self.answer(env))
    }

    fn edit(&mut self, edit: Edit<'_>, _env: &Environment<'_>) -> Option<Effect> {
        let proposed = std::mem::take(&mut self.is_proposed).then(|| self.input.value().to_owned());
        edit(&mut self.input);
        let added = proposed.and_then(|known| {
            let added = self.input.value().strip_prefix(&known)?;
            (!added.is_empty()).then(|| added.to_owned())
        });
        if let Some(added) = added {
            self.input = Input::new(added);
        }
        None
    }

    /// Draws the prompt. A message, such as what is wrong with the answer, replaces the keys.
    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        canvas.clear(env.area);
        let label = self.label(env);
        let Some(message) = &env.messages.status else {
            return canvas.input(env.area, &label, &self.input, &self.keys(env));
        };
        let typed = wrap::columns(&label) + wrap::columns(self.input.value());
        if typed + wrap::columns(message) + 3 > env.area.width {
            // Without room for both, the message is more important until the next key.
            canvas.row_in(env.area, 1).cut(message, Role::Heading);
            return None;
        }
        canvas.input(env.area, &label, &self.input, message)
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let label = match self.question {
            Question::Dice => "roll: ",
            Question::Value(_) => "value: ",
            _ => "name: ",
        };
        LinearScreen {
            name: self.name(env),
            input: Some((label, &self.input)),
            selected: self.keys(env),
            ..LinearScreen::default()
        }
    }
}
