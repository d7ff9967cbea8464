/*
 * Lanedoku: a hand-tuned Sudoku solver.
 *
 * A complete program:
 *
 *     #include <stdio.h>
 *     #include <lanedoku.h>
 *
 *     int main(void) {
 *         static const char puzzle[] =
 *             "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
 *         char solution[81];
 *         lanedoku_status status = lanedoku_solve(puzzle, 81, NULL, solution, sizeof solution, NULL);
 *         if (status == LANEDOKU_UNIQUE)
 *             printf("%.81s\n", solution);
 *         else
 *             printf("%s\n", lanedoku_status_text(status));
 *         return status == LANEDOKU_UNIQUE ? 0 : 1;
 *     }
 *
 * Build it, in the project's folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -Iinclude program.c target/release/liblanedoku.a -o program
 *
 * or, if the library is installed, with
 *
 *     cc program.c $(pkg-config --cflags --libs lanedoku) -o program
 *
 * A program linked with the static library needs only the C library.
 *
 * Rules that hold for every function:
 *
 * - Every text has a length argument. Bytes beyond the length are not read, and a NUL is not needed. An output
 *   ends with a NUL only if its documentation states it.
 * - Each pointer is NULL or valid while the call runs, and aligned for its type: a text and a buffer for its length;
 *   the rows of a batch for `(count - 1) * stride` bytes and those of one row; an array for as many items as its
 *   description says; any other for one value. Where NULL is not allowed, it gives `LANEDOKU_ERROR_NULL`.
 * - A negative status means that the call was invalid and wrote nothing.
 * - Outputs must not overlap inputs or each other, except where a function's documentation allows a board
 *   to be written over its puzzle. Do not solve a puzzle in place while another thread reads it.
 * - Any number of threads may call any function at once, as long as no two calls write to the same memory: each
 *   with its own workspace or its own search. The only state that the library keeps is the set of processor
 *   features, which it detects once.
 * - A signal handler may call any function, also when it interrupts another call: there are no locks, and no function
 *   changes errno. It needs memory of its own, and the stack of a call, which is more than most alternate stacks.
 *   After a fork, parent and child may call any function, and go on with their copies of a search.
 * - The library allocates no memory. A call uses less than 256 KiB of stack, and less than 192 KiB for a
 *   9x9 board. (With musl, a thread has only 128 KiB by default.) A workspace makes a batch faster;
 *   generating and minimizing puzzles needs a generator workspace, human solving steps an explainer
 *   workspace, and a search that can be stopped (`lanedoku_search_run`) and a layout memory of their own.
 * - In all versions of the same major number (below 1.0: of the same minor number), structures keep
 *   their size and fields, constants keep their values, and functions keep their arguments. Later
 *   versions may give names to reserved fields and may return new statuses.
 */


#ifndef LANEDOKU_H
#define LANEDOKU_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of this header. `lanedoku_version` returns the version of the library.
 */
#define LANEDOKU_VERSION "0.1.0"
#define LANEDOKU_VERSION_MAJOR 0
#define LANEDOKU_VERSION_MINOR 1
#define LANEDOKU_VERSION_PATCH 0
#define LANEDOKU_VERSION_NUMBER \
    (LANEDOKU_VERSION_MAJOR * 1000000 + LANEDOKU_VERSION_MINOR * 1000 + LANEDOKU_VERSION_PATCH)

/*
 * The linkage of each function. A program that uses the DLL on Windows defines LANEDOKU_SHARED (the CMake
 * target defines it). On other systems, functions are visible regardless of -fvisibility.
 */
#ifndef LANEDOKU_API
#if defined(_WIN32) && defined(LANEDOKU_SHARED)
#define LANEDOKU_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define LANEDOKU_API __attribute__((__visibility__("default")))
#else
#define LANEDOKU_API
#endif
#endif

/*
 * Makes the compiler warn if a program ignores a returned status. To turn the warning off, define this macro
 * as empty before including the header.
 */
#ifndef LANEDOKU_NODISCARD
#if defined(__cplusplus) && __cplusplus >= 201703L
#define LANEDOKU_NODISCARD [[nodiscard]]
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define LANEDOKU_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define LANEDOKU_NODISCARD __attribute__((__warn_unused_result__))
#else
#define LANEDOKU_NODISCARD
#endif
#endif


/**
 * The size in bytes of a workspace for every version of the library with this ABI.
 * `lanedoku_workspace_size` returns the size that this library needs, which is less.
 */
#define LANEDOKU_WORKSPACE_MAX 1048576

/**
 * The size in bytes of a generator workspace for every version of the library with this ABI.
 * `lanedoku_generator_workspace_size` returns the size that this library needs, which is less.
 */
#define LANEDOKU_GENERATOR_WORKSPACE_MAX 2097152

/**
 * The size in bytes of the memory of a search for every version of the library with this ABI.
 * `lanedoku_search_size` returns the size that this library needs, which is less.
 */
#define LANEDOKU_SEARCH_MAX 1048576

/**
 * The size in bytes of an explainer workspace for every version of the library with this ABI.
 * `lanedoku_explainer_workspace_size` returns the size that this library needs, which is less.
 */
#define LANEDOKU_EXPLAINER_WORKSPACE_MAX 786432

/**
 * The size in bytes of the memory of a layout for every version of the library with this ABI.
 * `lanedoku_layout_size` returns the size that this library needs, which is less.
 */
#define LANEDOKU_LAYOUT_MAX 131072

/**
 * The version of the rule of `lanedoku_rate`. Ratings of different versions cannot be compared.
 */
#define LANEDOKU_RATING_VERSION 1

/**
 * The usual number of equivalent puzzles to measure for a rating.
 */
#define LANEDOKU_RATING_SAMPLES 16

/**
 * The number of links in a `lanedoku_step`. A longer chain is cut.
 */
#define LANEDOKU_STEP_LINKS 128

/**
 * The most causes of the links of a chain, beside those that the links name.
 */
#define LANEDOKU_STEP_CAUSES 256

/**
 * The most parts of a step.
 */
#define LANEDOKU_STEP_PARTS 6

/**
 * The length of the array of counts in a `lanedoku_difficulty`.
 */
#define LANEDOKU_TECHNIQUE_COUNTS 128

/**
 * The most cells of a board: 25x25.
 */
#define LANEDOKU_MOST_CELLS 625

/**
 * The result of a call. A negative status means that the call was invalid and wrote nothing.
 */
typedef int32_t lanedoku_status;

/**
 * The order in which `LANEDOKU_ENGINE_BACKTRACK` visits the open cells. The other engines choose their own.
 */
typedef uint32_t lanedoku_order;

/**
 * The processor instructions that a search uses. Kernels are numbered from 1 without gaps.
 */
typedef uint32_t lanedoku_kernel;

/**
 * The method of a search.
 */
typedef uint32_t lanedoku_engine;

/**
 * The form of puzzles and solutions: boards, or candidates of 9x9 boards. Functions that need boards answer candidates
 * with `LANEDOKU_ERROR_OPTION`.
 */
typedef uint32_t lanedoku_cells;

/**
 * The options of a search. A structure of zeros means the defaults, and so does a NULL pointer.
 *
 * Clear the whole structure (with `memset` or an initializer), then set the fields you need. The
 * structure never changes its size: later versions give names to reserved fields, where zero keeps
 * today's meaning. Like all structures here, it has the alignment of its largest field, `uint64_t`.
 */
typedef struct lanedoku_options {
    /**
     * The number of cells in a row of the board: 4, 9, 16 or 25. 0 means 9. A library built for 9x9 boards alone
     * answers any other with `LANEDOKU_ERROR_OPTION`, and any engine, order or kernel but those of
     * `LANEDOKU_ENGINE_SIMD`.
     */
    uint32_t side;
    /**
     * One of `LANEDOKU_ORDER_...`.
     */
    lanedoku_order order;
    /**
     * One of `LANEDOKU_KERNEL_...`.
     */
    lanedoku_kernel kernel;
    /**
     * One of `LANEDOKU_ENGINE_...`. It is an error if it contradicts the order or the kernel.
     */
    lanedoku_engine engine;
    /**
     * The maximum number of steps for one puzzle; 0 means no limit. A step is one sweep, which applies
     * every rule once to one search node or to several (`LANEDOKU_ENGINE_SIMD`); one digit placed
     * (`LANEDOKU_ENGINE_PROPAGATE`, and hard boards after 1,000 sweeps); or one open cell visited, forward or backward
     * (`LANEDOKU_ENGINE_BACKTRACK`).
     */
    uint64_t step_limit;
    /**
     * One of `LANEDOKU_CELLS_...`: for puzzles and solutions, including the solutions that a visitor gets.
     */
    lanedoku_cells cells;
    /**
     * With 0, a puzzle with several solutions is answered with the least one, read row by row as a number: the same in
     * every call, with every engine and kernel. With 1, it is answered with the first one that the engine finds. That
     * takes about half the time, but the solution may depend on the engine, the kernel and the other puzzles of the
     * batch.
     */
    uint32_t any_solution;
    /**
     * Must be 0.
     */
    uint64_t reserved[4];
} lanedoku_options;

/**
 * The result of a search.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_result {
    /**
     * The answer: a `lanedoku_status` that is not negative.
     */
    lanedoku_status status;
    /**
     * 1 if `solutions` is the number of all solutions, 0 if there may be more.
     */
    uint32_t is_exact;
    /**
     * The number of solutions found. `lanedoku_solve` counts up to 2, and none at the step limit: it wrote a solution
     * if and only if this is not 0.
     */
    uint64_t solutions;
    /**
     * Steps taken: sweeps, digits placed or open cells visited, depending on the engine.
     */
    uint64_t steps;
    /**
     * Search nodes that branched. Always 0 with `LANEDOKU_ENGINE_BACKTRACK`, where every cell is a guess.
     */
    uint64_t guesses;
    /**
     * The part of the search that is done, from 0 to 1: 1 exactly if it has ended with all solutions. Of a search that
     * stops and goes on, it never falls; before the end, only a count with progress has more than 0.
     */
    double progress;
    /**
     * Written as 0.
     */
    uint64_t reserved[3];
} lanedoku_result;

/**
 * The function that `lanedoku_visit` and `lanedoku_layout_count` call with each solution, and `lanedoku_visit_minimal`
 * and `lanedoku_visit_neighbours` with each puzzle, on the thread that called them.
 *
 * - `solution`, `length`: one character (or digit, see `lanedoku_cells`) per cell, `.` for an open cell of a puzzle,
 *   without a NUL; valid only until the visitor returns.
 * - `user`: the pointer that the caller passed.
 *
 * Returns 0 to continue with the next one, any other value to stop. It must return: neither an
 * exception nor a `longjmp` may leave it. It may call any function of this library.
 */
typedef int (*lanedoku_visitor)(const char *solution, size_t length, void *user);

/**
 * The function that `lanedoku_search_run_until` and the functions for layouts call before each slice of a search, on
 * the thread that called them.
 *
 * - `so_far`: the result so far, with the status `LANEDOKU_RUNNING`, as `lanedoku_search_run` shows it; valid only
 *   until the function returns.
 * - `user`: the pointer that the caller passed.
 *
 * Returns 0 to go on, any other value to stop. It must return: neither an exception nor a `longjmp` may leave it. It
 * may call any function of this library, but none with the same search.
 */
typedef int (*lanedoku_stop_condition)(const struct lanedoku_result *so_far, void *user);

/**
 * The difficulty of a puzzle for a plain search.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_rating {
    /**
     * 1 if naked and hidden singles alone solve the puzzle, otherwise 0.
     */
    uint32_t singles_only;
    /**
     * 1 if singles and locked candidates solve the puzzle, without a guess; otherwise 0. Also 1 with
     * `singles_only`.
     */
    uint32_t locked_only;
    /**
     * The fewest guesses of any sample.
     */
    uint32_t least_guesses;
    /**
     * The median of the guesses; for an even number of samples, the lower of the two middle values.
     */
    uint32_t median_guesses;
    /**
     * The fewest sweeps of any sample.
     */
    uint32_t least_sweeps;
    /**
     * The median of the sweeps, computed in the same way.
     */
    uint32_t median_sweeps;
    /**
     * Written as 0.
     */
    uint64_t reserved[4];
} lanedoku_rating;

/**
 * A symmetry of 9x9 boards, for `lanedoku_apply_symmetry`: an image has the rows, columns and digits of the board in
 * another order.
 *
 * The structure never changes.
 */
typedef struct lanedoku_board_symmetry {
    /**
     * 1 to swap rows and columns first, otherwise 0.
     */
    uint32_t transposes;
    /**
     * Row `r` of the image is row `rows[r]` of the board, counted from 0. The rows of a band stay together in a band.
     */
    uint8_t rows[9];
    /**
     * Column `c` of the image is column `columns[c]`. The columns of a stack stay together in a stack.
     */
    uint8_t columns[9];
    /**
     * Digit `d`, 1 to 9, becomes `digits[d - 1]`.
     */
    uint8_t digits[9];
    /**
     * Must be 0.
     */
    uint8_t reserved;
} lanedoku_board_symmetry;

/**
 * A symmetry of the pattern of clues. Symmetries are numbered from 0 without gaps.
 */
typedef uint32_t lanedoku_symmetry;

/**
 * The puzzles that `lanedoku_generate` generates. A structure of zeros or a NULL pointer means minimal puzzles,
 * which need all their clues.
 *
 * Clear the whole structure (with `memset` or an initializer), then set the fields you need. The structure never
 * changes its size: later versions give names to reserved fields, where zero keeps today's meaning.
 */
typedef struct lanedoku_generator {
    /**
     * One of `LANEDOKU_SYMMETRY_...`. Clues are removed by symmetry orbit, so a puzzle is minimal in the sense
     * that no orbit of clues can be removed; single clues may be redundant.
     */
    lanedoku_symmetry symmetry;
    /**
     * 0, or 1 to draw a symmetry for each puzzle, any but `LANEDOKU_SYMMETRY_NONE`. Then `symmetry` must be 0.
     */
    uint32_t random_symmetry;
    /**
     * The smallest number of clues. For each puzzle, a number from `fewest_clues` to `most_clues` is drawn, and
     * clues are removed until that number is left; the puzzle need not be minimal. If no clue can be removed while
     * there are still more than `most_clues`, another grid is tried. Most minimal puzzles have 22 to 27 clues; a
     * range below that takes many attempts. If both are 0, the number of clues is not restricted.
     */
    uint32_t fewest_clues;
    /**
     * The largest number of clues, at most 81; 0 means 81.
     */
    uint32_t most_clues;
    /**
     * 0, or 1 to require minimal puzzles together with a number of clues: grids are tried until one gives a minimal
     * puzzle in the range.
     */
    uint32_t minimal;
    /**
     * The maximum number of grids tried per puzzle; 0 means 100,000.
     */
    uint32_t attempts;
    /**
     * If not zero, exactly the cells that have clues. Cell `c`, counted row by row from 0, is bit `c % 64` of
     * `pattern[c / 64]`. Grids are tried until one leaves a puzzle with one solution; the puzzles need not be
     * minimal. With fewer than about 25 clues, this can take very many attempts. With a pattern that leaves two
     * rows or columns of a band or stack empty, no puzzle has one solution. All fields above except `attempts`
     * must be 0.
     */
    uint64_t pattern[2];
    /**
     * Must be 0.
     */
    uint64_t reserved[4];
} lanedoku_generator;

/**
 * The clues that may be wrong, for `lanedoku_find_wrong_clues`: sets of cells. Cell `c`, counted row by row from 0,
 * is bit `c % 64` of number `c / 64`.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_wrong_clues {
    /**
     * The clues whose removal, each alone, leaves a board with a solution.
     */
    uint64_t removable[2];
    /**
     * The clues that the step limit left undecided.
     */
    uint64_t undecided[2];
    /**
     * The clues that equal another clue in their row, column or box.
     */
    uint64_t colliding[2];
    /**
     * Written as 0.
     */
    uint64_t reserved[4];
} lanedoku_wrong_clues;

/**
 * A set of techniques, see `lanedoku_techniques_from_names`. Bit `t % 64` of `bits[t / 64]` is 1 if the set has the
 * technique with number `t`. If the highest bit of `bits[1]` is 1, and all techniques are HoDoKu's, they are tried in
 * its order. Other bits are ignored. Where NULL stands for a set, it is the scale: the techniques of Sudoku Explainer,
 * by which players rate puzzles.
 *
 * The structure never changes.
 */
typedef struct lanedoku_techniques {
    /**
     * The bits.
     */
    uint64_t bits[2];
} lanedoku_techniques;

/**
 * A technique with which a person finds a step. Techniques are numbered from 1 without gaps, and
 * `lanedoku_technique_name` names them.
 */
typedef uint32_t lanedoku_technique;

/**
 * One statement of a chain: that a candidate is true or false, and the earlier statement that it follows from.
 *
 * The structure never changes.
 */
typedef struct lanedoku_link {
    /**
     * The cell, counted row by row from 0.
     */
    uint8_t cell;
    /**
     * The digit, from 1.
     */
    uint8_t digit;
    /**
     * 1 if the cell holds the digit, otherwise 0.
     */
    uint8_t is_true;
    /**
     * The number of the link it follows from, counted from 0; its own number for an assumption.
     */
    uint8_t from;
} lanedoku_link;

/**
 * A human solving step on a 9x9 board: a technique, the candidates that decide it, and its result. Candidates are
 * bits: `d - 1` for digit `d`.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_step {
    /**
     * The technique.
     */
    lanedoku_technique technique;
    /**
     * The level of the step on the scale of Sudoku Explainer, in tenths: 12 for a hidden single in a box.
     */
    uint32_t level;
    /**
     * The units that the step is about: bits 0 to 8 for rows, 9 to 17 for columns, 18 to 26 for boxes.
     */
    uint32_t units;
    /**
     * The cell that gets a digit, counted row by row from 0.
     */
    uint8_t cell;
    /**
     * This digit, from 1; or 0 if the step only removes candidates.
     */
    uint8_t digit;
    /**
     * The number of links of a chain; 0 for other techniques.
     */
    uint16_t link_count;
    /**
     * The candidates of each cell that the step removes, beside those that the digit removes.
     */
    uint16_t eliminations[81];
    /**
     * The candidates of each cell that decide the step: the pattern.
     */
    uint16_t deciding[81];
    /**
     * The links of a chain, in the order in which they follow from each other. Those from `link_count` on are 0.
     */
    struct lanedoku_link links[LANEDOKU_STEP_LINKS];
    /**
     * For `lanedoku_step_text`, `lanedoku_find_step_parts` and `lanedoku_find_step_link`: what removes candidates
     * within a nested chain, and groups of cells.
     */
    uint8_t inside[64];
    /**
     * For the same functions: what a link follows from beside the link that it names.
     */
    uint8_t causes[LANEDOKU_STEP_CAUSES];
} lanedoku_step;

/**
 * How hard a 9x9 puzzle is for a person: numbers on the scale of Sudoku Explainer, in tenths, from 10 for the last
 * open cell of a unit to about 120 for the hardest puzzles known.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_difficulty {
    /**
     * The highest level of all steps: the rating that players mean. 200 if the puzzle needs more than the techniques.
     */
    uint32_t level;
    /**
     * The highest level of the steps up to the first that places a digit.
     */
    uint32_t pearl;
    /**
     * The level of the first step.
     */
    uint32_t diamond;
    /**
     * The technique of the first step with the highest level. If the puzzle needs more than the techniques, the last
     * number, with the name `needs more`; 0 without a step, for a full board.
     */
    lanedoku_technique hardest;
    /**
     * The number of all steps.
     */
    uint32_t steps;
    /**
     * The number of steps of each technique: `counts[t]` for the technique with number `t`.
     */
    uint16_t counts[LANEDOKU_TECHNIQUE_COUNTS];
    /**
     * HoDoKu's score: the sum over all steps, if the techniques are tried in its order and solve the puzzle; otherwise
     * 0.
     */
    uint32_t hodoku_score;
    /**
     * HoDoKu's class, likewise: 1 easy, 2 medium, 3 hard, 4 unfair, 5 extreme.
     */
    uint32_t hodoku_class;
    /**
     * Written as 0.
     */
    uint32_t reserved[7];
} lanedoku_difficulty;

/**
 * How much a hint says.
 */
typedef uint32_t lanedoku_hint;

/**
 * What a part of a step is, such as the base or the fins of a fish. Roles are numbered from 1 without gaps, and
 * `lanedoku_role_name` names them.
 */
typedef uint32_t lanedoku_role;

/**
 * A part of a human solving step: units, or candidates.
 *
 * The structure never changes.
 */
typedef struct lanedoku_step_part {
    /**
     * What it is.
     */
    lanedoku_role role;
    /**
     * The units that it consists of, as in `lanedoku_step`; 0 for a part that is cells.
     */
    uint32_t units;
    /**
     * Its candidates in each cell, those that decide the step and those that it removes.
     */
    uint16_t candidates[81];
    /**
     * Written as 0.
     */
    uint16_t reserved;
} lanedoku_step_part;

/**
 * The parts of a human solving step, so that a program can draw it.
 *
 * The structure never changes.
 */
typedef struct lanedoku_step_parts {
    /**
     * The number of parts; 0 for chains, singles and subsets.
     */
    size_t count;
    /**
     * The parts. Those from `count` on are 0.
     */
    struct lanedoku_step_part parts[LANEDOKU_STEP_PARTS];
} lanedoku_step_parts;

/**
 * More about a link of a chain.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_step_link {
    /**
     * 2 if the link to it is strong, 1 if it is weak; 0 for an assumption, and where it follows from several.
     */
    uint8_t strength;
    /**
     * The number of its cells: several in a grouped chain, of which one has the digit, or none.
     */
    uint8_t cell_count;
    /**
     * The number of links that it follows from; 0 for an assumption.
     */
    uint8_t cause_count;
    /**
     * Written as 0.
     */
    uint8_t reserved;
    /**
     * The cells, counted row by row from 0; then 0.
     */
    uint8_t cells[8];
    /**
     * The numbers of the links that it follows from, counted from 0; then 0.
     */
    uint8_t causes[LANEDOKU_STEP_LINKS];
} lanedoku_step_link;

/**
 * The kind of an error in the text of a puzzle.
 */
typedef uint32_t lanedoku_error_kind;

/**
 * The first error in the text of a puzzle. Fields that the kind does not mention are 0.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_input_error {
    /**
     * The kind of error.
     */
    lanedoku_error_kind kind;
    /**
     * The character as a Unicode code point; 0xFFFD for bytes that are not UTF-8.
     */
    uint32_t character;
    /**
     * The line in the text, counted from 1.
     */
    size_t line;
    /**
     * The column in the line, counted in characters from 1.
     */
    size_t column;
    /**
     * The number of cells found.
     */
    size_t found;
    /**
     * The number of cells expected.
     */
    size_t expected;
    /**
     * The digit, from 1 to the side of the board; or the number that is not a digit.
     */
    uint32_t digit;
    /**
     * The row, column or box, counted from 0; boxes are counted row by row.
     */
    uint32_t unit;
    /**
     * The two cells, counted row by row from 0.
     */
    uint32_t cells[2];
    /**
     * Written as 0.
     */
    uint64_t reserved[4];
} lanedoku_input_error;

/**
 * The clues that `lanedoku_layout_generate` and `lanedoku_layout_minimize` leave. A structure of zeros or a NULL
 * pointer means as few as possible, without symmetry.
 *
 * Clear the whole structure, then set the fields you need. The structure never changes its size: later versions give
 * names to reserved fields, where zero keeps today's meaning.
 */
typedef struct lanedoku_left_clues {
    /**
     * One of `LANEDOKU_SYMMETRY_...`. Clues are removed by symmetry orbit.
     */
    lanedoku_symmetry symmetry;
    /**
     * The smallest number of clues. For each puzzle, a number from `fewest_clues` to `most_clues` is drawn, and clues
     * are removed until that number is left. Minimizing leaves at least `fewest_clues`.
     */
    uint32_t fewest_clues;
    /**
     * The largest number of clues; 0 means no limit. It has no effect on minimizing.
     */
    uint32_t most_clues;
    /**
     * The most full boards to begin with, if too many clues are left; 0 means 1,000.
     */
    uint32_t attempts;
    /**
     * The steps of a search after which a clue stays; 0 means 200,000.
     */
    uint64_t step_limit;
    /**
     * Must be 0.
     */
    uint64_t reserved[4];
} lanedoku_left_clues;

/**
 * The grade of given digits as the solution of a puzzle, for `lanedoku_layout_grade`.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_grade {
    /**
     * 1 if no cell is open, otherwise 0. A number above the side counts as an open cell.
     */
    uint32_t is_complete;
    /**
     * 1 if no two equal digits share a row, column, region or house.
     */
    uint32_t is_consistent;
    /**
     * 1 if each clue is where it was.
     */
    uint32_t keeps_clues;
    /**
     * The cells that agree with the right solution, if it was given; otherwise 0.
     */
    uint32_t right_cells;
    /**
     * Written as 0.
     */
    uint32_t reserved[4];
} lanedoku_grade;

/**
 * A human solving step on a board of a layout. Candidates are bits: `d - 1` for digit `d`.
 *
 * The structure never changes its size: later versions give names to reserved fields.
 */
typedef struct lanedoku_layout_step {
    /**
     * The technique.
     */
    lanedoku_technique technique;
    /**
     * The level of the step, in tenths: that of 9x9 boards.
     */
    uint32_t level;
    /**
     * The cell that gets a digit, counted row by row from 0.
     */
    uint32_t cell;
    /**
     * This digit, from 1; or 0 if the step only removes candidates.
     */
    uint32_t digit;
    /**
     * The candidates of each cell that the step removes, beside those that the digit removes. Those of cells that the
     * board does not have are 0.
     */
    uint32_t eliminations[LANEDOKU_MOST_CELLS];
    /**
     * The candidates of each cell that decide the step: the pattern.
     */
    uint32_t deciding[LANEDOKU_MOST_CELLS];
    /**
     * Written as 0.
     */
    uint32_t reserved[14];
} lanedoku_layout_step;

/**
 * Success, for functions that have no other answer.
 */
#define LANEDOKU_OK 0

/**
 * Exactly one solution.
 */
#define LANEDOKU_UNIQUE 1

/**
 * Two or more solutions.
 */
#define LANEDOKU_MULTIPLE 2

/**
 * No solution, although no two equal clues share a row, column or box. Of `lanedoku_next_step`: no step.
 */
#define LANEDOKU_NONE 3

/**
 * The search reached the step limit before it found the answer: fewer than two solutions.
 */
#define LANEDOKU_LIMIT 4

/**
 * The text is not a board, or two equal clues share a row, column or box. There was no search.
 * `lanedoku_find_error` finds the error.
 */
#define LANEDOKU_INVALID 5

/**
 * The caller ended a count or a visit before it had an answer: at a maximum of one solution or none, or in the
 * visitor.
 */
#define LANEDOKU_STOPPED 6

/**
 * The search has not ended: `lanedoku_search_run` goes on with it.
 */
#define LANEDOKU_RUNNING 7

/**
 * `lanedoku_first_solution` found a solution, and did not look for another; or `lanedoku_next_step` found a step.
 */
#define LANEDOKU_FOUND 8

/**
 * A required pointer is NULL.
 */
#define LANEDOKU_ERROR_NULL (-1)

/**
 * A buffer or a stride is too small, or a length is greater than `PTRDIFF_MAX`.
 */
#define LANEDOKU_ERROR_SIZE (-2)

/**
 * A field of the options, or another number that encodes a choice, has a value unknown to this version; or two
 * options contradict each other.
 */
#define LANEDOKU_ERROR_OPTION (-3)

/**
 * The kernel is not available in this build or on this processor, or no kernel has this name.
 */
#define LANEDOKU_ERROR_KERNEL (-4)

/**
 * No search was begun in this memory, or not by this library, or not at this address; or the search is running now.
 */
#define LANEDOKU_ERROR_SEARCH (-5)

/**
 * No layout was made in this memory, or not by this library, or not at this address.
 */
#define LANEDOKU_ERROR_LAYOUT (-6)

/**
 * The best engine for the requested board size, order and kernel.
 */
#define LANEDOKU_ENGINE_BEST 0

/**
 * Applies every rule to a whole 9x9 board at once, in vectors. Boards of other sizes use
 * `LANEDOKU_ENGINE_PROPAGATE`.
 */
#define LANEDOKU_ENGINE_SIMD 1

/**
 * The branchless backtracking loop, for boards of every size.
 */
#define LANEDOKU_ENGINE_BACKTRACK 2

/**
 * Eliminates one candidate at a time and propagates the consequences. For boards of every size; the best
 * engine for sizes other than 9x9.
 */
#define LANEDOKU_ENGINE_PROPAGATE 3

/**
 * Singles are filled first; then the next cell is always the one expected to have the fewest candidates
 * left. The default, with by far the fewest steps.
 */
#define LANEDOKU_ORDER_CONSTRAINED 0

/**
 * Row by row, left to right, so that step counts can be compared with other solvers. Selects
 * `LANEDOKU_ENGINE_BACKTRACK`.
 */
#define LANEDOKU_ORDER_ROWS 1

/**
 * The best kernel that this build and this processor have.
 */
#define LANEDOKU_KERNEL_BEST 0

/**
 * Runs on every processor of the target architecture. Every engine has this kernel.
 */
#define LANEDOKU_KERNEL_PORTABLE 1

/**
 * x86-64 assembly. Selects `LANEDOKU_ENGINE_BACKTRACK`.
 */
#define LANEDOKU_KERNEL_ASSEMBLY 2

/**
 * AVX2 with BMI1, BMI2, LZCNT and POPCNT. Selects `LANEDOKU_ENGINE_SIMD`.
 */
#define LANEDOKU_KERNEL_AVX2 3

/**
 * AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ. Selects `LANEDOKU_ENGINE_SIMD`.
 */
#define LANEDOKU_KERNEL_AVX512 4

/**
 * As text: a digit is `1` to `9`, then `A` to `P`; an open cell is `.`, `0`, `_`, `*`, `-`, `x`, `X`, `?` or,
 * in the text of a single board, the middle dot (U+00B7 in UTF-8).
 */
#define LANEDOKU_CELLS_TEXT 0

/**
 * As numbers, one byte each: a digit is 1 to the side of the board, an open cell is 0. Every byte is a
 * cell; none is ignored. Pointers to arrays of `uint8_t` are then cast to `char *`; lengths are the
 * number of cells.
 */
#define LANEDOKU_CELLS_DIGITS 1

/**
 * As candidates: an array of 81 masks of type `uint16_t`, row by row, with bit `d - 1` for digit `d`. A higher bit
 * makes the puzzle invalid; any other masks are valid. The pointer is cast to `char *`, has any alignment, and the
 * length is 162. Solutions are digits, one byte for each cell.
 *
 * A search for candidates runs on `LANEDOKU_ENGINE_SIMD`: an engine, an order or a kernel that it does not have is
 * ignored.
 */
#define LANEDOKU_CELLS_CANDIDATES 2

/**
 * As candidates in a text of 729 characters: nine for each cell, cell after cell, row by row. Character `d` of a cell,
 * counted from 1, is the digit `d` if `d` is a candidate there; otherwise it is `.`, `0`, `_`, `*`, `x`, `X` or `?`,
 * or `-` if the text has 729 characters. Spaces, tabs, line ends, `|`, `-` and `+` are ignored. Solutions are text.
 */
#define LANEDOKU_CELLS_MARKS 3

/**
 * There is no error.
 */
#define LANEDOKU_NO_ERROR 0

/**
 * The text has `found` cells instead of `expected`; with `LANEDOKU_CELLS_MARKS`, so many characters; with
 * `LANEDOKU_CELLS_CANDIDATES`, so many bytes.
 */
#define LANEDOKU_WRONG_LENGTH 1

/**
 * In a drawn board of several lines, `line` has `found` cells instead of `expected`.
 */
#define LANEDOKU_WRONG_ROW_LENGTH 2

/**
 * `character` at `line` and `column` is not valid on a board of this size.
 */
#define LANEDOKU_NOT_A_CELL 3

/**
 * `digit` appears twice in the row `unit`: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_ROW 4

/**
 * `digit` appears twice in the column `unit`: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_COLUMN 5

/**
 * `digit` appears twice in the box `unit`, or in a region of another shape: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_BOX 6

/**
 * The number `digit` in the first of `cells` is larger than the side of the board. Only with
 * `LANEDOKU_CELLS_DIGITS` and, for the lowest bit of a mask that is no digit, `LANEDOKU_CELLS_CANDIDATES`.
 */
#define LANEDOKU_NOT_A_DIGIT 7

/**
 * `character` at `line` and `column` is neither the candidate `digit` nor a mark for no candidate. Only with
 * `LANEDOKU_CELLS_MARKS`.
 */
#define LANEDOKU_NOT_A_CANDIDATE 8

/**
 * `digit` appears twice in the further house `unit` of a layout: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_HOUSE 9

/**
 * No symmetry.
 */
#define LANEDOKU_SYMMETRY_NONE 0

/**
 * Rotation by a half turn, 180 degrees. Most printed puzzles have it.
 */
#define LANEDOKU_SYMMETRY_HALF_TURN 1

/**
 * Rotation by a quarter turn, 90 degrees, which implies the half turn.
 */
#define LANEDOKU_SYMMETRY_QUARTER_TURN 2

/**
 * The left half mirrors the right half.
 */
#define LANEDOKU_SYMMETRY_LEFT_RIGHT 3

/**
 * The upper half mirrors the lower half.
 */
#define LANEDOKU_SYMMETRY_TOP_BOTTOM 4

/**
 * Reflection in the main diagonal, from the upper left to the lower right.
 */
#define LANEDOKU_SYMMETRY_DIAGONAL 5

/**
 * Reflection in the other diagonal.
 */
#define LANEDOKU_SYMMETRY_ANTIDIAGONAL 6

/**
 * Both reflections: left to right, and top to bottom.
 */
#define LANEDOKU_SYMMETRY_BOTH_MIRRORS 7

/**
 * Reflection in both diagonals.
 */
#define LANEDOKU_SYMMETRY_BOTH_DIAGONALS 8

/**
 * All of these.
 */
#define LANEDOKU_SYMMETRY_FULL 9

/**
 * Where to look: units or digits. "Look at box 2."
 */
#define LANEDOKU_HINT_WHERE 0

/**
 * The technique, and its units or digits. "Hidden single in box 2."
 */
#define LANEDOKU_HINT_WHAT 1

/**
 * The whole step. "Hidden single: in box 2, 8 has one cell, r1c6."
 */
#define LANEDOKU_HINT_WHY 2

/**
 * A chain without branches in the notation of players, Eureka: "(5)r1c1=(5-7)r1c4=(7)r6c4 => r6c1<>5". Of other steps,
 * an empty text.
 */
#define LANEDOKU_HINT_EUREKA 3

/**
 * The whole step. A chain in which a statement follows from several others has a line for each statement.
 */
#define LANEDOKU_HINT_LINES 4

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/*
 * Linking fails if header and library have different ABIs, because the library lacks this name.
 * On Windows, and for a program that loads the library itself and defines LANEDOKU_NO_ABI_CHECK,
 * `lanedoku_version_number` returns the version of the library.
 */
#if defined(__GNUC__) && !defined(_WIN32) && !defined(LANEDOKU_NO_ABI_CHECK)
extern LANEDOKU_API const unsigned char lanedoku_abi_0_1;
/* A linker that removes unused sections keeps it, too, if the compiler can ask for that. */
#if defined(__linux__) && defined(__has_attribute)
#if __has_attribute(__retain__)
#define LANEDOKU_KEPT __attribute__((__used__, __retain__))
#endif
#endif
#ifndef LANEDOKU_KEPT
#define LANEDOKU_KEPT __attribute__((__used__))
#endif
#ifdef LANEDOKU_HPP
#define LANEDOKU_ABI_OBJECT lanedoku_abi_0_1 /* for each call, in `lanedoku.hpp` */
#else
LANEDOKU_KEPT static const unsigned char *const lanedoku_abi = &lanedoku_abi_0_1;
#endif
#endif

/**
 * Finds the solution of a puzzle, and whether it is the only one. If there are several, it finds the least, read row
 * by row as a number, or any of them if the options allow it (`any_solution`).
 *
 * - `puzzle`, `length`: the text of the puzzle, which does not need to be NUL-terminated: one line, or a drawn board
 *   of several lines. A cell is a digit (`1` to `9`, then letters from `A` in upper or lower case) or open (`.`, `0`,
 *   `_`, `*`, `-`, `x`, `X`, `?` or the middle dot, U+00B7 in UTF-8). Spaces, tabs, line ends, `|`, `-`, `+` and
 *   U+2500 to U+257F are ignored, and so is a byte order mark at the start. A `-` is an open cell on a line that has
 *   the cells of a row or a board with it, and on the lines below such a row; otherwise it is ignored. Or digits or
 *   candidates, see `lanedoku_cells`.
 * - `options`: NULL for a 9x9 board and the defaults.
 * - `solution`, `solution_length`: a buffer with at least one byte per cell of the board (81 for 9x9), or NULL and
 *   0 if only the status is needed. If a solution is found, the buffer receives one character per cell (or one
 *   digit, see `lanedoku_cells`), without a NUL; otherwise it is not written. The buffer may be the memory of
 *   `puzzle`, or overlap it.
 * - `result`: NULL, or receives the result of the search. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` (no solution is written) or `_INVALID`; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_solve(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               char *solution,
                               size_t solution_length,
                               struct lanedoku_result *result);

/**
 * Finds the solution that `lanedoku_solve` finds, but not whether it is the only one.
 *
 * The search for the least of several solutions takes as long as `lanedoku_solve`. With `any_solution` in the options,
 * it stops at the first solution.
 *
 * - `puzzle`, `length`, `options`, `solution`, `solution_length`: as for `lanedoku_solve`.
 * - `result`: NULL, or receives the number of solutions found, 0 or 1, and the work done. Not written if
 *   the return value is negative.
 *
 * Returns `LANEDOKU_FOUND` (a solution was found and written), `_NONE`, `_LIMIT` or `_INVALID`; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_first_solution(const char *puzzle,
                                        size_t length,
                                        const struct lanedoku_options *options,
                                        char *solution,
                                        size_t solution_length,
                                        struct lanedoku_result *result);

/**
 * Checks whether a board is a solution of a puzzle: it has no open cell, each row, column and box has each
 * digit once, and it contains every clue of the puzzle. There is no search, so step limits do not apply.
 *
 * - `solution`, `solution_length`: the board to check, written like a puzzle.
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`; the puzzle is a board. (A puzzle whose clues collide has
 *   no solution, so the answer is 0.)
 * - `answer`: receives 1 if it is a solution, 0 if not, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if one of the two is not a board of this size (use
 * `lanedoku_find_error` to determine which); or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_is_solution_of(const char *solution,
                                        size_t solution_length,
                                        const char *puzzle,
                                        size_t length,
                                        const struct lanedoku_options *options,
                                        int *answer);

/**
 * Counts the solutions of a puzzle.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `limit`: the count stops here, even if there is no further solution; `UINT64_MAX` counts all
 *   solutions. With 0, there is no search, but the puzzle and its clues are still checked.
 * - `result`: receives the count and the work done. Not written if the return value is negative.
 * - `workspace`, `workspace_size`: NULL and 0, or as for `lanedoku_solve_batch`. Kernels for AVX2 and AVX-512
 *   search many nodes of a 9x9 board with many solutions at a time, and keep them in the workspace or, without one, on
 *   the stack; all other counts do not use it.
 *
 * Returns the status of the puzzle, as far as the count tells: `LANEDOKU_MULTIPLE`, also if the count was cut; or
 * `LANEDOKU_UNIQUE` or `_NONE`; or with fewer than two solutions, `_STOPPED` (at `limit`), `_LIMIT` or `_INVALID`. The
 * field `is_exact` of the result tells whether all were counted. Or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_count(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               uint64_t limit,
                               struct lanedoku_result *result,
                               void *workspace,
                               size_t workspace_size);

/**
 * Calls a function with every solution of a puzzle, one after the other, in the order in which the engine finds them:
 * they are not sorted.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `visitor`: called with each solution until it returns a value other than 0.
 * - `user`: passed to `visitor` unchanged; may be NULL.
 * - `result`: NULL, or receives the number of solutions visited and the work done, after the last call
 *   of `visitor`. Not written if the return value is negative.
 *
 * Returns the same as `lanedoku_count`: `LANEDOKU_STOPPED` if `visitor` stopped at the first solution,
 * `LANEDOKU_MULTIPLE` if it stopped later.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_visit(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               lanedoku_visitor visitor,
                               void *user,
                               struct lanedoku_result *result);

/**
 * Solves many puzzles of one size. An invalid puzzle does not affect the others.
 *
 * Each puzzle has as many bytes as the board has cells (81 for 9x9): plain text or digits. Or it is candidates: 162
 * bytes of masks, or plain text of 729 bytes (see `lanedoku_cells`). Puzzle `i` starts at `puzzles + i * stride`, its
 * solution at `solutions + i * solution_stride`. For example, a file of lines of 81 characters has a stride of 82, or
 * 83 if its lines end in CR and LF. The bytes between two puzzles or solutions are neither read nor written.
 *
 * - `puzzles`, `count`, `stride`: `stride` is at least the number of bytes of a puzzle.
 * - `options`: as for `lanedoku_solve`. The step limit applies to each puzzle.
 * - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. Each solution is written as
 *   one character or digit per cell, without a NUL; for a puzzle without a solution nothing is written. NULL and 0
 *   if only the results are needed. `solutions` may equal `puzzles`, with the same stride, or lie between the
 *   puzzles in records that hold a puzzle and its solution. Otherwise the two must not overlap.
 * - `results`: an array of `count` results. All are written. Statuses and solutions are those of `lanedoku_solve`.
 *   With a workspace, steps and guesses may differ, and depend on the other puzzles.
 * - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address. Set them to
 *   zero before their first use (use `calloc`, or a static array of `LANEDOKU_WORKSPACE_MAX` bytes); then
 *   they can be used for any number of calls. With a workspace, kernels for AVX2 and AVX-512 solve many
 *   9x9 puzzles at a time, which is up to twice as fast. With NULL and 0, puzzles are solved one after
 *   the other.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`. If `count` is 0, nothing is read or written, and `puzzles` and `results` may be NULL; the options,
 * the workspace and `solution_stride` are still checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_solve_batch(const char *puzzles,
                                     size_t count,
                                     size_t stride,
                                     const struct lanedoku_options *options,
                                     char *solutions,
                                     size_t solution_stride,
                                     struct lanedoku_result *results,
                                     void *workspace,
                                     size_t workspace_size);

/**
 * Returns the size in bytes of the workspace for batches and for `lanedoku_count`: less than
 * `LANEDOKU_WORKSPACE_MAX`.
 */
LANEDOKU_API
size_t lanedoku_workspace_size(void);

/**
 * Begins a search for the solution of a puzzle. `lanedoku_search_run` and `lanedoku_search_run_until` go on with it,
 * and `lanedoku_search_solution` gets the solution. The answers are those of `lanedoku_solve`; only the
 * number of steps may differ, and so a limit on steps may be reached a little earlier.
 *
 * A search stops after some steps, or when the caller wants it to, and later goes on where it stopped, so nothing is
 * searched twice. Use it for deadlines, progress reports and cancelling from another thread. It need not end: its
 * memory can be freed, or used for another search, at any time.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`. They are not used after the call.
 * - `search`, `search_size`: at least `lanedoku_search_size()` bytes at any address. Set them to zero before their
 *   first use (use `calloc`, or a static array of `LANEDOKU_SEARCH_MAX` bytes); then they can be used for any number
 *   of searches, one after the other. A search must stay at its address: it cannot go on in a copy of its memory.
 *
 * Returns `LANEDOKU_OK` when the search has begun; `LANEDOKU_INVALID`, which is then the answer of the search, if the
 * text is not a puzzle or two equal clues share a row, column or box; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`, and then a search that was in this memory can go on.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_search_begin_solve(const char *puzzle,
                                            size_t length,
                                            const struct lanedoku_options *options,
                                            void *search,
                                            size_t search_size);

/**
 * Begins a count of the solutions of a puzzle. The answers are those of `lanedoku_count`.
 *
 * - `limit`: as for `lanedoku_count`.
 * - `with_progress`: 0, or 1 to count in parts, so that the results show the progress: some hundred boards one after
 *   another, the puzzle with further digits. A count that takes seconds takes about as long as in one go. One that
 *   takes less than a millisecond takes longer, and so does a puzzle with few solutions that is hard to search. A
 *   count of candidates is in one go.
 * - All other arguments, and the status returned: as for `lanedoku_search_begin_solve`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_search_begin_count(const char *puzzle,
                                            size_t length,
                                            const struct lanedoku_options *options,
                                            uint64_t limit,
                                            int with_progress,
                                            void *search,
                                            size_t search_size);

/**
 * Goes on with a search for about this many steps, in any thread.
 *
 * - `search`: the memory in which the search was begun.
 * - `steps`: the number of steps to take; with 0, the search does not go on. A millisecond is about 12,000 steps of
 *   `LANEDOKU_ENGINE_SIMD`, 2,500 of `LANEDOKU_ENGINE_PROPAGATE` and 300,000 of `LANEDOKU_ENGINE_BACKTRACK`.
 *   `LANEDOKU_ENGINE_SIMD` takes at least 64.
 * - `result`: NULL, or receives the result so far. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_RUNNING` if the search has not ended: it goes on with the next call. Otherwise its answer, also if
 * it had ended before: the status that `lanedoku_solve` or `lanedoku_count` returns. Or `LANEDOKU_ERROR_NULL`; or
 * `LANEDOKU_ERROR_SEARCH` if no search was begun in this memory.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_search_run(void *search,
                                    uint64_t steps,
                                    struct lanedoku_result *result);

/**
 * Goes on with a search until it ends, or until the caller wants it to stop: at a deadline, when another thread sets a
 * flag, or on a signal.
 *
 * - `search`: the memory in which the search was begun.
 * - `stop`: called before each slice of about a millisecond, until it returns a value other than 0.
 * - `user`: passed to `stop` unchanged; may be NULL.
 * - `result`: NULL, or receives the result so far. Not written if the return value is negative.
 *
 * Returns the same as `lanedoku_search_run`: `LANEDOKU_RUNNING` if `stop` stopped the search, which can go on later.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_search_run_until(void *search,
                                          lanedoku_stop_condition stop,
                                          void *user,
                                          struct lanedoku_result *result);

/**
 * Gets the solution that a search has found.
 *
 * - `search`: the memory in which the search was begun.
 * - `solution`, `solution_length`: as for `lanedoku_solve`. The buffer is written if and only if the search is for the
 *   solution and has ended with `LANEDOKU_UNIQUE` or `LANEDOKU_MULTIPLE`.
 *
 * Returns the status of the search, as `lanedoku_search_run`; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_SEARCH`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_search_solution(void *search,
                                         char *solution,
                                         size_t solution_length);

/**
 * Returns the size in bytes of the memory of a search, for boards of every size: less than `LANEDOKU_SEARCH_MAX`.
 */
LANEDOKU_API
size_t lanedoku_search_size(void);

/**
 * Finds the canonical form of a 9x9 board. The 1,218,998,108,160 symmetries (permutations of bands, rows, stacks,
 * columns and digits, and transposition) map a board to equivalent boards. The canonical form is the one whose
 * digits, row by row and with 0 for an open cell, come first in lexicographic order. Two boards have the same
 * canonical form if and only if they are equivalent.
 *
 * - `puzzle`, `length`: as for `lanedoku_solve`. Any board has a canonical form: a puzzle, a solution, and a
 *   board whose clues collide.
 * - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. Only the side and the cells
 *   have an effect.
 * - `form`, `form_length`: a buffer with at least 81 bytes. It receives one character (or digit, see
 *   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL; but only if the function returns
 *   `LANEDOKU_OK`. The buffer may be the memory of `puzzle`, or overlap it.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
 * `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_canonical(const char *puzzle,
                                   size_t length,
                                   const struct lanedoku_options *options,
                                   char *form,
                                   size_t form_length);

/**
 * Shuffles a 9x9 board: applies random symmetry number `index` of `seed`, which gives an equivalent board. All
 * symmetries are equally likely. The result is the same on every machine and in every version.
 *
 * For a list of puzzles, use the position in the list as the index. A puzzle and its solution, shuffled with the
 * same seed and index, still match.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
 * - `seed`, `index`: any numbers.
 * - `shuffled`, `shuffled_length`: a buffer, as `form` and `form_length` there.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
 * `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_shuffle(const char *puzzle,
                                 size_t length,
                                 const struct lanedoku_options *options,
                                 uint64_t seed,
                                 uint64_t index,
                                 char *shuffled,
                                 size_t shuffled_length);

/**
 * Generates random full 9x9 grid number `index` of `seed`. It is the same on every machine, and changes at most with
 * a major version. Every grid is possible, but they are not equally likely.
 *
 * - `seed`, `index`: any numbers.
 * - `options`: as for `lanedoku_canonical`.
 * - `grid`, `grid_length`: a buffer with at least 81 bytes. It receives one character (or digit, see
 *   `lanedoku_cells`) per cell, without a NUL.
 *
 * Returns `LANEDOKU_OK`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_random_grid(uint64_t seed,
                                     uint64_t index,
                                     const struct lanedoku_options *options,
                                     char *grid,
                                     size_t grid_length);

/**
 * Rates a 9x9 puzzle by the work of a plain search, measured on `samples` equivalent puzzles, always the same ones.
 * Equivalent puzzles have the same rating. It does not depend on the machine, nor on the version of the library as
 * long as `LANEDOKU_RATING_VERSION` is the same. It cannot be compared with the ratings of other programs.
 *
 * The search places all singles at once. If there are none, it removes all candidates that locked candidates
 * eliminate. Either is a sweep. If there are no locked candidates either, it guesses.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_canonical`. A step limit is ignored.
 * - `samples`: the number of puzzles to measure, usually `LANEDOKU_RATING_SAMPLES`. 0 counts as 1, and more than
 *   256 as 256.
 * - `rating`: receives the rating, but only if the function returns `LANEDOKU_UNIQUE`.
 *
 * Returns `LANEDOKU_UNIQUE`; `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID` for a puzzle without a rating, because it does
 * not have one solution; `LANEDOKU_LIMIT` if a sample takes more than 100,000 guesses; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_rate(const char *puzzle,
                              size_t length,
                              const struct lanedoku_options *options,
                              uint32_t samples,
                              struct lanedoku_rating *rating);

/**
 * Applies a symmetry of your own to a 9x9 board, which gives an equivalent board.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
 * - `symmetry`: the symmetry.
 * - `image`, `image_length`: a buffer, as `form` and `form_length` there.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
 * `_OPTION` (also if this is not a symmetry) or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_apply_symmetry(const char *puzzle,
                                        size_t length,
                                        const struct lanedoku_options *options,
                                        const struct lanedoku_board_symmetry *symmetry,
                                        char *image,
                                        size_t image_length);

/**
 * Finds the canonical forms of many 9x9 boards, see `lanedoku_canonical`. An invalid board does not affect the others.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
 * - `options`: as for `lanedoku_canonical`.
 * - `forms`, `form_stride`: the form of board `i` is written at `forms + i * form_stride`, 81 characters or digits.
 *   `forms` may equal `puzzles`, with the same stride, or lie between the boards in records that hold both. Otherwise
 *   the two must not overlap.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_OK`, or `LANEDOKU_INVALID` for a text that is
 *   not a board; then no form is written.
 *
 * Returns `LANEDOKU_OK` when every board has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`. If
 * `count` is 0, nothing is read or written, and the arrays may be NULL; the options are still checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_canonical_batch(const char *puzzles,
                                         size_t count,
                                         size_t stride,
                                         const struct lanedoku_options *options,
                                         char *forms,
                                         size_t form_stride,
                                         lanedoku_status *statuses);

/**
 * Rates many 9x9 puzzles, see `lanedoku_rate`. An invalid puzzle does not affect the others.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
 * - `options`, `samples`: as for `lanedoku_rate`.
 * - `ratings`: an array of `count` ratings. Only those of puzzles with the status `LANEDOKU_UNIQUE` are written.
 * - `statuses`: an array of `count` statuses. All are written: what `lanedoku_rate` returns for the puzzle.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and the arrays may be NULL; the options are still checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_rate_batch(const char *puzzles,
                                    size_t count,
                                    size_t stride,
                                    const struct lanedoku_options *options,
                                    uint32_t samples,
                                    struct lanedoku_rating *ratings,
                                    lanedoku_status *statuses);

/**
 * Generates 9x9 puzzles from a seed: minimal puzzles, or puzzles with the number of clues, the symmetry or the
 * pattern given by `generator`. Each begins as a random full grid (`lanedoku_random_grid`).
 *
 * Puzzle number `index` of a seed is the same on every machine and kernel, and does not depend on the division of
 * the puzzles into calls and threads. It changes at most with a major version. The puzzles of a call have the
 * numbers `first_index`, `first_index + 1` and so on. A call for hundreds of puzzles is faster per puzzle than a
 * call for a few.
 *
 * - `seed`, `first_index`: any numbers.
 * - `count`: the number of puzzles.
 * - `generator`: the kind of puzzles. NULL or zeros: minimal puzzles.
 * - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
 * - `puzzles`, `stride`: puzzle `i` is written at `puzzles + i * stride`, one character (or digit, see
 *   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL. `stride` is at least 81. The bytes between
 *   two puzzles are not written: they may hold line ends.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` for a puzzle that was generated, or
 *   `LANEDOKU_LIMIT` if the limit on the attempts was reached; then no puzzle is written.
 * - `workspace`, `workspace_size`: at least `lanedoku_generator_workspace_size()` bytes at any address. Set them to
 *   zero before their first use; then they can be used for any number of calls.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and `puzzles` and `statuses` may be NULL; the generator, the options
 * and the workspace are still checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_generate(uint64_t seed,
                                  uint64_t first_index,
                                  size_t count,
                                  const struct lanedoku_generator *generator,
                                  const struct lanedoku_options *options,
                                  char *puzzles,
                                  size_t stride,
                                  lanedoku_status *statuses,
                                  void *workspace,
                                  size_t workspace_size);

/**
 * Minimizes 9x9 puzzles: removes clues one by one, in random order, while there is one solution. The result is
 * minimal: it needs all its clues. An invalid puzzle does not affect the others.
 *
 * The result depends only on the puzzle, the seed and the puzzle's number: `first_index` for the first,
 * `first_index + 1` for the next and so on. A call for hundreds of puzzles is faster per puzzle than a call for a
 * few.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`. Full grids are puzzles, too.
 * - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
 * - `seed`, `first_index`: any numbers.
 * - `minimal`, `minimal_stride`: the minimal puzzle of puzzle `i` is written at `minimal + i * minimal_stride`, as
 *   by `lanedoku_generate`. `minimal` may equal `puzzles`, with the same stride, or lie between the puzzles in
 *   records that hold both. Otherwise the two must not overlap.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` for a puzzle that was minimized;
 *   otherwise `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID`, and no puzzle is written.
 * - `workspace`, `workspace_size`: as for `lanedoku_generate`.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and `puzzles`, `minimal` and `statuses` may be NULL; the options and
 * the workspace are still checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_minimize(const char *puzzles,
                                  size_t count,
                                  size_t stride,
                                  const struct lanedoku_options *options,
                                  uint64_t seed,
                                  uint64_t first_index,
                                  char *minimal,
                                  size_t minimal_stride,
                                  lanedoku_status *statuses,
                                  void *workspace,
                                  size_t workspace_size);

/**
 * Returns the size in bytes of the workspace for `lanedoku_generate` and `lanedoku_minimize`: less than
 * `LANEDOKU_GENERATOR_WORKSPACE_MAX`. It is larger than `lanedoku_workspace_size()`. Between two of these calls,
 * the memory can serve as the workspace of other calls.
 */
LANEDOKU_API
size_t lanedoku_generator_workspace_size(void);

/**
 * Finds the redundant clues of 9x9 puzzles: those without which the puzzle, with all its other clues, still has one
 * solution. A puzzle without redundant clues is minimal. An invalid puzzle does not affect the others.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`. Full grids are puzzles, too.
 * - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
 * - `redundant`: an array of `2 * count` numbers, two for each puzzle. Cell `c`, counted row by row from 0, is bit
 *   `c % 64` of number `c / 64`, as in the pattern of a `lanedoku_generator`. Not written for a puzzle without one
 *   solution.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE`; otherwise `LANEDOKU_MULTIPLE`,
 *   `_NONE` or `_INVALID`.
 * - `workspace`, `workspace_size`: as for `lanedoku_generate`.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and the arrays may be NULL; the options and the workspace are still
 * checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_redundant_clues(const char *puzzles,
                                         size_t count,
                                         size_t stride,
                                         const struct lanedoku_options *options,
                                         uint64_t *redundant,
                                         lanedoku_status *statuses,
                                         void *workspace,
                                         size_t workspace_size);

/**
 * Calls a function with every minimal puzzle that results from removing clues of a 9x9 puzzle, each once. They come in
 * the order of the cells of the removed clues, the same on every machine.
 *
 * A puzzle with a dozen redundant clues contains thousands of minimal puzzles; a full grid contains far too many.
 *
 * - `puzzle`, `length`: as for `lanedoku_solve`.
 * - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
 * - `visitor`, `user`: as for `lanedoku_visit`.
 * - `visited`: NULL, or receives the number of calls of `visitor`. Not written if the return value is negative.
 * - `workspace`, `workspace_size`: as for `lanedoku_generate`. The visitor must not use it.
 *
 * Returns `LANEDOKU_OK` (all were visited) or `_STOPPED` (`visitor` stopped); `LANEDOKU_MULTIPLE`, `_NONE` or
 * `_INVALID` for a puzzle that does not have one solution; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_visit_minimal(const char *puzzle,
                                       size_t length,
                                       const struct lanedoku_options *options,
                                       lanedoku_visitor visitor,
                                       void *user,
                                       uint64_t *visited,
                                       void *workspace,
                                       size_t workspace_size);

/**
 * Calls a function with each neighbour {-n+m} of a 9x9 puzzle, each once: every puzzle with one solution that results
 * from removing `remove` of its clues and adding `add` others. A removed clue is not added again, but its cell may get
 * another digit.
 *
 * - `puzzle`, `length`: as for `lanedoku_solve`.
 * - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
 * - `remove`, `add`: the numbers of clues, at most 16 each.
 * - `visitor`, `user`: as for `lanedoku_visit`.
 * - `memory`, `memory_size`: memory for the solutions of the puzzle without the removed clues, 81 bytes for each and
 *   at least 81 bytes, of any content and at any address. A few thousand solutions suffice for one or two clues. The
 *   visitor must not use it.
 * - `visited`: NULL, or receives the number of calls of `visitor`.
 * - `skipped`: NULL, or receives the number of choices of removed clues that were skipped, because they leave more
 *   solutions than there is memory for. If it is 0, all neighbours were visited. Neither is written if the return
 *   value is negative.
 *
 * Returns `LANEDOKU_OK` (all were visited, or skipped) or `_STOPPED` (`visitor` stopped); `LANEDOKU_MULTIPLE`,
 * `_NONE` or `_INVALID` for a puzzle that does not have one solution; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_visit_neighbours(const char *puzzle,
                                          size_t length,
                                          const struct lanedoku_options *options,
                                          size_t remove,
                                          size_t add,
                                          lanedoku_visitor visitor,
                                          void *user,
                                          void *memory,
                                          size_t memory_size,
                                          uint64_t *visited,
                                          uint64_t *skipped);

/**
 * Finds the digits that 9x9 puzzles allow in each cell: those that occur there in some solution, also known as the
 * true candidates. An invalid puzzle does not affect the others.
 *
 * A puzzle with one solution takes as long as `lanedoku_solve_batch`, one with several takes about fifteen searches. A
 * move on the puzzle loses all solutions exactly when its digit is not possible in its cell.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
 * - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. The step limit is for all searches for a
 *   puzzle together; the engine and the order are ignored.
 * - `digits`: an array of `81 * count` masks, 81 for each puzzle: bit `d - 1` for digit `d`. A clue is the only digit
 *   of its cell. Not written for a puzzle with the status `LANEDOKU_INVALID`. The array may be that of `puzzles`, if
 *   they are masks with a stride of 162.
 * - `not_excluded`: NULL, or such an array for the digits that are not excluded. They differ from `digits` only for a
 *   puzzle with the status `LANEDOKU_LIMIT`: then a digit may be neither shown to be possible nor excluded.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` or
 *   `_INVALID`.
 * - `workspace`, `workspace_size`: as for `lanedoku_solve_batch`. With NULL and 0, or with a step limit, the puzzles
 *   are searched one after another.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and the arrays may be NULL; the options and the workspace are still
 * checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_possible(const char *puzzles,
                                  size_t count,
                                  size_t stride,
                                  const struct lanedoku_options *options,
                                  uint16_t *digits,
                                  uint16_t *not_excluded,
                                  lanedoku_status *statuses,
                                  void *workspace,
                                  size_t workspace_size);

/**
 * Finds, for each 9x9 board and move, whether the board still has a solution after the move.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
 * - `options`: as for `lanedoku_canonical`. The step limit is for each move; the engine and the order are ignored.
 * - `moves`: an array of `2 * count` numbers, two for each board: a cell, counted row by row from 0, and the digit, 1
 *   to 9, that is written into it. A digit already there is replaced. Other numbers are not moves; they leave no
 *   solution.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_FOUND` if the board has a solution after the
 *   move, otherwise `LANEDOKU_NONE`; `LANEDOKU_LIMIT`; or `LANEDOKU_INVALID` for a text that is not a board.
 * - `workspace`, `workspace_size`: as for `lanedoku_possible`.
 *
 * Returns the same as `lanedoku_possible`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_moves_keep_solution(const char *puzzles,
                                             size_t count,
                                             size_t stride,
                                             const struct lanedoku_options *options,
                                             const uint8_t *moves,
                                             lanedoku_status *statuses,
                                             void *workspace,
                                             size_t workspace_size);

/**
 * Finds the clues that may be wrong in a 9x9 board without a solution: those whose removal, each alone, leaves a
 * solution. Also finds the clues that collide.
 *
 * - `puzzle`, `length`: as for `lanedoku_solve`.
 * - `options`: as for `lanedoku_canonical`. The step limit is for all searches together; the engine and the order are
 *   ignored.
 * - `clues`: receives the clues. Not written if the text is not a board or the return value is negative.
 *
 * Returns `LANEDOKU_NONE` for a board without a solution, and `LANEDOKU_INVALID` for a board with collisions or a
 * text that is not a board, which `lanedoku_find_error` tells apart. `LANEDOKU_UNIQUE` or `_MULTIPLE` for a board
 * with a solution, where no clue is wrong: the three sets are empty. `LANEDOKU_LIMIT` if the step limit was reached
 * before it was known whether there is a solution. Or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_wrong_clues(const char *puzzle,
                                          size_t length,
                                          const struct lanedoku_options *options,
                                          struct lanedoku_wrong_clues *clues);

/**
 * Finds the next human solving step on a 9x9 board: the first step of the easiest technique that finds one.
 *
 * - `board`, `length`: as `puzzle` and `length` for `lanedoku_solve`: the digits that are placed. Or the candidates of
 *   all cells: a cell with one has this digit if no cell that sees it has the candidate.
 * - `options`: only the side and the cells have an effect. The side must be 0 or 9.
 * - `candidates`: NULL, or 81 masks, the candidates that the person still has: bit `d - 1` for digit `d`. A candidate
 *   is not considered if a digit on the board excludes it.
 * - `techniques`: the techniques to try, or NULL for those of the scale.
 * - `step`: receives the step, but only if the function returns `LANEDOKU_FOUND`.
 * - `workspace`, `workspace_size`: at least `lanedoku_explainer_workspace_size()` bytes at any address. Set them to
 *   zero before their first use; then they can be used for any number of calls.
 *
 * Returns `LANEDOKU_FOUND`; `LANEDOKU_NONE` if there is no step, because the board is complete, or needs more than the
 * techniques, or if the board has no solution with these candidates, as with a wrong digit; `LANEDOKU_MULTIPLE` if it
 * has several, unless `techniques` leaves out those that rely on there being one; `LANEDOKU_INVALID` if the text is
 * not a board, or two equal digits share a row, column or box; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_next_step(const char *board,
                                   size_t length,
                                   const struct lanedoku_options *options,
                                   const uint16_t *candidates,
                                   const struct lanedoku_techniques *techniques,
                                   struct lanedoku_step *step,
                                   void *workspace,
                                   size_t workspace_size);

/**
 * Finds all human solving steps on a 9x9 board, by technique; of chains from one candidate to one result, the
 * shortest.
 *
 * With nested chains, it can take some ten seconds. Of each family of techniques, it finds 2,048 steps at most:
 * boards with few digits have millions.
 *
 * - `board`, `length`, `options`, `candidates`, `techniques`: as for `lanedoku_next_step`.
 * - `steps`, `capacity`: an array of `capacity` steps, or NULL and 0. It receives the first steps, as many as fit.
 * - `count`: receives the number of all steps, but only if the function returns `LANEDOKU_FOUND` or `_NONE`.
 * - `workspace`, `workspace_size`: as for `lanedoku_next_step`.
 *
 * Returns `LANEDOKU_FOUND`, or `LANEDOKU_NONE`, `_MULTIPLE` or `_INVALID` as `lanedoku_next_step` does; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_all_steps(const char *board,
                                   size_t length,
                                   const struct lanedoku_options *options,
                                   const uint16_t *candidates,
                                   const struct lanedoku_techniques *techniques,
                                   struct lanedoku_step *steps,
                                   size_t capacity,
                                   size_t *count,
                                   void *workspace,
                                   size_t workspace_size);

/**
 * Solves a 9x9 puzzle step by step, as a person does, and rates its difficulty.
 *
 * - `puzzle`, `length`, `options`: as `board`, `length` and `options` for `lanedoku_next_step`.
 * - `techniques`: as for `lanedoku_next_step`. The numbers of `difficulty` compare with those of other programs only
 *   for the techniques of the scale.
 * - `steps`, `capacity`: an array of `capacity` steps, or NULL and 0 if only the difficulty is needed. It receives the
 *   first steps: as many as `difficulty` says or as fit. Most puzzles take fewer than 300 steps.
 * - `difficulty`: receives the difficulty, but only if steps are made: if the function returns `LANEDOKU_UNIQUE`; or
 *   `LANEDOKU_MULTIPLE`, with `techniques` that do not rely on there being one solution. Then the steps lead as far as
 *   the solutions agree.
 * - `workspace`, `workspace_size`: as for `lanedoku_next_step`.
 *
 * Returns `LANEDOKU_UNIQUE`; `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID` for a puzzle that does not have one solution;
 * or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_explain(const char *puzzle,
                                 size_t length,
                                 const struct lanedoku_options *options,
                                 const struct lanedoku_techniques *techniques,
                                 struct lanedoku_step *steps,
                                 size_t capacity,
                                 struct lanedoku_difficulty *difficulty,
                                 void *workspace,
                                 size_t workspace_size);

/**
 * Rates the difficulty of many 9x9 puzzles for a person, see `lanedoku_explain`. An invalid puzzle does not affect the
 * others.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
 * - `options`, `techniques`: as for `lanedoku_explain`. Candidates have 162 bytes as masks, and
 *   729 as text.
 * - `difficulties`: an array of `count` difficulties. Only those of puzzles with the status `LANEDOKU_UNIQUE` are
 *   written.
 * - `statuses`: an array of `count` statuses. All are written, each as `lanedoku_explain` returns it. A puzzle with
 *   several solutions is not rated with any techniques.
 * - `workspace`, `workspace_size`: as for `lanedoku_next_step`.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and the arrays may be NULL; the options and the workspace are still
 * checked.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_difficulty_batch(const char *puzzles,
                                          size_t count,
                                          size_t stride,
                                          const struct lanedoku_options *options,
                                          const struct lanedoku_techniques *techniques,
                                          struct lanedoku_difficulty *difficulties,
                                          lanedoku_status *statuses,
                                          void *workspace,
                                          size_t workspace_size);

/**
 * Writes a step, or a hint at it, as one English sentence, such as "Hidden single: in box 2, 8 has one cell, r1c6."
 *
 * - `step`: a step that `lanedoku_next_step` or `lanedoku_explain` wrote.
 * - `hint`: one of `LANEDOKU_HINT_...`.
 * - `message`, `message_length`, `needed`: as for `lanedoku_error_message`. The sentence of a long chain can have
 *   thousands of characters.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` for an unknown hint or technique; or `LANEDOKU_ERROR_NULL` or
 * `_SIZE`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_step_text(const struct lanedoku_step *step,
                                   lanedoku_hint hint,
                                   char *message,
                                   size_t message_length,
                                   size_t *needed);

/**
 * Tells the parts of a step by their roles: the base, cover and fins of a fish, the pivot and pincers of a wing,
 * almost locked sets, colours. Chains have links instead.
 *
 * - `step`: as for `lanedoku_step_text`.
 * - `parts`: receives the parts, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` for an unknown technique; or `LANEDOKU_ERROR_NULL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_step_parts(const struct lanedoku_step *step,
                                         struct lanedoku_step_parts *parts);

/**
 * Tells more about a link of a chain: its cells, and all links that it follows from.
 *
 * - `step`: as for `lanedoku_step_text`.
 * - `number`: the number of the link, from 0.
 * - `link`: receives the answer, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` for an unknown technique, or if the step has no such link; or
 * `LANEDOKU_ERROR_NULL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_step_link(const struct lanedoku_step *step,
                                        size_t number,
                                        struct lanedoku_step_link *link);

/**
 * Returns the name of a role, such as `fins`.
 *
 * The string is NUL-terminated and never freed. It is NULL if no role has this number: to list all roles, count up
 * from 1 to the first NULL.
 */
LANEDOKU_API
const char *lanedoku_role_name(lanedoku_role role);

/**
 * Returns the name of a technique, such as `hidden single`.
 *
 * The string is NUL-terminated and never freed. It is empty for 0, the hardest technique of a full board, and NULL if
 * no technique has this number: to list all techniques, count up from 1 to the first NULL.
 */
LANEDOKU_API
const char *lanedoku_technique_name(lanedoku_technique technique);

/**
 * Finds a technique by its name, in upper or lower case, with spaces, `-` or `_` between the words.
 *
 * - `name`, `length`: the name, which does not need to be NUL-terminated.
 * - `technique`: receives its number, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` if no technique has this name; or `LANEDOKU_ERROR_NULL` or `_SIZE`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_technique_from_name(const char *name,
                                             size_t length,
                                             lanedoku_technique *technique);

/**
 * Reads a set of techniques from names.
 *
 * - `names`, `length`: names of techniques and of sets, with commas between them, such as `singles,x-wing` or
 *   `scale,-uniqueness`, which leaves out what follows the `-`. They are written as for
 *   `lanedoku_technique_from_name`. The sets are `scale`, `all`, `hodoku` (HoDoKu's techniques, in its order),
 *   `singles`, `locked candidates`, `subsets`, `basic fish`, `finned fish`, `wings`, `uniqueness`, `colouring`,
 *   `almost locked sets`, `forcing chains`, `dynamic chains` and `nested chains`. Without a name, the set is empty.
 * - `techniques`: receives the set, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` if one of the names is unknown; or `LANEDOKU_ERROR_NULL` or `_SIZE`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_techniques_from_names(const char *names,
                                               size_t length,
                                               struct lanedoku_techniques *techniques);

/**
 * Returns the size in bytes of the workspace for `lanedoku_next_step`, `lanedoku_explain` and
 * `lanedoku_difficulty_batch`: less than `LANEDOKU_EXPLAINER_WORKSPACE_MAX`.
 */
LANEDOKU_API
size_t lanedoku_explainer_workspace_size(void);

/**
 * Makes a layout: how a board is divided into boxes or regions of any shape, with further houses. The functions for
 * layouts solve, check, generate and explain its boards.
 *
 * - `layout`, `layout_size`: at least `lanedoku_layout_size()` bytes at any address. Set them to zero before their
 *   first use (use `calloc`, or a static array of `LANEDOKU_LAYOUT_MAX` bytes). No other call may use them meanwhile.
 *   After it, any number of threads can use the layout at once. It must stay at its address. It need not end: its
 *   memory can be freed, or used for another layout, when no call uses it.
 * - `text`, `length`: the layout: a board such as `6x6`, `9x9` or `12x12`, whose boxes are wider than high;
 *   `boxes:3x2` for boxes of three rows and two columns; or `jigsaw:` and a letter or digit for the region of each
 *   cell. `+diagonal`, `+windoku` and `+centre-dots` add houses, `+house:1,8,15` one of these cells, counted from 1;
 *   `diagonal` alone is on a 9x9 board. `windoku` adds nine: numbers 0, 1, 3 and 4 are its squares, and the others
 *   follow from them. The side is from 4 to 25.
 * - `message`, `message_length`, `needed`: as for `lanedoku_error_message`: why it is no layout.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a layout, and then one that was in this memory stays;
 * or `LANEDOKU_ERROR_NULL`, `_SIZE`, or, of a library built for 9x9 boards alone, `_OPTION`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_init(void *layout,
                                     size_t layout_size,
                                     const char *text,
                                     size_t length,
                                     char *message,
                                     size_t message_length,
                                     size_t *needed);

/**
 * Makes a layout from the regions of its cells.
 *
 * - `layout`, `layout_size`: as for `lanedoku_layout_init`.
 * - `regions`, `cells`: the region of each cell, row by row, by any numbers: an array of as many as the board has
 *   cells. Each region has as many cells as a row.
 * - `message`, `message_length`, `needed`: as for `lanedoku_layout_init`.
 *
 * Returns the same as `lanedoku_layout_init`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_init_regions(void *layout,
                                             size_t layout_size,
                                             const uint8_t *regions,
                                             size_t cells,
                                             char *message,
                                             size_t message_length,
                                             size_t *needed);

/**
 * Adds a house to a layout: some cells that must not hold a digit twice. A layout has at most 32.
 *
 * - `layout`: the memory in which the layout was made. No other call may use it meanwhile.
 * - `house`, `count`: the cells of the house, counted row by row from 0: at least two, and at most those of a row.
 * - `message`, `message_length`, `needed`: as for `lanedoku_layout_init`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if this is no house of the board, and then the layout is as before; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_add_house(void *layout,
                                          const uint16_t *house,
                                          size_t count,
                                          char *message,
                                          size_t message_length,
                                          size_t *needed);

/**
 * Returns the side of a layout, the number of cells in a row; 0 if no layout was made in this memory.
 *
 * - `layout`: NULL, or the memory in which a layout was made.
 */
LANEDOKU_API
uint32_t lanedoku_layout_side(const void *layout);

/**
 * Reads a board of a layout from text: all cells on one line, or one row on each, perhaps with a drawing between them.
 *
 * - `layout`: the memory in which the layout was made.
 * - `text`, `length`: the board; its characters are those of `lanedoku_cells`.
 * - `digits`, `cells`: an array of as many digits as the board has cells: 0 for an open cell. Written only if the
 *   function returns `LANEDOKU_OK`.
 * - `error`: NULL, or receives the error, as for `lanedoku_find_error`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE` (also if
 * `cells` is not the number of cells) or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_read(const void *layout,
                                     const char *text,
                                     size_t length,
                                     uint8_t *digits,
                                     size_t cells,
                                     struct lanedoku_input_error *error);

/**
 * Writes a board of a layout as text, which `lanedoku_layout_read` reads.
 *
 * - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`.
 * - `is_drawn`: 0 for one line, or 1 for a drawing of several lines.
 * - `message`, `message_length`, `needed`: as for `lanedoku_error_message`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a digit is above the side, and then the text is empty; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_text(const void *layout,
                                     const uint8_t *digits,
                                     size_t cells,
                                     int is_drawn,
                                     char *message,
                                     size_t message_length,
                                     size_t *needed);

/**
 * Finds the solution of a board: of several, the least one, read row by row as a number.
 *
 * - `layout`: the memory in which the layout was made.
 * - `clues`, `cells`: an array of as many digits as the board has cells, row by row: 1 to the side, or 0 for an open
 *   cell.
 * - `step_limit`: the maximum number of steps, of all searches together; 0 means no limit. A step is a digit placed.
 * - `stop`: NULL, or a function that is called about ten times a second, and between the searches of a call. When it
 *   returns a value other than 0, it is as at the limit on steps. Of the result that it gets, only the status is set.
 * - `user`: passed to `stop` unchanged; may be NULL.
 * - `solution`: NULL, or an array of `cells` digits, which may be that of `clues`. Written if and only if the function
 *   returns `LANEDOKU_UNIQUE` or `_MULTIPLE`.
 * - `result`: NULL, or receives the result. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` or `_INVALID`, also for a digit above the side; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE` (also if `cells` is not the number of cells) or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_solve(const void *layout,
                                      const uint8_t *clues,
                                      size_t cells,
                                      uint64_t step_limit,
                                      lanedoku_stop_condition stop,
                                      void *user,
                                      uint8_t *solution,
                                      struct lanedoku_result *result);

/**
 * Solves many boards of a layout, one behind the other.
 *
 * - `layout`: the memory in which the layout was made.
 * - `clues`, `cells`, `count`: the boards, as for `lanedoku_layout_solve`: an array of `count * cells` digits.
 * - `step_limit`: as for `lanedoku_layout_solve`, for each board.
 * - `stop`, `user`: as for `lanedoku_layout_solve`. After it has stopped, the results of the remaining boards are
 *   `LANEDOKU_LIMIT`.
 * - `solutions`: NULL, or an array of `count * cells` digits, which must not overlap that of `clues`. For a board
 *   without a solution, nothing is written.
 * - `results`: an array of `count` results. All are written. Statuses and solutions are those of
 *   `lanedoku_layout_solve`.
 * - `workspace`, `workspace_size`: NULL and 0, or as for `lanedoku_solve_batch`. With a workspace and without a limit
 *   on steps, kernels for AVX2 and AVX-512 solve many 9x9 boards with up to nine further houses, such as diagonals or
 *   windoku, at a time, which is 5 to 25 times as fast. A step is then a sweep; steps and guesses depend on the other
 *   boards.
 *
 * Returns `LANEDOKU_OK` when every board has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE` (also if `cells` is not the
 * number of cells) or `_LAYOUT`. If `count` is 0, nothing is read or written, and `clues` and `results` may be NULL.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_solve_batch(const void *layout,
                                            const uint8_t *clues,
                                            size_t cells,
                                            size_t count,
                                            uint64_t step_limit,
                                            lanedoku_stop_condition stop,
                                            void *user,
                                            uint8_t *solutions,
                                            struct lanedoku_result *results,
                                            void *workspace,
                                            size_t workspace_size);

/**
 * Counts the solutions of a board, and may show them.
 *
 * - `layout`, `clues`, `cells`, `step_limit`: as for `lanedoku_layout_solve`.
 * - `limit`: the count stops here, even if there is no further solution; `UINT64_MAX` counts all solutions. With 0,
 *   there is no search, but the clues are still checked.
 * - `visitor`: NULL, or called with each solution, as digits, until it returns a value other than 0.
 * - `visitor_user`: passed to `visitor` unchanged; may be NULL.
 * - `stop`, `user`: as for `lanedoku_layout_solve`.
 * - `result`: NULL, or receives the count and the work done. Not written if the return value is negative.
 *
 * Returns the status of the puzzle, as `lanedoku_count` does: with fewer than two solutions, `LANEDOKU_STOPPED` at
 * `limit` or if `visitor` stopped; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_count(const void *layout,
                                      const uint8_t *clues,
                                      size_t cells,
                                      uint64_t step_limit,
                                      uint64_t limit,
                                      lanedoku_visitor visitor,
                                      void *visitor_user,
                                      lanedoku_stop_condition stop,
                                      void *user,
                                      struct lanedoku_result *result);

/**
 * Finds the digits of each cell that occur in some solution.
 *
 * - `layout`, `clues`, `cells`, `step_limit`, `stop`, `user`: as for `lanedoku_layout_solve`.
 * - `digits`: receives an array of `cells` sets: bit `d - 1` for digit `d`. At the limit, some that occur may be
 *   missing. Not written with the status `LANEDOKU_INVALID`.
 *
 * Returns the same as `lanedoku_layout_solve`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_possible(const void *layout,
                                         const uint8_t *clues,
                                         size_t cells,
                                         uint64_t step_limit,
                                         lanedoku_stop_condition stop,
                                         void *user,
                                         uint32_t *digits);

/**
 * Finds the redundant clues of a puzzle with one solution: those without which, each alone, it still has one.
 *
 * - `layout`, `clues`, `cells`, `step_limit`, `stop`, `user`: as for `lanedoku_layout_solve`.
 * - `redundant`: receives an array of `cells` numbers: 1 for a redundant clue, otherwise 0. At the limit, some may be
 *   missing.
 *
 * Returns the same as `lanedoku_layout_solve`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_redundant_clues(const void *layout,
                                                const uint8_t *clues,
                                                size_t cells,
                                                uint64_t step_limit,
                                                lanedoku_stop_condition stop,
                                                void *user,
                                                uint8_t *redundant);

/**
 * Finds the clues of a board without a solution that may be wrong: those without which, each alone, it has one.
 *
 * - `layout`, `clues`, `cells`, `step_limit`, `stop`, `user`: as for `lanedoku_layout_solve`.
 * - `removable`: receives an array of `cells` numbers: 1 for a clue that may be wrong, otherwise 0. At the limit, some
 *   may be missing.
 *
 * Returns the same as `lanedoku_layout_solve`: for a board without a solution, `LANEDOKU_NONE`, or with collisions
 * `_INVALID`; of both, `_LIMIT` if the limit was reached.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_wrong_clues(const void *layout,
                                            const uint8_t *clues,
                                            size_t cells,
                                            uint64_t step_limit,
                                            lanedoku_stop_condition stop,
                                            void *user,
                                            uint8_t *removable);

/**
 * Generates a puzzle with one solution: puzzle number `index` of a seed, the same on every machine.
 *
 * - `layout`: the memory in which the layout was made.
 * - `seed`, `index`: any numbers.
 * - `left`: the clues that are left. NULL or zeros: as few as possible.
 * - `stop`, `user`: as for `lanedoku_layout_solve`. After it has stopped, the remaining clues stay.
 * - `puzzle`, `cells`: receives an array of as many digits as the board has cells, but only if the function returns
 *   `LANEDOKU_UNIQUE`.
 * - `undecided`: NULL, or receives the number of clues that may be redundant, because a search took too many steps.
 *   Not written if the return value is negative.
 *
 * Returns `LANEDOKU_UNIQUE`; `LANEDOKU_LIMIT` if no full board was found, or none gave a puzzle with so few clues; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE` (also if `cells` is not the number of cells), `_OPTION` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_generate(const void *layout,
                                         uint64_t seed,
                                         uint64_t index,
                                         const struct lanedoku_left_clues *left,
                                         lanedoku_stop_condition stop,
                                         void *user,
                                         uint8_t *puzzle,
                                         size_t cells,
                                         size_t *undecided);

/**
 * Removes redundant clues of a puzzle with one solution, in random order, until none is left.
 *
 * - `layout`, `clues`, `cells`: as for `lanedoku_layout_solve`.
 * - `seed`, `index`, `left`, `stop`, `user`, `undecided`: as for `lanedoku_layout_generate`.
 * - `minimal`: receives an array of `cells` digits, which may be that of `clues`, but only if the function returns
 *   `LANEDOKU_UNIQUE`.
 *
 * Returns `LANEDOKU_UNIQUE`; `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID` for a puzzle that does not have one solution;
 * `LANEDOKU_LIMIT` if `stop` stopped before that was known; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_minimize(const void *layout,
                                         const uint8_t *clues,
                                         size_t cells,
                                         uint64_t seed,
                                         uint64_t index,
                                         const struct lanedoku_left_clues *left,
                                         lanedoku_stop_condition stop,
                                         void *user,
                                         uint8_t *minimal,
                                         size_t *undecided);

/**
 * Shuffles a board: applies random symmetry number `index` of `seed`, which gives an equivalent board: it leaves the
 * regions and houses of the layout as they are, and renames the digits. The result is the same on every machine.
 *
 * - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`.
 * - `seed`, `index`: any numbers.
 * - `image`: receives an array of `cells` digits, which may be that of `digits`, but only if the function returns
 *   `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a digit is above the side; or `LANEDOKU_ERROR_NULL`, `_SIZE` or
 * `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_shuffle(const void *layout,
                                        const uint8_t *digits,
                                        size_t cells,
                                        uint64_t seed,
                                        uint64_t index,
                                        uint8_t *image);

/**
 * Grades given digits as the solution of a puzzle.
 *
 * - `layout`, `cells`: as for `lanedoku_layout_solve`.
 * - `given`, `puzzle`: arrays of `cells` digits.
 * - `solution`: NULL, or the right solution, as such an array.
 * - `grade`: receives the grade.
 *
 * Returns `LANEDOKU_OK` for a solution, otherwise `LANEDOKU_NONE`; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_grade(const void *layout,
                                      const uint8_t *given,
                                      const uint8_t *puzzle,
                                      const uint8_t *solution,
                                      size_t cells,
                                      struct lanedoku_grade *grade);

/**
 * Finds the first pair of equal digits that share a row, column, region or further house, in this order.
 *
 * - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`.
 * - `error`: NULL, or receives the error; its kind is `LANEDOKU_NO_ERROR` if there is none. Not written if the return
 *   value is negative.
 *
 * Returns `LANEDOKU_OK` if there is none, `LANEDOKU_INVALID` if there is one, or a digit above the side, which is then
 * the error; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_find_error(const void *layout,
                                           const uint8_t *digits,
                                           size_t cells,
                                           struct lanedoku_input_error *error);

/**
 * Finds the next human solving step on a board: the first step of the easiest technique that finds one. On boards of
 * layouts these are singles, locked candidates, subsets and fish, in any house.
 *
 * - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`. The solution is not
 *   searched: a wrong digit makes wrong steps.
 * - `candidates`: NULL, or an array of `cells` sets, the candidates that the person still has: bit `d - 1` for digit
 *   `d`. A candidate is not considered if a digit on the board excludes it.
 * - `techniques`: the techniques to try, or NULL for all that there are on boards of layouts.
 * - `step`: NULL, or receives the step, but only if the function returns `LANEDOKU_FOUND`.
 * - `hint`: `LANEDOKU_HINT_WHERE`, `_WHAT` or `_WHY`.
 * - `message`, `message_length`, `needed`: as for `lanedoku_error_message`: the step as a sentence. It is empty if
 *   there is no step.
 *
 * Returns `LANEDOKU_FOUND`; `LANEDOKU_NONE` if there is no step, because the board is complete, contradicts itself, or
 * needs more than the techniques; `LANEDOKU_INVALID` for a digit above the side, or two equal digits that share a row,
 * column, region or house; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_next_step(const void *layout,
                                          const uint8_t *digits,
                                          size_t cells,
                                          const uint32_t *candidates,
                                          const struct lanedoku_techniques *techniques,
                                          struct lanedoku_layout_step *step,
                                          lanedoku_hint hint,
                                          char *message,
                                          size_t message_length,
                                          size_t *needed);

/**
 * Rates how hard a puzzle is for a person, by the steps of `lanedoku_layout_next_step`, until none is found.
 *
 * - `layout`, `clues`, `cells`: as for `lanedoku_layout_solve`.
 * - `techniques`: as for `lanedoku_layout_next_step`.
 * - `difficulty`: receives the difficulty, but only if the function returns `LANEDOKU_OK`. Its hardest technique is
 *   the last number, with the name `needs more`, if the steps end before the puzzle is solved, as they do if it does
 *   not have one solution. It has no HoDoKu score.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` as `lanedoku_layout_next_step` does; or `LANEDOKU_ERROR_NULL`, `_SIZE` or
 * `_LAYOUT`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_layout_difficulty(const void *layout,
                                           const uint8_t *clues,
                                           size_t cells,
                                           const struct lanedoku_techniques *techniques,
                                           struct lanedoku_difficulty *difficulty);

/**
 * Returns the size in bytes of the memory of a layout: less than `LANEDOKU_LAYOUT_MAX`.
 */
LANEDOKU_API
size_t lanedoku_layout_size(void);

/**
 * Finds the side of the board in a text, the number of cells in a row, for `side` in the options.
 *
 * - `text`, `length`: a board in text, as for `lanedoku_solve`.
 * - `side`: receives 4, 9, 16 or 25. For a text that is not a board, it is the side of the board that the text
 *   resembles by its number of cells, or 9 if it resembles none. With this side in the options, `lanedoku_find_error`
 *   finds the error. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board of any of these sizes; or
 * `LANEDOKU_ERROR_NULL` or `_SIZE`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_side(const char *text,
                                   size_t length,
                                   uint32_t *side);

/**
 * Finds the first error in the text of a puzzle.
 *
 * The text is checked first, from its start; then equal clues in rows, in columns and in boxes, in this
 * order. Candidates have no clues.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `error`: NULL, or receives the error; its kind is `LANEDOKU_NO_ERROR` if there is none. Not written
 *   if the return value is negative.
 *
 * Returns `LANEDOKU_OK` if there is no error, `LANEDOKU_INVALID` if there is one; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_error(const char *puzzle,
                                    size_t length,
                                    const struct lanedoku_options *options,
                                    struct lanedoku_input_error *error);

/**
 * Writes the error that `lanedoku_find_error` finds as a message, such as
 * `line 1, column 9: '!' is not valid on a 9x9 board`.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `message`, `message_length`: a buffer, or NULL and 0 if only `needed` is requested. It receives the message as
 *   NUL-terminated UTF-8, cut off between two characters if the buffer is too small. The message is empty if there
 *   is no error. As in all functions, a length greater than `PTRDIFF_MAX` is an error.
 * - `needed`: NULL, or receives the number of bytes of the whole message, including its NUL.
 *
 * Returns `LANEDOKU_OK` if the puzzle has no error, `LANEDOKU_INVALID` if it has one; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`, and writes nothing.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_error_message(const char *puzzle,
                                       size_t length,
                                       const struct lanedoku_options *options,
                                       char *message,
                                       size_t message_length,
                                       size_t *needed);

/**
 * Returns the name of a kernel: `portable`, `asm`, `avx2` or `avx512`. For `LANEDOKU_KERNEL_BEST`, it is the
 * name of the best kernel that can run here.
 *
 * - `kernel`: one of `LANEDOKU_KERNEL_...`.
 *
 * The string is NUL-terminated and never freed. It is NULL if no kernel has this number: to list all kernels,
 * count up from 1 to the first NULL.
 */
LANEDOKU_API
const char *lanedoku_kernel_name(lanedoku_kernel kernel);

/**
 * Returns the name of the vectors that the portable kernel of this build has: `SSE2`, `NEON`, `simd128` or `arrays`.
 *
 * The string is NUL-terminated and never freed.
 */
LANEDOKU_API
const char *lanedoku_portable_vectors(void);

/**
 * Checks whether a kernel can run: whether this build and this processor have it.
 *
 * - `kernel`: one of `LANEDOKU_KERNEL_...`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if it cannot run; or `LANEDOKU_ERROR_OPTION` if no
 * kernel has this number.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_kernel_check(lanedoku_kernel kernel);

/**
 * Finds a kernel by its name, even if this machine does not have it.
 *
 * - `name`, `length`: the name, which does not need to be NUL-terminated.
 * - `kernel`: receives its number, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if no kernel has this name; or `LANEDOKU_ERROR_NULL` or
 * `_SIZE`.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_kernel_from_name(const char *name, size_t length, lanedoku_kernel *kernel);

/**
 * Returns the word for a status: `unique`, `multiple`, `none`, `limit`, `invalid`, `stopped`, `running`, `found` or
 * `ok`. For a negative status, a short description of the error.
 *
 * The string is NUL-terminated and never freed. It is never NULL: a number that is not a status gives
 * `unknown status`.
 */
LANEDOKU_API
const char *lanedoku_status_text(lanedoku_status status);

/**
 * Returns the version of the library that the program runs with. `LANEDOKU_VERSION` is the version of the
 * header that it was compiled with.
 *
 * The string is NUL-terminated and never freed.
 */
LANEDOKU_API
const char *lanedoku_version(void);

/**
 * Returns the version of the library that the program runs with, as a number: 1002003 is version 1.2.3.
 * `LANEDOKU_VERSION_NUMBER` is the version of the header that it was compiled with.
 */
LANEDOKU_API
uint32_t lanedoku_version_number(void);

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

#endif  /* LANEDOKU_H */
