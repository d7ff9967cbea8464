//! The types and constants of the header: numbers, and structures of numbers.
#![expect(non_camel_case_types, reason = "the same names in Rust as in C")]

use core::ffi::{c_char, c_int, c_void};

/// The result of a call. A negative status means that the call was invalid and wrote nothing.
pub type lanedoku_status = i32;

/// Success, for functions that have no other answer.
pub const LANEDOKU_OK: lanedoku_status = 0;
/// Exactly one solution.
pub const LANEDOKU_UNIQUE: lanedoku_status = 1;
/// Two or more solutions.
pub const LANEDOKU_MULTIPLE: lanedoku_status = 2;
/// No solution, although no two equal clues share a row, column or box. Of `lanedoku_next_step`: no step.
pub const LANEDOKU_NONE: lanedoku_status = 3;
/// The search reached the step limit before it found the answer: fewer than two solutions.
pub const LANEDOKU_LIMIT: lanedoku_status = 4;
/// The text is not a board, or two equal clues share a row, column or box. There was no search.
/// `lanedoku_find_error` finds the error.
pub const LANEDOKU_INVALID: lanedoku_status = 5;
/// The caller ended a count or a visit before it had an answer: at a maximum of one solution or none, or in the
/// visitor.
pub const LANEDOKU_STOPPED: lanedoku_status = 6;
/// The search has not ended: `lanedoku_search_run` goes on with it.
pub const LANEDOKU_RUNNING: lanedoku_status = 7;
/// `lanedoku_first_solution` found a solution, and did not look for another; or `lanedoku_next_step` found a step.
pub const LANEDOKU_FOUND: lanedoku_status = 8;

/// A required pointer is NULL.
pub const LANEDOKU_ERROR_NULL: lanedoku_status = -1;
/// A buffer or a stride is too small, or a length is greater than `PTRDIFF_MAX`.
pub const LANEDOKU_ERROR_SIZE: lanedoku_status = -2;
/// A field of the options, or another number that encodes a choice, has a value unknown to this version; or two
/// options contradict each other.
pub const LANEDOKU_ERROR_OPTION: lanedoku_status = -3;
/// The kernel is not available in this build or on this processor, or no kernel has this name.
pub const LANEDOKU_ERROR_KERNEL: lanedoku_status = -4;
/// No search was begun in this memory, or not by this library, or not at this address; or the search is running now.
pub const LANEDOKU_ERROR_SEARCH: lanedoku_status = -5;
/// No layout was made in this memory, or not by this library, or not at this address.
pub const LANEDOKU_ERROR_LAYOUT: lanedoku_status = -6;

/// The method of a search.
pub type lanedoku_engine = u32;

/// The best engine for the requested board size, order and kernel.
pub const LANEDOKU_ENGINE_BEST: lanedoku_engine = 0;
/// Applies every rule to a whole 9x9 board at once, in vectors. Boards of other sizes use
/// `LANEDOKU_ENGINE_PROPAGATE`.
pub const LANEDOKU_ENGINE_SIMD: lanedoku_engine = 1;
/// The branchless backtracking loop, for boards of every size.
pub const LANEDOKU_ENGINE_BACKTRACK: lanedoku_engine = 2;
/// Eliminates one candidate at a time and propagates the consequences. For boards of every size; the best
/// engine for sizes other than 9x9.
pub const LANEDOKU_ENGINE_PROPAGATE: lanedoku_engine = 3;

/// The order in which `LANEDOKU_ENGINE_BACKTRACK` visits the open cells. The other engines choose their own.
pub type lanedoku_order = u32;

/// Singles are filled first; then the next cell is always the one expected to have the fewest candidates
/// left. The default, with by far the fewest steps.
pub const LANEDOKU_ORDER_CONSTRAINED: lanedoku_order = 0;
/// Row by row, left to right, so that step counts can be compared with other solvers. Selects
/// `LANEDOKU_ENGINE_BACKTRACK`.
pub const LANEDOKU_ORDER_ROWS: lanedoku_order = 1;

/// The processor instructions that a search uses. Kernels are numbered from 1 without gaps.
pub type lanedoku_kernel = u32;

/// The best kernel that this build and this processor have.
pub const LANEDOKU_KERNEL_BEST: lanedoku_kernel = 0;
/// Runs on every processor of the target architecture. Every engine has this kernel.
pub const LANEDOKU_KERNEL_PORTABLE: lanedoku_kernel = 1;
/// x86-64 assembly. Selects `LANEDOKU_ENGINE_BACKTRACK`.
pub const LANEDOKU_KERNEL_ASSEMBLY: lanedoku_kernel = 2;
/// AVX2 with BMI1, BMI2, LZCNT and POPCNT. Selects `LANEDOKU_ENGINE_SIMD`.
pub const LANEDOKU_KERNEL_AVX2: lanedoku_kernel = 3;
/// AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ. Selects `LANEDOKU_ENGINE_SIMD`.
pub const LANEDOKU_KERNEL_AVX512: lanedoku_kernel = 4;

/// The size in bytes of a workspace for every version of the library with this ABI.
/// `lanedoku_workspace_size` returns the size that this library needs, which is less.
pub const LANEDOKU_WORKSPACE_MAX: usize = 1_048_576;

/// The size in bytes of a generator workspace for every version of the library with this ABI.
/// `lanedoku_generator_workspace_size` returns the size that this library needs, which is less.
pub const LANEDOKU_GENERATOR_WORKSPACE_MAX: usize = 2_097_152;

/// The size in bytes of the memory of a search for every version of the library with this ABI.
/// `lanedoku_search_size` returns the size that this library needs, which is less.
pub const LANEDOKU_SEARCH_MAX: usize = 1_048_576;

/// The size in bytes of an explainer workspace for every version of the library with this ABI.
/// `lanedoku_explainer_workspace_size` returns the size that this library needs, which is less.
pub const LANEDOKU_EXPLAINER_WORKSPACE_MAX: usize = 786_432;

/// The size in bytes of the memory of a layout for every version of the library with this ABI.
/// `lanedoku_layout_size` returns the size that this library needs, which is less.
pub const LANEDOKU_LAYOUT_MAX: usize = 131_072;

/// The form of puzzles and solutions: boards, or candidates of 9x9 boards. Functions that need boards answer candidates
/// with `LANEDOKU_ERROR_OPTION`.
pub type lanedoku_cells = u32;

/// As text: a digit is `1` to `9`, then `A` to `P`; an open cell is `.`, `0`, `_`, `*`, `-`, `x`, `X`, `?` or,
/// in the text of a single board, the middle dot (U+00B7 in UTF-8).
pub const LANEDOKU_CELLS_TEXT: lanedoku_cells = 0;
/// As numbers, one byte each: a digit is 1 to the side of the board, an open cell is 0. Every byte is a
/// cell; none is ignored. Pointers to arrays of `uint8_t` are then cast to `char *`; lengths are the
/// number of cells.
pub const LANEDOKU_CELLS_DIGITS: lanedoku_cells = 1;
/// As candidates: an array of 81 masks of type `uint16_t`, row by row, with bit `d - 1` for digit `d`. A higher bit
/// makes the puzzle invalid; any other masks are valid. The pointer is cast to `char *`, has any alignment, and the
/// length is 162. Solutions are digits, one byte for each cell.
///
/// A search for candidates runs on `LANEDOKU_ENGINE_SIMD`: an engine, an order or a kernel that it does not have is
/// ignored.
pub const LANEDOKU_CELLS_CANDIDATES: lanedoku_cells = 2;
/// As candidates in a text of 729 characters: nine for each cell, cell after cell, row by row. Character `d` of a cell,
/// counted from 1, is the digit `d` if `d` is a candidate there; otherwise it is `.`, `0`, `_`, `*`, `x`, `X` or `?`,
/// or `-` if the text has 729 characters. Spaces, tabs, line ends, `|`, `-` and `+` are ignored. Solutions are text.
pub const LANEDOKU_CELLS_MARKS: lanedoku_cells = 3;

/// The options of a search. A structure of zeros means the defaults, and so does a NULL pointer.
///
/// Clear the whole structure (with `memset` or an initializer), then set the fields you need. The
/// structure never changes its size: later versions give names to reserved fields, where zero keeps
/// today's meaning. Like all structures here, it has the alignment of its largest field, `uint64_t`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_options {
    /// The number of cells in a row of the board: 4, 9, 16 or 25. 0 means 9. A library built for 9x9 boards alone
    /// answers any other with `LANEDOKU_ERROR_OPTION`, and any engine, order or kernel but those of
    /// `LANEDOKU_ENGINE_SIMD`.
    pub side: u32,
    /// One of `LANEDOKU_ORDER_...`.
    pub order: lanedoku_order,
    /// One of `LANEDOKU_KERNEL_...`.
    pub kernel: lanedoku_kernel,
    /// One of `LANEDOKU_ENGINE_...`. It is an error if it contradicts the order or the kernel.
    pub engine: lanedoku_engine,
    /// The maximum number of steps for one puzzle; 0 means no limit. A step is one sweep, which applies
    /// every rule once to one search node or to several (`LANEDOKU_ENGINE_SIMD`); one digit placed
    /// (`LANEDOKU_ENGINE_PROPAGATE`, and hard boards after 1,000 sweeps); or one open cell visited, forward or backward
    /// (`LANEDOKU_ENGINE_BACKTRACK`).
    pub step_limit: u64,
    /// One of `LANEDOKU_CELLS_...`: for puzzles and solutions, including the solutions that a visitor gets.
    pub cells: lanedoku_cells,
    /// With 0, a puzzle with several solutions is answered with the least one, read row by row as a number: the same in
    /// every call, with every engine and kernel. With 1, it is answered with the first one that the engine finds. That
    /// takes about half the time, but the solution may depend on the engine, the kernel and the other puzzles of the
    /// batch.
    pub any_solution: u32,
    /// Must be 0.
    pub reserved: [u64; 4],
}

/// The result of a search.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_result {
    /// The answer: a `lanedoku_status` that is not negative.
    pub status: lanedoku_status,
    /// 1 if `solutions` is the number of all solutions, 0 if there may be more.
    pub is_exact: u32,
    /// The number of solutions found. `lanedoku_solve` counts up to 2, and none at the step limit: it wrote a solution
    /// if and only if this is not 0.
    pub solutions: u64,
    /// Steps taken: sweeps, digits placed or open cells visited, depending on the engine.
    pub steps: u64,
    /// Search nodes that branched. Always 0 with `LANEDOKU_ENGINE_BACKTRACK`, where every cell is a guess.
    pub guesses: u64,
    /// The part of the search that is done, from 0 to 1: 1 exactly if it has ended with all solutions. Of a search that
    /// stops and goes on, it never falls; before the end, only a count with progress has more than 0.
    pub progress: f64,
    /// Written as 0.
    pub reserved: [u64; 3],
}

/// The kind of an error in the text of a puzzle.
pub type lanedoku_error_kind = u32;

/// There is no error.
pub const LANEDOKU_NO_ERROR: lanedoku_error_kind = 0;
/// The text has `found` cells instead of `expected`; with `LANEDOKU_CELLS_MARKS`, so many characters; with
/// `LANEDOKU_CELLS_CANDIDATES`, so many bytes.
pub const LANEDOKU_WRONG_LENGTH: lanedoku_error_kind = 1;
/// In a drawn board of several lines, `line` has `found` cells instead of `expected`.
pub const LANEDOKU_WRONG_ROW_LENGTH: lanedoku_error_kind = 2;
/// `character` at `line` and `column` is not valid on a board of this size.
pub const LANEDOKU_NOT_A_CELL: lanedoku_error_kind = 3;
/// `digit` appears twice in the row `unit`: in both `cells`.
pub const LANEDOKU_TWICE_IN_ROW: lanedoku_error_kind = 4;
/// `digit` appears twice in the column `unit`: in both `cells`.
pub const LANEDOKU_TWICE_IN_COLUMN: lanedoku_error_kind = 5;
/// `digit` appears twice in the box `unit`, or in a region of another shape: in both `cells`.
pub const LANEDOKU_TWICE_IN_BOX: lanedoku_error_kind = 6;
/// The number `digit` in the first of `cells` is larger than the side of the board. Only with
/// `LANEDOKU_CELLS_DIGITS` and, for the lowest bit of a mask that is no digit, `LANEDOKU_CELLS_CANDIDATES`.
pub const LANEDOKU_NOT_A_DIGIT: lanedoku_error_kind = 7;
/// `character` at `line` and `column` is neither the candidate `digit` nor a mark for no candidate. Only with
/// `LANEDOKU_CELLS_MARKS`.
pub const LANEDOKU_NOT_A_CANDIDATE: lanedoku_error_kind = 8;
/// `digit` appears twice in the further house `unit` of a layout: in both `cells`.
pub const LANEDOKU_TWICE_IN_HOUSE: lanedoku_error_kind = 9;

/// The first error in the text of a puzzle. Fields that the kind does not mention are 0.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_input_error {
    /// The kind of error.
    pub kind: lanedoku_error_kind,
    /// The character as a Unicode code point; 0xFFFD for bytes that are not UTF-8.
    pub character: u32,
    /// The line in the text, counted from 1.
    pub line: usize,
    /// The column in the line, counted in characters from 1.
    pub column: usize,
    /// The number of cells found.
    pub found: usize,
    /// The number of cells expected.
    pub expected: usize,
    /// The digit, from 1 to the side of the board; or the number that is not a digit.
    pub digit: u32,
    /// The row, column or box, counted from 0; boxes are counted row by row.
    pub unit: u32,
    /// The two cells, counted row by row from 0.
    pub cells: [u32; 2],
    /// Written as 0.
    pub reserved: [u64; 4],
}

/// The function that `lanedoku_visit` and `lanedoku_layout_count` call with each solution, and `lanedoku_visit_minimal`
/// and `lanedoku_visit_neighbours` with each puzzle, on the thread that called them.
///
/// - `solution`, `length`: one character (or digit, see `lanedoku_cells`) per cell, `.` for an open cell of a puzzle,
///   without a NUL; valid only until the visitor returns.
/// - `user`: the pointer that the caller passed.
///
/// Returns 0 to continue with the next one, any other value to stop. It must return: neither an
/// exception nor a `longjmp` may leave it. It may call any function of this library.
pub type lanedoku_visitor =
    Option<unsafe extern "C" fn(solution: *const c_char, length: usize, user: *mut c_void) -> c_int>;

/// The function that `lanedoku_search_run_until` and the functions for layouts call before each slice of a search, on
/// the thread that called them.
///
/// - `so_far`: the result so far, with the status `LANEDOKU_RUNNING`, as `lanedoku_search_run` shows it; valid only
///   until the function returns.
/// - `user`: the pointer that the caller passed.
///
/// Returns 0 to go on, any other value to stop. It must return: neither an exception nor a `longjmp` may leave it. It
/// may call any function of this library, but none with the same search.
pub type lanedoku_stop_condition =
    Option<unsafe extern "C" fn(so_far: *const lanedoku_result, user: *mut c_void) -> c_int>;

/// A symmetry of the pattern of clues. Symmetries are numbered from 0 without gaps.
pub type lanedoku_symmetry = u32;

/// No symmetry.
pub const LANEDOKU_SYMMETRY_NONE: lanedoku_symmetry = 0;
/// Rotation by a half turn, 180 degrees. Most printed puzzles have it.
pub const LANEDOKU_SYMMETRY_HALF_TURN: lanedoku_symmetry = 1;
/// Rotation by a quarter turn, 90 degrees, which implies the half turn.
pub const LANEDOKU_SYMMETRY_QUARTER_TURN: lanedoku_symmetry = 2;
/// The left half mirrors the right half.
pub const LANEDOKU_SYMMETRY_LEFT_RIGHT: lanedoku_symmetry = 3;
/// The upper half mirrors the lower half.
pub const LANEDOKU_SYMMETRY_TOP_BOTTOM: lanedoku_symmetry = 4;
/// Reflection in the main diagonal, from the upper left to the lower right.
pub const LANEDOKU_SYMMETRY_DIAGONAL: lanedoku_symmetry = 5;
/// Reflection in the other diagonal.
pub const LANEDOKU_SYMMETRY_ANTIDIAGONAL: lanedoku_symmetry = 6;
/// Both reflections: left to right, and top to bottom.
pub const LANEDOKU_SYMMETRY_BOTH_MIRRORS: lanedoku_symmetry = 7;
/// Reflection in both diagonals.
pub const LANEDOKU_SYMMETRY_BOTH_DIAGONALS: lanedoku_symmetry = 8;
/// All of these.
pub const LANEDOKU_SYMMETRY_FULL: lanedoku_symmetry = 9;

/// A symmetry of 9x9 boards, for `lanedoku_apply_symmetry`: an image has the rows, columns and digits of the board in
/// another order.
///
/// The structure never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_board_symmetry {
    /// 1 to swap rows and columns first, otherwise 0.
    pub transposes: u32,
    /// Row `r` of the image is row `rows[r]` of the board, counted from 0. The rows of a band stay together in a band.
    pub rows: [u8; 9],
    /// Column `c` of the image is column `columns[c]`. The columns of a stack stay together in a stack.
    pub columns: [u8; 9],
    /// Digit `d`, 1 to 9, becomes `digits[d - 1]`.
    pub digits: [u8; 9],
    /// Must be 0.
    pub reserved: u8,
}

/// The clues that may be wrong, for `lanedoku_find_wrong_clues`: sets of cells. Cell `c`, counted row by row from 0,
/// is bit `c % 64` of number `c / 64`.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_wrong_clues {
    /// The clues whose removal, each alone, leaves a board with a solution.
    pub removable: [u64; 2],
    /// The clues that the step limit left undecided.
    pub undecided: [u64; 2],
    /// The clues that equal another clue in their row, column or box.
    pub colliding: [u64; 2],
    /// Written as 0.
    pub reserved: [u64; 4],
}

/// The puzzles that `lanedoku_generate` generates. A structure of zeros or a NULL pointer means minimal puzzles,
/// which need all their clues.
///
/// Clear the whole structure (with `memset` or an initializer), then set the fields you need. The structure never
/// changes its size: later versions give names to reserved fields, where zero keeps today's meaning.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_generator {
    /// One of `LANEDOKU_SYMMETRY_...`. Clues are removed by symmetry orbit, so a puzzle is minimal in the sense
    /// that no orbit of clues can be removed; single clues may be redundant.
    pub symmetry: lanedoku_symmetry,
    /// 0, or 1 to draw a symmetry for each puzzle, any but `LANEDOKU_SYMMETRY_NONE`. Then `symmetry` must be 0.
    pub random_symmetry: u32,
    /// The smallest number of clues. For each puzzle, a number from `fewest_clues` to `most_clues` is drawn, and
    /// clues are removed until that number is left; the puzzle need not be minimal. If no clue can be removed while
    /// there are still more than `most_clues`, another grid is tried. Most minimal puzzles have 22 to 27 clues; a
    /// range below that takes many attempts. If both are 0, the number of clues is not restricted.
    pub fewest_clues: u32,
    /// The largest number of clues, at most 81; 0 means 81.
    pub most_clues: u32,
    /// 0, or 1 to require minimal puzzles together with a number of clues: grids are tried until one gives a minimal
    /// puzzle in the range.
    pub minimal: u32,
    /// The maximum number of grids tried per puzzle; 0 means 100,000.
    pub attempts: u32,
    /// If not zero, exactly the cells that have clues. Cell `c`, counted row by row from 0, is bit `c % 64` of
    /// `pattern[c / 64]`. Grids are tried until one leaves a puzzle with one solution; the puzzles need not be
    /// minimal. With fewer than about 25 clues, this can take very many attempts. With a pattern that leaves two
    /// rows or columns of a band or stack empty, no puzzle has one solution. All fields above except `attempts`
    /// must be 0.
    pub pattern: [u64; 2],
    /// Must be 0.
    pub reserved: [u64; 4],
}

/// The version of the rule of `lanedoku_rate`. Ratings of different versions cannot be compared.
pub const LANEDOKU_RATING_VERSION: u32 = 1;
/// The usual number of equivalent puzzles to measure for a rating.
pub const LANEDOKU_RATING_SAMPLES: u32 = 16;

/// The difficulty of a puzzle for a plain search.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_rating {
    /// 1 if naked and hidden singles alone solve the puzzle, otherwise 0.
    pub singles_only: u32,
    /// 1 if singles and locked candidates solve the puzzle, without a guess; otherwise 0. Also 1 with
    /// `singles_only`.
    pub locked_only: u32,
    /// The fewest guesses of any sample.
    pub least_guesses: u32,
    /// The median of the guesses; for an even number of samples, the lower of the two middle values.
    pub median_guesses: u32,
    /// The fewest sweeps of any sample.
    pub least_sweeps: u32,
    /// The median of the sweeps, computed in the same way.
    pub median_sweeps: u32,
    /// Written as 0.
    pub reserved: [u64; 4],
}

/// A technique with which a person finds a step. Techniques are numbered from 1 without gaps, and
/// `lanedoku_technique_name` names them.
pub type lanedoku_technique = u32;

/// A set of techniques, see `lanedoku_techniques_from_names`. Bit `t % 64` of `bits[t / 64]` is 1 if the set has the
/// technique with number `t`. If the highest bit of `bits[1]` is 1, and all techniques are HoDoKu's, they are tried in
/// its order. Other bits are ignored. Where NULL stands for a set, it is the scale: the techniques of Sudoku Explainer,
/// by which players rate puzzles.
///
/// The structure never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_techniques {
    /// The bits.
    pub bits: [u64; 2],
}

/// The number of links in a `lanedoku_step`. A longer chain is cut.
pub const LANEDOKU_STEP_LINKS: usize = 128;
/// The most causes of the links of a chain, beside those that the links name.
pub const LANEDOKU_STEP_CAUSES: usize = 256;

/// One statement of a chain: that a candidate is true or false, and the earlier statement that it follows from.
///
/// The structure never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_link {
    /// The cell, counted row by row from 0.
    pub cell: u8,
    /// The digit, from 1.
    pub digit: u8,
    /// 1 if the cell holds the digit, otherwise 0.
    pub is_true: u8,
    /// The number of the link it follows from, counted from 0; its own number for an assumption.
    pub from: u8,
}

/// A human solving step on a 9x9 board: a technique, the candidates that decide it, and its result. Candidates are
/// bits: `d - 1` for digit `d`.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_step {
    /// The technique.
    pub technique: lanedoku_technique,
    /// The level of the step on the scale of Sudoku Explainer, in tenths: 12 for a hidden single in a box.
    pub level: u32,
    /// The units that the step is about: bits 0 to 8 for rows, 9 to 17 for columns, 18 to 26 for boxes.
    pub units: u32,
    /// The cell that gets a digit, counted row by row from 0.
    pub cell: u8,
    /// This digit, from 1; or 0 if the step only removes candidates.
    pub digit: u8,
    /// The number of links of a chain; 0 for other techniques.
    pub link_count: u16,
    /// The candidates of each cell that the step removes, beside those that the digit removes.
    pub eliminations: [u16; 81],
    /// The candidates of each cell that decide the step: the pattern.
    pub deciding: [u16; 81],
    /// The links of a chain, in the order in which they follow from each other. Those from `link_count` on are 0.
    pub links: [lanedoku_link; LANEDOKU_STEP_LINKS],
    /// For `lanedoku_step_text`, `lanedoku_find_step_parts` and `lanedoku_find_step_link`: what removes candidates
    /// within a nested chain, and groups of cells.
    pub inside: [u8; 64],
    /// For the same functions: what a link follows from beside the link that it names.
    pub causes: [u8; LANEDOKU_STEP_CAUSES],
}

/// More about a link of a chain.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_step_link {
    /// 2 if the link to it is strong, 1 if it is weak; 0 for an assumption, and where it follows from several.
    pub strength: u8,
    /// The number of its cells: several in a grouped chain, of which one has the digit, or none.
    pub cell_count: u8,
    /// The number of links that it follows from; 0 for an assumption.
    pub cause_count: u8,
    /// Written as 0.
    pub reserved: u8,
    /// The cells, counted row by row from 0; then 0.
    pub cells: [u8; 8],
    /// The numbers of the links that it follows from, counted from 0; then 0.
    pub causes: [u8; LANEDOKU_STEP_LINKS],
}

/// What a part of a step is, such as the base or the fins of a fish. Roles are numbered from 1 without gaps, and
/// `lanedoku_role_name` names them.
pub type lanedoku_role = u32;

/// A part of a human solving step: units, or candidates.
///
/// The structure never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_step_part {
    /// What it is.
    pub role: lanedoku_role,
    /// The units that it consists of, as in `lanedoku_step`; 0 for a part that is cells.
    pub units: u32,
    /// Its candidates in each cell, those that decide the step and those that it removes.
    pub candidates: [u16; 81],
    /// Written as 0.
    pub reserved: u16,
}

/// The most parts of a step.
pub const LANEDOKU_STEP_PARTS: usize = 6;

/// The parts of a human solving step, so that a program can draw it.
///
/// The structure never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_step_parts {
    /// The number of parts; 0 for chains, singles and subsets.
    pub count: usize,
    /// The parts. Those from `count` on are 0.
    pub parts: [lanedoku_step_part; LANEDOKU_STEP_PARTS],
}

/// How much a hint says.
pub type lanedoku_hint = u32;

/// Where to look: units or digits. "Look at box 2."
pub const LANEDOKU_HINT_WHERE: lanedoku_hint = 0;
/// The technique, and its units or digits. "Hidden single in box 2."
pub const LANEDOKU_HINT_WHAT: lanedoku_hint = 1;
/// The whole step. "Hidden single: in box 2, 8 has one cell, r1c6."
pub const LANEDOKU_HINT_WHY: lanedoku_hint = 2;
/// A chain without branches in the notation of players, Eureka: "(5)r1c1=(5-7)r1c4=(7)r6c4 => r6c1<>5". Of other steps,
/// an empty text.
pub const LANEDOKU_HINT_EUREKA: lanedoku_hint = 3;
/// The whole step. A chain in which a statement follows from several others has a line for each statement.
pub const LANEDOKU_HINT_LINES: lanedoku_hint = 4;

/// The length of the array of counts in a `lanedoku_difficulty`.
pub const LANEDOKU_TECHNIQUE_COUNTS: usize = 128;

/// How hard a 9x9 puzzle is for a person: numbers on the scale of Sudoku Explainer, in tenths, from 10 for the last
/// open cell of a unit to about 120 for the hardest puzzles known.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_difficulty {
    /// The highest level of all steps: the rating that players mean. 200 if the puzzle needs more than the techniques.
    pub level: u32,
    /// The highest level of the steps up to the first that places a digit.
    pub pearl: u32,
    /// The level of the first step.
    pub diamond: u32,
    /// The technique of the first step with the highest level. If the puzzle needs more than the techniques, the last
    /// number, with the name `needs more`; 0 without a step, for a full board.
    pub hardest: lanedoku_technique,
    /// The number of all steps.
    pub steps: u32,
    /// The number of steps of each technique: `counts[t]` for the technique with number `t`.
    pub counts: [u16; LANEDOKU_TECHNIQUE_COUNTS],
    /// HoDoKu's score: the sum over all steps, if the techniques are tried in its order and solve the puzzle; otherwise
    /// 0.
    pub hodoku_score: u32,
    /// HoDoKu's class, likewise: 1 easy, 2 medium, 3 hard, 4 unfair, 5 extreme.
    pub hodoku_class: u32,
    /// Written as 0.
    pub reserved: [u32; 7],
}

/// The most cells of a board: 25x25.
pub const LANEDOKU_MOST_CELLS: usize = 625;

/// The clues that `lanedoku_layout_generate` and `lanedoku_layout_minimize` leave. A structure of zeros or a NULL
/// pointer means as few as possible, without symmetry.
///
/// Clear the whole structure, then set the fields you need. The structure never changes its size: later versions give
/// names to reserved fields, where zero keeps today's meaning.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_left_clues {
    /// One of `LANEDOKU_SYMMETRY_...`. Clues are removed by symmetry orbit.
    pub symmetry: lanedoku_symmetry,
    /// The smallest number of clues. For each puzzle, a number from `fewest_clues` to `most_clues` is drawn, and clues
    /// are removed until that number is left. Minimizing leaves at least `fewest_clues`.
    pub fewest_clues: u32,
    /// The largest number of clues; 0 means no limit. It has no effect on minimizing.
    pub most_clues: u32,
    /// The most full boards to begin with, if too many clues are left; 0 means 1,000.
    pub attempts: u32,
    /// The steps of a search after which a clue stays; 0 means 200,000.
    pub step_limit: u64,
    /// Must be 0.
    pub reserved: [u64; 4],
}

/// The grade of given digits as the solution of a puzzle, for `lanedoku_layout_grade`.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_grade {
    /// 1 if no cell is open, otherwise 0. A number above the side counts as an open cell.
    pub is_complete: u32,
    /// 1 if no two equal digits share a row, column, region or house.
    pub is_consistent: u32,
    /// 1 if each clue is where it was.
    pub keeps_clues: u32,
    /// The cells that agree with the right solution, if it was given; otherwise 0.
    pub right_cells: u32,
    /// Written as 0.
    pub reserved: [u32; 4],
}

/// A human solving step on a board of a layout. Candidates are bits: `d - 1` for digit `d`.
///
/// The structure never changes its size: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_layout_step {
    /// The technique.
    pub technique: lanedoku_technique,
    /// The level of the step, in tenths: that of 9x9 boards.
    pub level: u32,
    /// The cell that gets a digit, counted row by row from 0.
    pub cell: u32,
    /// This digit, from 1; or 0 if the step only removes candidates.
    pub digit: u32,
    /// The candidates of each cell that the step removes, beside those that the digit removes. Those of cells that the
    /// board does not have are 0.
    pub eliminations: [u32; LANEDOKU_MOST_CELLS],
    /// The candidates of each cell that decide the step: the pattern.
    pub deciding: [u32; LANEDOKU_MOST_CELLS],
    /// Written as 0.
    pub reserved: [u32; 14],
}
