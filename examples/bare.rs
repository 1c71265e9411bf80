//! A minimal ratatui program that draws one frame and waits for a key. It is the baseline for
//! startup times.

use std::io;

use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{event, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::widgets::Paragraph;

fn main() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    terminal.draw(|frame| {
        frame.render_widget(
            Paragraph::new("bare program: any key ends it"),
            frame.area(),
        );
    })?;
    event::read()?;
    execute!(io::stdout(), LeaveAlternateScreen)?;
    disable_raw_mode()
}
