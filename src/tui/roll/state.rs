//! What is rolled, and what the roll selects.

use crate::table::{Expression, KeyedTable, Roll, Rollable, Roller, TableResult};

/// The largest modifier.
const MAX_MODIFIER: i64 = 99;

/// The last roll, and what else can be rolled.
pub struct RollState {
    /// What can be rolled: at least one table or expression.
    pub choices: Vec<Rollable>,
    /// The index of what was rolled last.
    pub chosen: usize,
    roller: Roller,
    /// The last roll.
    pub roll: Roll,
    /// What the dice are for: the title of a section, or the row of a table.
    pub about: String,
    /// What is added to the result before it selects a row.
    pub modifier: i64,
}

impl RollState {
    /// Rolls the first of `choices`, which must not be empty. `about` says what the dice are for.
    ///
    /// # Errors
    /// Fails if the system has no random numbers.
    pub fn new(choices: Vec<Rollable>, about: String, seed: Option<u64>) -> Result<Self, String> {
        let mut roller = Roller::new(seed)?;
        let roll = roller.roll(choices[0].expression());
        Ok(Self {
            choices,
            chosen: 0,
            roller,
            roll,
            about,
            modifier: 0,
        })
    }

    /// Returns what was rolled last.
    pub fn rollable(&self) -> &Rollable {
        &self.choices[self.chosen]
    }

    /// Returns the table and what the roll selects in it.
    pub fn selected(&self) -> Option<(&KeyedTable, TableResult)> {
        let table = self.rollable().table()?;
        let result = self.roll.modified(self.modifier);
        Some((table, table.key.select(result)))
    }

    /// Returns the index of the selected row.
    pub fn row(&self) -> Option<usize> {
        self.selected()?.1.row()
    }

    /// Returns the dice that the selected row names.
    pub fn dice_in_row(&self) -> Vec<Expression> {
        let table = self.rollable().table().zip(self.row());
        table.map_or_else(Vec::new, |(table, row)| table.dice_in_row(row))
    }

    /// Rolls one of the choices. With a new choice, the modifier is 0 again.
    pub fn roll(&mut self, chosen: usize) {
        if chosen != self.chosen {
            self.modifier = 0;
        }
        self.chosen = chosen;
        self.roll = self.roller.roll(self.rollable().expression());
    }

    /// Rolls one die again. An index without a die changes nothing.
    pub fn reroll(&mut self, die: usize) {
        self.roller.reroll(&mut self.roll, die);
    }

    /// Adds to the modifier.
    pub fn modify(&mut self, by: i64) {
        self.modifier = (self.modifier + by).clamp(-MAX_MODIFIER, MAX_MODIFIER);
    }
}
