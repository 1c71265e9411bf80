use proptest::prelude::*;
use rstest::rstest;

use super::grammar::{all, damage, dice_key, whole};
use super::{Currency, Dice, Length, Quantity, Unit, Value};

fn inches(number: f64) -> Length {
    Length {
        number,
        unit: Unit::Inch,
    }
}

fn millimetres(number: f64) -> Length {
    Length {
        number,
        unit: Unit::Millimetre,
    }
}

fn currency(code: &str) -> Currency {
    Currency::new(code).unwrap()
}

#[rstest]
#[case("2\"", Value::Distance(inches(2.0)))]
#[case("2''", Value::Distance(inches(2.0)))]
#[case("3.5\"", Value::Distance(inches(3.5)))]
#[case("4'", Value::Distance(Length { number: 4.0, unit: Unit::Foot }))]
#[case("606mm", Value::Distance(millimetres(606.0)))]
#[case("606mm x 703mm", Value::Area(millimetres(606.0), millimetres(703.0)))]
#[case("30\" x 22\"", Value::Area(inches(30.0), inches(22.0)))]
#[case("6x7", Value::Grid(6, 7))]
#[case("16x", Value::Count(16))]
#[case("x2", Value::Factor(2))]
#[case("4+", Value::RollTarget(4))]
#[case("12+", Value::Range(12, None))]
#[case("7-10", Value::Range(7, Some(10)))]
#[case("2AP", Value::Cost(2, currency("AP")))]
#[case("3 SP", Value::Cost(3, currency("SP")))]
#[case("D6", Value::Dice(Dice { count: 1, sides: 6, bonus: 0 }))]
#[case("2D3+3", Value::Dice(Dice { count: 2, sides: 3, bonus: 3 }))]
#[case("+1", Value::Modifier(1))]
#[case("-2", Value::Modifier(-2))]
#[case("8.3 %", Value::Percent(8.3))]
#[case("14", Value::Number(14.0))]
fn a_whole_text_is_one_value(#[case] text: &str, #[case] value: Value) {
    assert_eq!(whole(text), Some(value));
}

#[rstest]
#[case("At least 2\" higher", Some(Value::Distance(inches(2.0))))]
#[case("1AP (minimum)", Some(Value::Cost(1, currency("AP"))))]
#[case("Additional 1\"", Some(Value::Distance(inches(1.0))))]
#[case("Dice result halved (rounded up)", None)]
#[case("From start of second turning point", None)]
#[case("see page 122", None)]
#[case("10 at once", Some(Value::Number(10.0)))]
fn a_value_may_have_words_around_it(#[case] text: &str, #[case] value: Option<Value>) {
    assert_eq!(Quantity::find(text).map(|found| found.value), value);
}

#[rstest]
#[case("Move up to 3\", or 1\" more for 1AP.\n4+ hits (on 2D6).", &["3\"", "1\"", "1AP", "4+", "2D6"])]
#[case("in 3 rounds, x, 2\"a", &[])]
#[case("606mm x 703mm", &["606mm x 703mm"])]
fn running_text_may_have_many_values(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(
        all(text).map(|(range, _)| &text[range]).collect::<Vec<_>>(),
        expected
    );
}

#[rstest]
#[case("7", 7, Some(7))]
#[case("2-3", 2, Some(3))]
#[case("12+", 12, None)]
#[case("4+", 4, None)]
#[case("21 or higher", 21, None)]
#[case("2 or less", 0, Some(2))]
#[case("100", 100, Some(100))]
#[case("96-00", 96, Some(100))]
#[case("96–00", 96, Some(100))]
#[case("00", 100, Some(100))]
fn a_dice_key_is_a_range_of_results(
    #[case] text: &str,
    #[case] low: u32,
    #[case] high: Option<u32>,
) {
    assert_eq!(dice_key(text), Some(Value::Range(low, high)));
}

#[rstest]
#[case("")]
#[case("-")]
#[case("+")]
#[case("D")]
#[case("2\"\"x")]
#[case("3/4")]
#[case("within 2\"")]
#[case("2nd")]
#[case("2 ap")]
#[case("2 operatives")]
#[case("99999999999999999999999+")]
fn other_text_is_no_value(#[case] text: &str) {
    assert_eq!(whole(text), None);
}

#[test]
fn three_quarters_is_damage_only_where_damage_is_asked_for() {
    assert_eq!(damage("3/4"), Some(Value::Damage(3, 4)));
    assert_eq!(whole("3/4"), None);
}

proptest! {
    #[test]
    fn the_printed_text_is_kept(text in "\\PC{0,24}") {
        if let Some(quantity) = Quantity::find(&text) {
            prop_assert_eq!(quantity.text, text.trim());
        }
    }

    #[test]
    fn inches_and_millimetres_compare(number in 1_u32..500) {
        let Some(Value::Distance(inch)) = whole(&format!("{number}\"")) else { panic!("no distance") };
        let tenths = u64::from(number) * 254;
        let Some(Value::Distance(metric)) = whole(&format!("{}.{}mm", tenths / 10, tenths % 10)) else { panic!("no distance") };
        prop_assert!((inch.millimetres() - metric.millimetres()).abs() < 1e-6);
    }
}
