//! Every solver has the same answers, and they are those of an independent oracle: solvers x sources of boards x
//! questions. A new kernel is asked by itself; a new source is a row in `agree/cases.rs`, a new question a row here.

mod agree {
    mod batches;
    mod cases;
    mod known;
    mod possible;
    mod questions;
    mod table;

    use self::cases::{FOUR, MARKS, NINE, SIXTEEN, TWENTY_FIVE};
    use self::questions::{self as q, ask};

    /// Asks a question about every `$part`th board of every size, and pencil marks if they have it, too.
    macro_rules! questions {
        ($($name:ident: $question:path, every $part:literal $(, and $marks:ident)?;)*) => {$(
            #[test]
            fn $name() {
                ask(FOUR.iter().step_by($part), $question);
                ask(NINE.iter().step_by($part), $question);
                ask(SIXTEEN.iter().step_by($part), $question);
                ask(TWENTY_FIVE.iter().step_by($part), $question);
                $(ask($marks.iter().step_by($part), $question);)?
            }
        )*};
    }

    questions! {
        boards_are_solved: q::solve, every 1, and MARKS;
        other_functions_have_the_same_answers: q::other_functions, every 2;
        solutions_are_counted_and_visited: q::count_and_visit, every 1, and MARKS;
        step_limits_are_met_exactly: q::step_limits, every 3, and MARKS;
        slices_have_the_answers_of_one_go: q::slices, every 7, and MARKS;
        counts_in_parts_are_complete_or_say_so: q::parts, every 4;
        kernels_of_the_loop_take_the_same_steps: q::loops, every 2;
    }

    #[test]
    fn batches_have_the_answers_of_single_puzzles() {
        batches::batches(&FOUR, |_, _, _, _| ());
        batches::batches(&NINE, batches::lines_and_digits);
        batches::batches(&SIXTEEN, |_, _, _, _| ());
        batches::batches(&TWENTY_FIVE, |_, _, _, _| ());
        batches::batches(&MARKS, |_, _, _, _| ());
    }
}
mod support;
