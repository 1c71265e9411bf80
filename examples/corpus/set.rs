//! Generates sets of documents: in each set, copies of the bundled documents, then invented teams.

use std::fmt::Write as _;

use tableside::loader;

use super::words::Chance;

/// The number of documents in a set.
pub const DOCUMENTS: usize = 58;

/// The minimum and maximum number of sentences in an invented rule.
const SENTENCES: (usize, usize) = (3, 9);

/// Returns the paths and texts of sets with `documents` documents in total. Each set starts with
/// `game.yaml` and `synonyms.yaml`.
pub fn files(documents: usize) -> Vec<(String, String)> {
    let sentences = sentences();
    let mut files = Vec::new();
    for number in 0..documents {
        let (set, within) = (number / DOCUMENTS, number % DOCUMENTS);
        if within == 0 {
            files.push((
                format!("set-{set:03}/game.yaml"),
                format!("name: Set {set}\n"),
            ));
            let synonyms =
                loader::bundled().find(|source| source.file == "kill-team/synonyms.yaml");
            files.extend(synonyms.map(|source| {
                (
                    format!("set-{set:03}/synonyms.yaml"),
                    source.text.into_owned(),
                )
            }));
        }
        let bundled = loader::bundled()
            .filter(|source| !source.file.ends_with("yaml"))
            .nth(within);
        files.push(match bundled {
            Some(source) => (
                format!("set-{set:03}/{}", source.file),
                source.text.into_owned(),
            ),
            None => team(&mut Chance::new(number as u64 + 1), set, &sentences),
        });
    }
    files
}

/// Returns each sentence of the bundled rules that is longer than 30 bytes and contains no markup.
/// Skips lines that do not start with a capital letter.
fn sentences() -> Vec<String> {
    let documents = loader::bundled().filter(|source| !source.file.ends_with("yaml"));
    let text: String = documents.map(|source| source.text.into_owned()).collect();
    let lines = text
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    let sentences = lines
        .flat_map(|line| line.split_inclusive(". "))
        .map(str::trim);
    let whole = sentences
        .filter(|sentence| sentence.len() > 30 && !sentence.contains(['|', '*', '_', '[']));
    whole.map(str::to_owned).collect()
}

/// Returns the path and text of an invented team: its rules, ploys, equipment, operatives with
/// weapons, and questions.
fn team(chance: &mut Chance, set: usize, sentences: &[String]) -> (String, String) {
    let name = chance.name().to_uppercase();
    let mut text = format!(
        "---\nsource: Made up\nlast_update_date: 2026-01-{:02}\ndocument_type: team-rules\nsection: {}\n---\n\n# {name}\n\n",
        1 + chance.below(28),
        name.to_lowercase()
    );
    let words: Vec<_> = (0..80).map(|_| chance.word()).collect();
    let mut writer = Writer {
        chance,
        sentences,
        words: &words,
        name: &name,
        text: &mut text,
    };
    writer.body();
    (0..3).for_each(|_| writer.rule(""));
    (0..3).for_each(|_| writer.rule(" - Strategy Ploy"));
    (0..3).for_each(|_| writer.rule(" - Firefight Ploy **1CP**"));
    (0..3).for_each(|_| writer.rule(" - Faction Equipment"));
    (0..7).for_each(|_| writer.operative());
    (0..3).for_each(|_| writer.question());
    let file = name.to_lowercase().replace(' ', "-");
    (format!("set-{set:03}/teams/{file}.md"), text)
}

struct Writer<'a> {
    chance: &'a mut Chance,
    sentences: &'a [String],
    words: &'a [String],
    name: &'a str,
    text: &'a mut String,
}

impl Writer<'_> {
    fn rule(&mut self, kind: &str) {
        let title = self.chance.name().to_uppercase();
        let _ = write!(self.text, "## {} - {title}{kind}\n\n", self.name);
        self.body();
    }

    fn operative(&mut self) {
        let title = self.chance.name().to_uppercase();
        let (team, stat) = (self.name, |chance: &mut Chance, least| {
            least + chance.below(4)
        });
        let (apl, inches, save, wounds) = (
            stat(self.chance, 2),
            stat(self.chance, 5),
            stat(self.chance, 3),
            stat(self.chance, 7),
        );
        let _ = write!(
            self.text,
            "## {team} - {title}\n\n**Stats:**\n- APL: {apl}\n- Move: {inches}\"\n- Save: {save}+\n- Wounds: {wounds}\n\n\
             **Weapons:**\n| Type | Name | ATK | HIT | DMG | Weapon Rules |\n|---|---|---|---|---|---|\n"
        );
        for kind in ["Ranged", "Ranged", "Melee"] {
            let (weapon, rule) = (
                self.chance.name(),
                self.chance
                    .of(&["Piercing 1", "Blast 2\"", "Lethal 5+", "-"]),
            );
            let (attacks, hit, damage) = (
                stat(self.chance, 3),
                stat(self.chance, 2),
                stat(self.chance, 2),
            );
            let _ = writeln!(
                self.text,
                "| {kind} | {weapon} | {attacks} | {hit}+ | {damage}/{} | {rule} |",
                damage + 1
            );
        }
        let ability = self.chance.name();
        let _ = write!(self.text, "\n**{ability}:** ");
        self.body();
        let _ = write!(self.text, "**Keywords:** {team}, {title}\n\n");
    }

    fn question(&mut self) {
        let (about, sentence) = (self.chance.name(), self.sentence());
        let _ = write!(
            self.text,
            "## [FAQ] *Question*: Can {about} be used so? {sentence}\n\n*Answer*: No. "
        );
        self.body();
    }

    fn body(&mut self) {
        let count = SENTENCES.0 + self.chance.below(SENTENCES.1 - SENTENCES.0 + 1);
        for _ in 0..count {
            let sentence = self.sentence();
            let mark = self.chance.of(&["", "", "", "\n\n▶ ", "\n\n◆ "]);
            let _ = write!(self.text, "{mark}{sentence} ");
        }
        self.text.push_str("\n\n");
    }

    /// Returns a sentence of the bundled rules with about every eighth word replaced.
    fn sentence(&mut self) -> String {
        let sentence = &self.sentences[self.chance.below(self.sentences.len())];
        let words = sentence.split(' ').map(|word| match self.chance.below(8) {
            0 => self.words[self.chance.below(self.words.len())].as_str(),
            _ => word,
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
