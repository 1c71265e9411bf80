use tableside::{
    loader::{self, Origin},
    rules::Rulebook,
};
fn main() {
    let origins: Vec<_> = std::env::args().skip(1).map(|a| Origin::named(&a)).collect();
    let t = std::time::Instant::now();
    let l = loader::load(&origins).unwrap();
    let book = Rulebook::load(l.sources, l.diagnostics);
    eprintln!("{:?} {} sections", t.elapsed(), book.sections().len());
    for d in &book.diagnostics {
        eprintln!("{d}");
    }
    for (r, s) in book.iter() {
        println!(
            "{:>4} {}{} [{}] {} {:?} {:?}",
            r.0,
            "  ".repeat(s.level as usize),
            s.full_title(),
            s.kind.name(),
            s.id,
            s.tags,
            s.blocks.len()
        );
    }
}
