use tableside::rules::Rulebook;
pub fn book() -> Rulebook { Rulebook::load(tableside::loader::bundled().collect(), vec![]) }
