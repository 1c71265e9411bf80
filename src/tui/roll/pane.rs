//! The pane for rolling dice.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::state::RollState;
use super::{chart, words};
use crate::library::Library;
use crate::render::{Page, wrap};
use crate::rules::SectionRef;
use crate::state::StoredRoll;
use crate::table::Rollable;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::clipboard::Clip;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::effect::{Effect, Question};
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;
use crate::tui::layout::{ScreenAreas, lines};
use crate::tui::pane::Pane;
use crate::tui::sheet::Sheet;

/// The minimum height of the pane, in lines, for the chart.
const CHART_FROM: u16 = 18;

/// The pane for rolling dice.
pub struct RollPane {
    /// The last roll, and what else can be rolled.
    pub state: RollState,
    /// The laid-out text.
    pub sheet: Sheet,
    /// The lines of each row of the table.
    rows: Vec<Range<usize>>,
}

impl RollPane {
    /// Rolls the first of `choices`, which must not be empty. `about` says what the dice are for.
    ///
    /// # Errors
    /// Fails if the system has no random numbers.
    pub fn new(choices: Vec<Rollable>, about: String, seed: Option<u64>) -> Result<Self, String> {
        Ok(Self {
            state: RollState::new(choices, about, seed)?,
            sheet: Sheet::default(),
            rows: Vec::new(),
        })
    }

    /// Returns the roll as it is kept in the list of last rolls.
    pub fn stored(&self, library: &Library) -> StoredRoll {
        let section = self.state.rollable().table().map(|table| table.section);
        StoredRoll {
            text: words::roll(&self.state, library),
            section: section.map(|section| library.book.section(section).id.clone()),
        }
    }

    fn roll(&mut self, chosen: usize, env: &Environment<'_>) -> Effect {
        self.state.roll(chosen);
        self.sheet.page.width = 0;
        Effect::Rolled(self.stored(env.library))
    }

    /// Rolls the dice in the selected row or, without any, the next or previous choice.
    fn roll_next(&mut self, forward: bool, env: &Environment<'_>) -> Effect {
        let dice = self.state.dice_in_row();
        if forward && !dice.is_empty() {
            let about = words::row_text(&self.state).unwrap_or_default();
            return Effect::Roll(dice.into_iter().map(Rollable::Dice).collect(), about);
        }
        let count = self.state.choices.len();
        let step = if forward { 1 } else { count - 1 };
        self.roll((self.state.chosen + step) % count, env)
    }

    /// Returns the areas of the result, of the text and of the chart. In linear mode, the text
    /// contains the result.
    fn areas(&self, area: Rect, is_linear: bool) -> [Rect; 3] {
        let head = u16::from(!is_linear);
        // A table is more important than the chart.
        let rest = usize::from(area.height.saturating_sub(head + chart::HEIGHT));
        let is_cut = self.rows.last().is_some_and(|row| row.end > rest);
        let has_chart = !is_linear && area.height >= CHART_FROM && !is_cut;
        let end = area.height - if has_chart { chart::HEIGHT } else { 0 };
        let text = lines(area, head, end.saturating_sub(head));
        [lines(area, 0, head), text, lines(area, end, u16::MAX)]
    }

    /// Returns the first link in the row that was rolled.
    fn link_in_row(&self) -> Option<usize> {
        let lines = self.selected_lines()?;
        let mut links = self.sheet.page.links.iter();
        links.position(|link| lines.contains(&link.line))
    }

    /// Returns the lines of the selected row.
    fn selected_lines(&self) -> Option<&Range<usize>> {
        self.rows.get(self.state.row()?)
    }
}

impl Pane for RollPane {
    fn context(&self) -> Context {
        Context::Roll
    }

    fn text_area(&self, screen: &ScreenAreas) -> Rect {
        self.areas(screen.body, screen.is_linear)[1]
    }

    fn sheet(&self) -> Option<&Sheet> {
        Some(&self.sheet)
    }

    fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        Some(&mut self.sheet)
    }

    fn allows(&self, action: Action) -> bool {
        match action {
            Action::NextDice => {
                self.state.choices.len() > 1 || !self.state.dice_in_row().is_empty()
            }
            Action::Follow => self.sheet.link.is_some() || self.link_in_row().is_some(),
            Action::NextLink | Action::Peek => !self.sheet.page.links.is_empty(),
            _ => true,
        }
    }

    fn is_revisited(&self) -> bool {
        true
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        let uses_link = matches!(action, Action::NextLink | Action::Peek | Action::Follow);
        if uses_link && self.sheet.link.is_none() {
            // What was rolled comes before the first link of the table.
            self.sheet.link = self.link_in_row();
            if action == Action::NextLink && self.sheet.link.is_some() {
                return None;
            }
        }
        Some(match action {
            Action::Roll => self.roll(self.state.chosen, env),
            Action::NextDice | Action::PreviousDice => {
                self.roll_next(action == Action::NextDice, env)
            }
            Action::Add | Action::Subtract => {
                self.state
                    .modify(if action == Action::Add { 1 } else { -1 });
                self.sheet.page.width = 0;
                return None;
            }
            Action::OtherDice => Effect::Ask(Question::Dice, String::new()),
            Action::Copy => {
                let (name, text) = ("the roll".to_owned(), self.stored(env.library).text);
                Effect::Copy(Clip { name, text })
            }
            Action::Slot if env.slot >= self.state.roll.dice.len() => {
                Effect::Status(format!("there is no die {}", env.slot + 1))
            }
            Action::Slot => {
                self.state.reroll(env.slot);
                self.sheet.page.width = 0;
                Effect::Rolled(self.stored(env.library))
            }
            _ => return self.sheet.perform(action, env),
        })
    }

    /// Opens the clicked link. A click elsewhere rolls again.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let opened = self.sheet.click(self.text_area(&env.screen), at);
        opened.or_else(|| Some(self.roll(self.state.chosen, env)))
    }

    fn fit(&mut self, env: &Environment<'_>) {
        let area = self.text_area(&env.screen);
        let (width, height) = (area.width.max(1), usize::from(area.height.max(1)));
        if self.sheet.page.width == width {
            return self.sheet.resize(height);
        }
        let (head, tail) = (words::head(&self.state, env), words::tail(&self.state, env));
        let table = self.state.rollable().table().map(|of| {
            let mut table = of.table.clone();
            // The odds in the table are those without a modifier.
            table.dice = table.dice.filter(|_| self.state.modifier == 0);
            (of.section, table)
        });
        let table = table.as_ref().map(|(section, table)| (*section, table));
        let (page, rows) = Page::of_roll(env.library.context(width), head, table, tail);
        self.rows = rows;
        self.sheet.replace(page);
        self.sheet.resize(height);
        if let Some(end) = self.selected_lines().map(|lines| lines.end) {
            // Without room for everything, the selected row is more important than the first lines.
            self.sheet.scroll_to(end.saturating_sub(height));
        }
    }

    fn reload(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        for choice in &mut self.state.choices {
            if let Rollable::Table(table) = choice {
                table.section = to_new(table.section)?;
            }
        }
        self.sheet.page.width = 0;
        Some(())
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let [head, text, chart] = self.areas(env.area, env.is_linear());
        let [mut result, chance, table] = words::result(&self.state, env);
        if wrap::columns(&result) + wrap::columns(&chance) + 7 > head.width {
            result = words::short(&self.state);
        }
        let mut row = canvas.row_in(head, 2);
        row.cut(&result, Role::Heading).skip(3);
        row.cut(&chance, Role::Text).skip(3).cut(&table, Role::Dim);
        self.sheet.draw(text, true, canvas);
        let rows = self.selected_lines().cloned().into_iter().flatten();
        for line in rows.filter(|line| self.sheet.visible().contains(line)) {
            canvas.select(lines(text, self.sheet.row(line), 1), true);
        }
        chart::draw(&self.state, chart, canvas);
        None
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.sheet
            .linear(words::name(&self.state, env.library), env)
    }
}
