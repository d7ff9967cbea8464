//! Applies the rules to boards, without a search.

use super::houses::NoHouses;
use super::layout::node_cells;
use super::load;
use super::memory::MAX_LANES;
use super::sweep::{LaneNodes, Unchanged, sweep};
use crate::kernel::{BatchKernel, on_batch_kernel};
use crate::vectors::{HasLanes, Instructions, KernelCode, Vector};

/// Sweeps each board, given as the candidates of its 81 cells, `sweeps` times. This removes candidates that are in no
/// solution. A contradiction is not reported.
pub(crate) fn tighten(kernel: BatchKernel, boards: &mut [[u16; 81]], sweeps: u32) {
    on_batch_kernel!(kernel, proof => proof.run(Tighten { boards, sweeps }));
}

struct Tighten<'a> {
    boards: &'a mut [[u16; 81]],
    sweeps: u32,
}

impl<P: HasLanes> KernelCode<P> for Tighten<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, proof: P) {
        for boards in self.boards.chunks_mut(P::Vectors::LANES) {
            let none = P::Vectors::splat(proof, u32::MAX);
            let candidates = load::candidates(proof, boards).candidates;
            let mut nodes = LaneNodes { candidates, open: none, filled: none, known: [none; 3] };
            for _ in 0..self.sweeps {
                sweep(&mut nodes, &mut Unchanged, NoHouses);
            }
            let mut words = [[0; MAX_LANES]; 27];
            for (word, vector) in words.iter_mut().zip(nodes.candidates.as_flattened().as_flattened()) {
                vector.store(word);
            }
            for (lane, board) in boards.iter_mut().enumerate() {
                *board = node_cells(&|word| words[word % 27][lane % MAX_LANES]);
            }
        }
    }
}
