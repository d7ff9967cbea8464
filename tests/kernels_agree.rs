//! Every kernel of this machine gives the same answers in the same number of steps.
//!
//! That the kernels go through the same states, step for step, is tested beside the loop itself.

use core::ops::ControlFlow;

use lanedoku::{Board, Kernel, KernelError, Missing, Order, Solver};
use workbench::puzzles::{Kind, Maker, with_digit};

/// Kernels that can run here. One that cannot is named, so that a test run tells what it left out.
fn kernels() -> Vec<Kernel> {
    let (here, absent): (Vec<_>, Vec<_>) = Kernel::ALL.into_iter().partition(|kernel| kernel.check().is_ok());
    for kernel in absent {
        println!("SKIPPED: {}", kernel.check().unwrap_err());
    }
    here
}

/// Holds every kernel against the portable one, in every order.
fn check<const CELLS: usize>(puzzle: &Board<CELLS>, step_limit: u64) {
    for order in Order::ALL {
        let solver = Solver::new().with_order(order).with_step_limit(step_limit);
        let portable = solver.with_kernel(Kernel::Portable).unwrap();
        let expected = portable.solve(puzzle);
        let count = portable.count(puzzle, 50);
        for kernel in kernels() {
            let solver = solver.with_kernel(kernel).unwrap();
            assert_eq!(solver.solve(puzzle), expected, "{kernel} {order} {puzzle}");
            assert_eq!(solver.count(puzzle, 50), count, "{kernel} {order} {puzzle}");
        }
    }
}

#[test]
fn on_puzzles_of_every_kind() {
    let mut maker = Maker::new(31);
    for kind in Kind::ALL {
        for puzzle in maker.set(kind, 6) {
            check(&puzzle, 300_000);
        }
    }
}

#[test]
fn on_scattered_clues_of_every_size() {
    let mut maker = Maker::new(32);
    for _ in 0..40 {
        let clues = maker.below(10);
        check::<16>(&maker.scattered(clues), 5_000);
        let clues = maker.below(30);
        check::<81>(&maker.scattered(clues), 5_000);
        let clues = maker.below(60);
        check::<256>(&maker.scattered(clues), 5_000);
        let clues = maker.below(120);
        check::<625>(&maker.scattered(clues), 5_000);
    }
}

#[test]
fn on_thinned_boards_of_every_size() {
    fn thinned<const CELLS: usize>(maker: &mut Maker, open: usize) -> Board<CELLS> {
        let cells = maker.shuffled(CELLS);
        cells[..open].iter().fold(maker.solved(), |board, &cell| with_digit(&board, cell, 0))
    }
    let mut maker = Maker::new(33);
    for share in 1..=10 {
        check::<16>(&thinned(&mut maker, 16 * share / 10), 20_000);
        check::<81>(&thinned(&mut maker, 81 * share / 10), 20_000);
        check::<256>(&thinned(&mut maker, 256 * share / 10), 20_000);
        check::<625>(&thinned(&mut maker, 625 * share / 10), 20_000);
    }
}

#[test]
fn at_every_step_limit_of_a_short_search() {
    let mut maker = Maker::new(34);
    let puzzle = maker.puzzle(Kind::Easy);
    for limit in 0..200 {
        check(&puzzle, limit);
    }
}

#[test]
fn solutions_come_in_the_same_order() {
    let puzzle = Maker::new(35).puzzle(Kind::TwoOrMore);
    for order in Order::ALL {
        let visits = kernels().into_iter().map(|kernel| {
            let solver = Solver::new().with_order(order).with_kernel(kernel).unwrap();
            let mut solutions = Vec::new();
            solver.visit(&puzzle, |solution| {
                solutions.push(*solution);
                ControlFlow::Continue(())
            });
            solutions
        });
        let visits: Vec<_> = visits.collect();
        assert!(visits[0].len() > 1 && visits.iter().all(|visit| *visit == visits[0]));
    }
}

#[test]
fn kernels_have_names_and_say_what_they_lack() {
    for kernel in Kernel::ALL {
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
        let asked = Solver::new().with_kernel(kernel);
        assert_eq!(asked.map(|solver| solver.kernel()), kernel.check().map(|()| kernel));
    }
    assert!(Kernel::detect().check().is_ok());
    assert!(Kernel::Portable.check().is_ok());
    if !cfg!(feature = "asm") {
        let error = KernelError { kernel: Kernel::Assembly, missing: Missing::Build };
        assert_eq!(Kernel::Assembly.check(), Err(error));
        assert_eq!(error.to_string(), "kernel asm: this build does not have it");
    }
}

/// The assembly is what this project is measured by: where it should run, it must run.
#[test]
#[cfg(all(feature = "asm", target_arch = "x86_64"))]
fn the_assembly_is_not_left_out_silently() {
    if std::arch::is_x86_feature_detected!("bmi1") {
        assert_eq!(Kernel::Assembly.check(), Ok(()));
        assert_eq!(Solver::new().kernel(), Kernel::Assembly);
    }
}
