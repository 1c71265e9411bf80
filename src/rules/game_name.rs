//! The game that a player names.

use super::model::{Game, GameRef};
use super::slug::fold;

/// Finds a game by its name or id, or by a beginning that only one game has.
///
/// # Errors
/// No game, or several, have this name; the message lists the candidates.
pub fn game_named(games: &[Game], name: &str) -> Result<GameRef, String> {
    let wanted = fold(name);
    let all = || (0..).map(GameRef).zip(games);
    if let Some((exact, _)) = all().find(|(_, game)| names(game).contains(&wanted)) {
        return Ok(exact);
    }
    let begins = |game: &Game| names(game).iter().any(|name| name.starts_with(&wanted));
    let found: Vec<_> = all()
        .filter(|(_, game)| !wanted.is_empty() && begins(game))
        .collect();
    let listed = |games: &[(GameRef, &Game)]| {
        let names = games.iter().map(|(_, game)| format!("`{}`", game.name));
        names.collect::<Vec<_>>().join(", ")
    };
    match found.as_slice() {
        [(found, _)] => Ok(*found),
        [] => {
            let all = listed(&all().collect::<Vec<_>>());
            Err(format!(
                "no game is named `{name}`; the loaded rules have {all}"
            ))
        }
        several => {
            let several = listed(several);
            Err(format!("`{name}` may be {several}; write more of the name"))
        }
    }
}

fn names(game: &Game) -> [String; 2] {
    [fold(&game.name), game.id.clone()]
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn games() -> Vec<Game> {
        ["Skirmish", "Skirmish Nights", "Tunnel War"]
            .map(Game::named)
            .into()
    }

    #[rstest]
    #[case("skirmish", "Skirmish")]
    #[case("SKIRMISH  nights", "Skirmish Nights")]
    #[case("tunnel-war", "Tunnel War")]
    #[case("tun", "Tunnel War")]
    fn a_game_is_found_by_name_id_and_beginning(#[case] name: &str, #[case] expected: &str) {
        let games = games();
        let found = game_named(&games, name).map(|found| games[found.0 as usize].name.as_str());
        assert_eq!(found, Ok(expected));
    }

    #[rstest]
    #[case(
        "skir",
        "`skir` may be `Skirmish`, `Skirmish Nights`; write more of the name"
    )]
    #[case(
        "chess",
        "no game is named `chess`; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
    )]
    #[case(
        "",
        "no game is named ``; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
    )]
    fn a_game_that_is_not_one_is_refused_with_those_that_are(
        #[case] name: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(game_named(&games(), name), Err(expected.to_owned()));
    }
}
