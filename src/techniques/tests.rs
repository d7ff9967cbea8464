use super::*;
use crate::Grid;

#[test]
fn an_easy_puzzle_is_solved_by_singles() {
    let puzzle: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    let mut marks = PencilMarks::new(&puzzle);
    let mut explainer = Explainer::new();
    while let Some(step) = explainer.next_step(&marks) {
        marks.apply(&step);
    }
    assert!(marks.is_complete());
    assert!(Grid::from_digits(marks.digits()).unwrap().is_solution_of(&puzzle));
}
