//! `tableside [QUERY...]`: the browser.

use std::io::{self, IsTerminal};

use super::setup::Session;
use super::{Cli, Failure, Status};

pub(super) fn run(cli: &Cli) -> Result<Status, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let instead = "use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead";
        return Err(Failure::Input(format!("the browser needs a terminal; {instead}")));
    }
    let session = Session::start(&cli.global)?;
    let query = (!cli.query.is_empty()).then(|| cli.query.join(" "));
    open(session, query)
}

/// Opens the browser and returns when it is left.
fn open(session: Session, query: Option<String>) -> Result<Status, Failure> {
    let _ = (session, query);
    Err(Failure::Input("this build has no browser yet".to_owned()))
}
