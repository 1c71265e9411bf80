//! t
use tableside::{loader::{self,Origin}, rules::Rulebook, tui, theme::Theme};
fn main(){
  let a: Vec<String> = std::env::args().skip(1).collect();
  let l=loader::load(&[Origin::named(a.first().map_or("bundled", |s| s.as_str()))]).unwrap(); 
  let book=Rulebook::load(l.sources,l.diagnostics);
  tui::run(tui::Options{book,section:None,query:a.get(1).cloned(),theme:Theme::standard(true),mouse:true,status:None}).unwrap();
}
