//! HoDoKu's order, score and class.

use std::ops::ControlFlow;

use lanedoku::{Generator, GeneratorWorkspace, Grid};
use lanedoku_steps::{Explainer, HodokuClass, PencilMarks, Technique, TechniqueOrder, TechniqueSet};

/// The score that HoDoKu 2.3.2 gives to the first hundred puzzles of seed 7, and a letter for its class.
const SCORES: &str = "\
    238e 674h 404e 1988x 298e 384e 354e 440e 352e 348e 3588x 454m 224e 1774u 404e 362e 734h 948m 380e 482m 300e \
    330e 488e 994h 600h 762m 360e 422e 362e 894h 1704u 4478x 358e 258e 648m 464e 1570u 330e 374e 1114h 384e \
    4720x 320e 464e 754m 1182h 2438x 384e 328e 1500h 1004u 1778u 258e 340e 630m 1528u 2074x 1592h 448e 524m 402m \
    3210x 408e 252e 1602u 388e 274e 244e 894h 368e 1204h 1290u 2544x 434e 408e 684m 388e 548m 564m 330e 624m \
    508m 360e 440m 348e 658m 746m 224e 1228u 950m 232e 320e 418e 328e 1584u 502e 414m 562m 774h 408m";

/// Techniques in the order of HoDoKu's settings, up to colours.
const ORDER: &str = "full house, naked single, hidden single, locked pair, locked triple, pointing, claiming, \
    naked pair, naked triple, hidden pair, hidden triple, naked quad, hidden quad, X-wing, swordfish, jellyfish, \
    remote pair, BUG+1, skyscraper, two-string kite, turbot fish, empty rectangle, W-wing, XY-wing, XYZ-wing, \
    unique rectangle 1, unique rectangle 2, unique rectangle 3, unique rectangle 4, unique rectangle 5, \
    unique rectangle 6, hidden rectangle, avoidable rectangle 1, avoidable rectangle 2, finned X-wing, \
    sashimi X-wing, finned swordfish, sashimi swordfish, finned jellyfish, sashimi jellyfish, simple colouring, \
    multi-colours 1, multi-colours 2";

fn puzzles() -> impl Iterator<Item = Grid> {
    let (mut memory, mut puzzles) = (Box::new_uninit(), vec![None; 100]);
    Generator::new(7).generate(0, &mut puzzles, GeneratorWorkspace::write_new(&mut memory));
    puzzles.into_iter().flatten()
}

fn explainer() -> &'static mut Explainer {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    explainer.set_techniques(TechniqueSet::HODOKU);
    explainer
}

/// HoDoKu chooses among the steps of a technique in another way, and has some techniques that are missing here.
#[test]
fn scores_are_close_to_those_of_hodoku() {
    let explainer = explainer();
    let (mut same_class, mut easier, mut same, mut close) = (0, 0, 0, 0);
    for (puzzle, text) in puzzles().zip(SCORES.split_whitespace()) {
        let (expected, letter) = text.split_at(text.len() - 1);
        let expected: u32 = expected.parse().unwrap();
        let expected_class = HodokuClass::ALL["emhux".find(letter).unwrap()];
        let (score, class) = explainer.difficulty(&puzzle).unwrap().hodoku().unwrap();
        same_class += u32::from(class == expected_class);
        easier += u32::from(class < expected_class);
        same += u32::from(score == expected);
        close += u32::from(score.abs_diff(expected) * 10 <= expected);
    }
    assert_eq!((same_class, easier, same, close), (98, 0, 29, 81));
}

/// No technique that comes before that of a step finds one, and the first of all steps is the next one.
#[test]
fn techniques_are_tried_in_hodokus_order() {
    let [explainer, other] = [(); 2].map(|()| explainer());
    let order: Vec<Technique> = ORDER.split(", ").map(|name| name.parse().unwrap()).collect();
    let (mut tried, mut places) = (0, vec![0; order.len()]);
    for (number, puzzle) in puzzles().take(100).enumerate() {
        let found = explainer.visit_steps(&puzzle, |marks, step| {
            let place = order.iter().position(|technique| *technique == step.technique());
            place.inspect(|place| places[*place] += 1);
            if place.is_none_or(|place| place > 2) {
                // Alone, a finned fish is the name of a sashimi one, too.
                let sashimi = |finned: &Technique| finned.name().replace("finned", "sashimi");
                let before = order[..place.unwrap_or(order.len())].iter();
                let before = before.filter(|before| sashimi(before) != step.technique().name());
                other.set_techniques(before.fold(TechniqueSet::EMPTY, |set, technique| set.with(*technique)));
                if let Some(earlier) = other.next_step(marks) {
                    panic!("{earlier}\n{step}");
                }
                tried += 1;
            }
            if number < 4 {
                other.set_techniques(TechniqueSet::HODOKU);
                let mut first = None;
                let take = |found: &_| {
                    first = Some(Clone::clone(found));
                    ControlFlow::Break(())
                };
                other.all_hints(marks, &|| true, take).unwrap();
                assert!(first.as_ref() == Some(step), "{step}");
            }
            ControlFlow::Continue(())
        });
        assert!(found.is_ok());
    }
    assert!(tried > 400, "{tried}");
    assert!(places.iter().filter(|count| **count > 0).count() > 25, "{places:?}");
}

/// The order belongs to the set, with the techniques that HoDoKu has.
#[test]
fn a_set_has_an_order() {
    let read = |names| TechniqueSet::read(names).unwrap();
    let (fish, hodoku) = (Technique::XWing, TechniqueOrder::Hodoku);
    for (set, order) in [
        (read("hodoku"), hodoku),
        (read("hodoku,-X-wing"), hodoku),
        (read("singles,hodoku"), hodoku),
        (read("singles,X-wing").in_order(hodoku), hodoku),
        (TechniqueSet::HODOKU.without_uniqueness(), hodoku),
        (TechniqueSet::HODOKU.in_order(TechniqueOrder::Scale), TechniqueOrder::Scale),
        // HoDoKu does not have it.
        (read("hodoku,direct pointing"), TechniqueOrder::Scale),
        (read("hodoku,-hodoku"), TechniqueOrder::Scale),
        (TechniqueSet::SCALE, TechniqueOrder::Scale),
    ] {
        assert_eq!(set.order(), order, "{set:?}");
        assert_eq!(TechniqueSet::from_bits(set.bits()).order(), order);
    }
    assert_eq!(TechniqueSet::from_bits(u128::MAX), TechniqueSet::ALL);
    assert_eq!(read("all").in_order(hodoku), TechniqueSet::HODOKU);
    assert!(!read("hodoku,-X-wing").contains(fish) && read("hodoku,-hodoku").is_empty());

    // Without its order, or its end, there is no score.
    let explainer = explainer();
    let puzzle = puzzles().nth(1).unwrap();
    assert!(explainer.difficulty(&puzzle).unwrap().hodoku().is_some());
    assert_eq!(
        explainer.difficulty_from(&PencilMarks::new(&puzzle)).unwrap().hodoku(),
        explainer.difficulty(&puzzle).unwrap().hodoku()
    );
    for set in [TechniqueSet::SCALE, read("singles").in_order(hodoku)] {
        explainer.set_techniques(set);
        assert_eq!(explainer.difficulty(&puzzle).unwrap().hodoku(), None);
    }
}
