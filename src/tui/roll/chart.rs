//! The bar chart of the probabilities of a roll.

use ratatui::layout::Rect;
use ratatui::widgets::{Bar, BarChart, BarGroup, Widget};

use super::state::RollState;
use crate::theme::Role;
use crate::tui::draw::Canvas;
use crate::tui::layout::{clamped, lines};

/// The height of the chart, in lines: a blank line, the bars and the results under them.
pub const HEIGHT: u16 = 7;

/// Draws the chart, unless there are too many results for the width of the area. The bar of the
/// result has the colour of headings.
pub fn draw(state: &RollState, area: Rect, canvas: &mut Canvas<'_>) {
    let (roll, modifier) = (&state.roll, state.modifier);
    let Some(odds) = roll.expression.distribution().filter(|_| !area.is_empty()) else {
        return;
    };
    let label = |result: i64| (result + modifier).to_string();
    let widths = odds.iter().map(|(result, _)| label(*result).len());
    let width = clamped(widths.max().unwrap_or(1));
    let count = clamped(odds.len());
    let is_flat = odds.iter().all(|(_, of)| (of - odds[0].1).abs() < 1e-9);
    let room = area.width.saturating_sub(4);
    // Without room for the results, narrow bars show at least the shape.
    let (width, gap, has_labels) = match room {
        _ if count.saturating_mul(width + 2) <= room => (width + 1, 1, true),
        _ if count.saturating_mul(width + 1) <= room => (width, 1, true),
        _ if count <= room && !is_flat => (1, 0, false),
        _ => return,
    };
    let bars = odds.iter().map(|(result, odds)| {
        let is_rolled = *result == roll.result();
        let role = if is_rolled { Role::Heading } else { Role::Dim };
        let style = canvas.styles.of(role);
        let label = if has_labels {
            label(*result)
        } else {
            String::new()
        };
        // The chart compares whole numbers.
        let value = (odds * 1e9).round().max(0.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0 to 1e9"
        )]
        let bar = Bar::default().value(value as u64);
        bar.text_value(String::new())
            .label(ratatui::text::Line::styled(label, style))
            .style(style)
    });
    let bars: Vec<_> = bars.collect();
    let inner = Rect {
        x: area.x + 2,
        width: room,
        ..lines(area, 1, HEIGHT - 1)
    };
    BarChart::default()
        .data(BarGroup::default().bars(&bars))
        .bar_width(width)
        .bar_gap(gap)
        .bar_set(canvas.styles.symbols.bars())
        .render(inner, canvas.buffer);
}
