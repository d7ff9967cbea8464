/*
 * Lanedoku: a hand-tuned Sudoku solver.
 *
 * A whole program:
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
 *     cargo build --release -p lanedoku-c
 *     cc -Iinclude program.c target/release/liblanedoku.a -o program
 *
 * or, if the library is installed, with
 *
 *     cc program.c $(pkg-config --cflags --libs lanedoku) -o program
 *
 * A program that is linked with the static library needs no other but the C library.
 *
 * Rules that hold for every function:
 *
 * - Every text comes with its length. Nothing beyond the length is read, and no NUL is expected there.
 *   A text ends with a NUL only where its documentation says so.
 * - A negative status means that the call was wrong: nothing was written. Otherwise the outputs are
 *   written at the end of the call.
 * - Outputs must not overlap inputs or each other, except where a function says that a board may be
 *   written over its puzzle. Do not solve a puzzle in place while another thread reads it.
 * - Any number of threads may call any function at once, as long as no two calls write to the same
 *   memory. The library keeps no state between calls except the features of the processor, which it
 *   detects once.
 * - The library allocates no memory. A call uses less than 256 KiB of stack, and less than 192 KiB for a
 *   9x9 board. (That is more than a thread has by default with musl: 128 KiB.) A batch can be given a
 *   workspace, which makes it faster; what makes puzzles needs a workshop.
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
 * Before each function: where the linker finds it. A program that uses the DLL on Windows defines
 * LANEDOKU_SHARED (CMake's target does it). Elsewhere a function stays visible, whatever -fvisibility says.
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
 * Before each function that returns a status: a program that does not look at it gets a warning. A program
 * that wants none defines this as nothing before it includes the header.
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
 * `lanedoku_workspace_size` tells what the library at hand needs, which is less.
 */
#define LANEDOKU_WORKSPACE_MAX 1048576

/**
 * The size in bytes of a workshop for every version of the library with this ABI. `lanedoku_workshop_size` tells
 * what the library at hand needs, which is less.
 */
#define LANEDOKU_WORKSHOP_MAX 2097152

/**
 * The version of the rule by which `lanedoku_rate` measures. Ratings of different versions do not compare.
 */
#define LANEDOKU_RATING_VERSION 1

/**
 * The number of images that a rating is usually taken from.
 */
#define LANEDOKU_RATING_IMAGES 16

/**
 * What a function returns. Negative: an error in the call; nothing was written. Otherwise: the answer.
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
 * How the cells of puzzles and solutions are written.
 */
typedef uint32_t lanedoku_cells;

/**
 * How to search. A structure of zeros means the defaults, and so does a NULL pointer.
 *
 * Clear the whole structure (with `memset` or an initializer), then set the fields you need. The
 * structure never changes its size: later versions give names to reserved fields, where zero keeps
 * today's meaning. Like all structures here it is aligned as its largest field, `uint64_t`, asks for.
 */
typedef struct lanedoku_options {
    /**
     * The number of cells in a row of the board: 4, 9, 16 or 25. 0 means 9.
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
     * (`LANEDOKU_ENGINE_PROPAGATE`); or one open cell visited, forward or backward
     * (`LANEDOKU_ENGINE_BACKTRACK`).
     */
    uint64_t step_limit;
    /**
     * One of `LANEDOKU_CELLS_...`: for puzzles and for solutions, those shown to a visitor among them, in
     * every function that takes options.
     */
    lanedoku_cells cells;
    /**
     * 0, or 1 for whatever solution of several a batch with a workspace comes upon first. Which one that
     * is, may then depend on the other puzzles of the batch. It spares the batch some work, but not the
     * look for a second solution. All other calls ignore it.
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
     * Written as 0.
     */
    uint32_t reserved_status;
    /**
     * The number of solutions found. `lanedoku_solve` stops at the second and writes the first: it wrote
     * a solution if and only if this is not 0.
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
     * Written as 0.
     */
    uint64_t reserved[4];
} lanedoku_result;

/**
 * The function that `lanedoku_visit` and `lanedoku_visit_candidates` call with each solution, on the
 * thread that called them.
 *
 * - `solution`, `length`: one character (or digit, see `lanedoku_cells`) per cell, without a NUL; valid
 *   only until the visitor returns.
 * - `user`: the pointer that was passed along.
 *
 * Returns 0 to continue with the next solution, any other value to stop. It must return: neither an
 * exception nor a `longjmp` may leave it. It may call any function of this library.
 */
typedef int (*lanedoku_visitor)(const char *solution, size_t length, void *user);

/**
 * How hard a puzzle is for a plain search.
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
     * The fewest guesses that an image took.
     */
    uint32_t least_guesses;
    /**
     * The median of the guesses. Of an even number of images, the lower of the two in the middle.
     */
    uint32_t median_guesses;
    /**
     * The fewest sweeps that an image took.
     */
    uint32_t least_sweeps;
    /**
     * The median of the sweeps, likewise.
     */
    uint32_t median_sweeps;
    /**
     * Written as 0.
     */
    uint64_t reserved[4];
} lanedoku_rating;

/**
 * A symmetry of the cells that hold clues: whichever of its moves is made, clues come to lie on clues. Symmetries are
 * numbered from 0 without gaps.
 */
typedef uint32_t lanedoku_symmetry;

/**
 * What puzzles `lanedoku_generate` makes. A structure of zeros means minimal puzzles: no clue can go without a second
 * solution. So does a NULL pointer.
 *
 * Clear the whole structure (with `memset` or an initializer), then set the fields you need. The structure never
 * changes its size: later versions give names to reserved fields, where zero keeps today's meaning.
 */
typedef struct lanedoku_generator {
    /**
     * One of `LANEDOKU_SYMMETRY_...`. Clues go together with those that they would miss; so a puzzle is then minimal in
     * the sense that no such group can go, and may have single clues that could.
     */
    lanedoku_symmetry symmetry;
    /**
     * 0, or 1 for a symmetry that is drawn for each puzzle, any of them but `LANEDOKU_SYMMETRY_NONE`. Then `symmetry`
     * is 0.
     */
    uint32_t random_symmetry;
    /**
     * The fewest clues and the most. For each puzzle a number between the two is drawn, and clues go until so many are
     * left; the puzzle need not be minimal. If no other clue can go before there are as few as `most_clues`, another
     * grid is tried. Most minimal puzzles have 22 to 27 clues: far below, that takes many attempts. 0 and 0: as many as
     * a minimal puzzle has.
     */
    uint32_t fewest_clues;
    /**
     * At most 81; 0 means 81.
     */
    uint32_t most_clues;
    /**
     * 0, or 1 for puzzles that are minimal also if a number of clues is asked for: then grids are tried until what is
     * left when no clue can go is in the range.
     */
    uint32_t minimal;
    /**
     * The maximum number of grids that are tried for one puzzle; 0 means 100,000.
     */
    uint32_t attempts;
    /**
     * If not 0 and 0: the cells that hold clues, and no others do. Cell `c`, counted row by row from 0, is bit `c % 64`
     * of `pattern[c / 64]`. Grids are tried until one has no second solution with these clues; the puzzles need not
     * be minimal. With fewer than about 25 clues, or with cells that leave two rows or columns of a band or stack
     * empty, that may be in vain. All fields above but `attempts` are 0 then.
     */
    uint64_t pattern[2];
    /**
     * Must be 0.
     */
    uint64_t reserved[4];
} lanedoku_generator;

/**
 * What can be wrong with the text of a puzzle.
 */
typedef uint32_t lanedoku_error_kind;

/**
 * The first thing that is wrong with the text of a puzzle. Fields that the kind does not mention are 0.
 */
typedef struct lanedoku_input_error {
    /**
     * What is wrong.
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
     * The digit, from 1 to the side of the board; or the number that is none.
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
} lanedoku_input_error;

/**
 * The call succeeded, and there is no other answer.
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
 * No solution, although no two clues contradict each other directly.
 */
#define LANEDOKU_NONE 3

/**
 * The search reached the step limit before it had an answer.
 */
#define LANEDOKU_LIMIT 4

/**
 * The text is not a board, or two equal clues share a row, column or box. Nothing was searched.
 * `lanedoku_find_error` tells where.
 */
#define LANEDOKU_INVALID 5

/**
 * Every solution was found: a count is exact. When a first solution was looked for: there is none.
 */
#define LANEDOKU_EXHAUSTED 6

/**
 * A count reached its limit, a visitor stopped, or a first solution was found: there may be more solutions.
 */
#define LANEDOKU_STOPPED 7

/**
 * A required pointer is NULL.
 */
#define LANEDOKU_ERROR_NULL (-1)

/**
 * A buffer or a stride is too small, or a length is larger than any object in memory can be.
 */
#define LANEDOKU_ERROR_SIZE (-2)

/**
 * A field of the options, or another number that stands for a choice, has a value that is unknown to
 * this version; or two options contradict each other.
 */
#define LANEDOKU_ERROR_OPTION (-3)

/**
 * The kernel is not available in this build or on this processor, or no kernel has this name.
 */
#define LANEDOKU_ERROR_KERNEL (-4)

/**
 * The best engine for the requested board size, order and kernel.
 */
#define LANEDOKU_ENGINE_BEST 0

/**
 * Every rule is applied to a whole 9x9 board at once, in vectors. Boards of other sizes go to
 * `LANEDOKU_ENGINE_PROPAGATE`.
 */
#define LANEDOKU_ENGINE_SIMD 1

/**
 * The branchless backtracking loop, for boards of every size.
 */
#define LANEDOKU_ENGINE_BACKTRACK 2

/**
 * One candidate is ruled out at a time, and what that implies is followed up. For boards of every size;
 * the best engine for sizes other than 9x9.
 */
#define LANEDOKU_ENGINE_PROPAGATE 3

/**
 * Singles are filled first; then the next cell is always the one that is expected to have the fewest
 * candidates left. The default, and by far the fewest steps.
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
 * As text: a digit is `1` to `9`, then `A` to `P`; an open cell is `.`, `0`, `_` or `*`.
 */
#define LANEDOKU_CELLS_TEXT 0

/**
 * As numbers, one byte each: a digit is 1 to the side of the board, an open cell is 0. Every byte is a
 * cell: none is passed over. Pointers to arrays of `uint8_t` are then cast to `char *`; lengths are the
 * number of cells.
 */
#define LANEDOKU_CELLS_DIGITS 1

/**
 * Nothing is wrong.
 */
#define LANEDOKU_NO_ERROR 0

/**
 * The text has `found` cells instead of `expected`.
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
 * `digit` appears twice in the box `unit`: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_BOX 6

/**
 * The number `digit` in the first of `cells` is larger than the side of the board. Only with
 * `LANEDOKU_CELLS_DIGITS`.
 */
#define LANEDOKU_NOT_A_DIGIT 7

/**
 * None: any pattern has it.
 */
#define LANEDOKU_SYMMETRY_NONE 0

/**
 * A half turn, 180 degrees: what most printed puzzles have.
 */
#define LANEDOKU_SYMMETRY_HALF_TURN 1

/**
 * A quarter turn, 90 degrees, and so the half turn.
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
 * The main diagonal, from the upper left to the lower right, is a mirror.
 */
#define LANEDOKU_SYMMETRY_DIAGONAL 5

/**
 * The other diagonal is a mirror.
 */
#define LANEDOKU_SYMMETRY_ANTIDIAGONAL 6

/**
 * Left and right, and top and bottom.
 */
#define LANEDOKU_SYMMETRY_BOTH_MIRRORS 7

/**
 * Both diagonals.
 */
#define LANEDOKU_SYMMETRY_BOTH_DIAGONALS 8

/**
 * All of these at once.
 */
#define LANEDOKU_SYMMETRY_FULL 9

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/*
 * A program whose header and library have different ABIs is not linked: the library lacks this name.
 * On Windows, and for a program that loads the library itself and defines LANEDOKU_NO_ABI_CHECK,
 * `lanedoku_version_number` tells the version of the library.
 */
#if defined(__GNUC__) && !defined(_WIN32) && !defined(LANEDOKU_NO_ABI_CHECK)
extern LANEDOKU_API const unsigned char lanedoku_abi_0_1;
__attribute__((__used__)) static const unsigned char *const lanedoku_abi = &lanedoku_abi_0_1;
#endif

/**
 * Finds the first solution of a puzzle, and whether it is the only one. If there are several, it depends
 * on the engine, the kernel and the order which one comes first, and on nothing else.
 *
 * - `puzzle`, `length`: the text of the puzzle, which does not need to be NUL-terminated: one line, or a
 *   drawn board of several lines. A cell is a digit (`1` to `9`, then letters from `A` in upper or lower
 *   case) or open (`.`, `0`, `_` or `*`). Spaces, tabs, line ends, `|`, `-` and `+` are ignored, and so is a
 *   byte order mark at the start. With `LANEDOKU_CELLS_DIGITS`, as many bytes as the board has cells.
 * - `options`: NULL for a 9x9 board and the defaults.
 * - `solution`, `solution_length`: a buffer with at least one byte per cell of the board (81 for 9x9), or
 *   NULL and 0 if only the status is wanted. If a solution is found, the buffer receives one character per
 *   cell (or one digit, see `lanedoku_cells`), without a NUL; otherwise it is not written. The buffer may
 *   be the memory of `puzzle`, or overlap it.
 * - `result`: NULL, or receives the result of the search. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` (a solution may have been found: see
 * `result`) or `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_solve(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               char *solution,
                               size_t solution_length,
                               struct lanedoku_result *result);

/**
 * Finds a first solution of a puzzle, and looks for no other: the one that `lanedoku_solve` finds.
 *
 * - `puzzle`, `length`, `options`, `solution`, `solution_length`: as for `lanedoku_solve`.
 * - `result`: NULL, or receives the number of solutions found, 0 or 1, and the work done. Not written if
 *   the return value is negative.
 *
 * Returns `LANEDOKU_STOPPED` (a solution was found and written), `_EXHAUSTED` (there is none), `_LIMIT` or
 * `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_first_solution(const char *puzzle,
                                        size_t length,
                                        const struct lanedoku_options *options,
                                        char *solution,
                                        size_t solution_length,
                                        struct lanedoku_result *result);

/**
 * Tells whether a board is a solution of a puzzle: it has no open cell, each row, column and box has each
 * digit once, and every clue of the puzzle is in its place. Nothing is searched, so there are no limits on
 * steps.
 *
 * - `solution`, `solution_length`: the board to be checked, written like a puzzle.
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`. (A puzzle whose clues collide has no solution:
 *   the answer is 0.)
 * - `answer`: receives 1 if it is a solution, 0 if not, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if one of the two is not a board of this size
 * (`lanedoku_find_error` tells which); or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
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
 * - `limit`: the count stops here, even if there happens to be no further solution; `UINT64_MAX` counts
 *   all solutions. With 0, nothing is searched, but the text and the clues are checked all the same.
 * - `result`: receives the count and the work done. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_EXHAUSTED` (the count is exact), `_STOPPED` (the count reached `limit`), `_LIMIT` or
 * `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_count(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               uint64_t limit,
                               struct lanedoku_result *result);

/**
 * Counts the solutions of a puzzle, faster than `lanedoku_count` if it has very many.
 *
 * - `workspace`, `workspace_size`: as for `lanedoku_solve_batch`. With a workspace, kernels for AVX2 and
 *   AVX-512 have the search nodes of a 9x9 puzzle side by side; all other counts leave it alone.
 * - Everything else: as for `lanedoku_count`.
 *
 * Pointers: each is NULL or valid for its length while the call runs; `workspace` overlaps nothing else.
 * Threads: any number of threads may call this at once, each with a workspace of its own.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_count_with(const char *puzzle,
                                    size_t length,
                                    const struct lanedoku_options *options,
                                    uint64_t limit,
                                    struct lanedoku_result *result,
                                    void *workspace,
                                    size_t workspace_size);

/**
 * Calls a function with every solution of a puzzle, one after the other.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `visitor`: called with each solution until it returns a value other than 0.
 * - `user`: passed to `visitor` unchanged; may be NULL.
 * - `result`: NULL, or receives the number of solutions visited and the work done, after the last call
 *   of `visitor`. Not written if the return value is negative.
 *
 * Returns `LANEDOKU_EXHAUSTED` (all solutions were visited), `_STOPPED` (`visitor` stopped), `_LIMIT` or
 * `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each but `user` is NULL or valid for its length while the call runs. `visitor` must return.
 * Threads: any number of threads may call this at once.
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
 * Each puzzle is a plain text with one byte per cell of the board (81 for 9x9), or an array of as many
 * digits (see `lanedoku_cells`). Puzzle `i` starts at `puzzles + i * stride`, its solution at `solutions +
 * i * solution_stride`. A file of lines of 81 characters, for example, has a stride of 82, and of 83 if
 * its lines end in CR and LF. The bytes between two puzzles or solutions are neither read nor written.
 *
 * - `puzzles`, `count`, `stride`: `stride` is at least the number of cells.
 * - `options`: as for `lanedoku_solve`. The step limit holds for each puzzle.
 * - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. Each solution is
 *   written as one character or digit per cell, without a NUL; for a puzzle without a solution nothing is
 *   written. NULL and 0 if only the results are wanted. `solutions` may be `puzzles` itself, with the same
 *   stride. In records that hold a puzzle and its solution, it may lie between the puzzles. Otherwise the
 *   two must not overlap.
 * - `results`: an array of `count` results. All are written, each as for `lanedoku_solve`. With a
 *   workspace, a puzzle with several solutions may show another one first than there, but always the same,
 *   whatever the other puzzles are; steps and guesses may depend on these.
 * - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address. Set them to
 *   zero before their first use (use `calloc`, or a static array of `LANEDOKU_WORKSPACE_MAX` bytes); then
 *   they can be used for any number of calls. With a workspace, kernels for AVX2 and AVX-512 solve many
 *   9x9 puzzles side by side, which is up to twice as fast. With NULL and 0, puzzles are solved one after
 *   the other.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`. If `count` is 0, nothing is read or written, and `puzzles` and `results` may be NULL; the
 * options, the workspace and `solution_stride` are checked all the same.
 *
 * Pointers: while the call runs, `puzzles` and `solutions` are NULL or valid for
 * `(count - 1) * stride + cells` bytes, each with its own stride; `results` is valid for `count`
 * results; and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else.
 * Threads: any number of threads may call this at once, each with a workspace of its own.
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
 * Solves many 9x9 puzzles that are given as their candidates, see `lanedoku_solve_candidates`.
 *
 * - `candidates`, `count`: an array of `count` times 81 masks, puzzle after puzzle.
 * - Everything else: as for `lanedoku_solve_batch`. `solutions` must not overlap `candidates`.
 *
 * Pointers: as for `lanedoku_solve_batch`; `candidates` is NULL or valid for `count * 81` masks.
 * Threads: any number of threads may call this at once, each with a workspace of its own.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_solve_candidates_batch(const uint16_t *candidates,
                                                size_t count,
                                                const struct lanedoku_options *options,
                                                char *solutions,
                                                size_t solution_stride,
                                                struct lanedoku_result *results,
                                                void *workspace,
                                                size_t workspace_size);

/**
 * The size in bytes of the workspace that batches need, and `lanedoku_count_with`: less than
 * `LANEDOKU_WORKSPACE_MAX`.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_API
size_t lanedoku_workspace_size(void);

/**
 * Reads the candidates of a 9x9 puzzle from a text of 729 characters: nine for each cell, cell after cell,
 * row by row. Character `d` of a cell (counted from 1) says whether `d` is a candidate there: it is the
 * digit `d`, or `.`, `0`, `_` or `*`. No other digit is valid in this place.
 *
 * - `text`, `length`: the text, which does not need to be NUL-terminated. Spaces, tabs, line ends, `|`,
 *   `-` and `+` are ignored.
 * - `candidates`: receives 81 masks for `lanedoku_solve_candidates`, but only if the function returns
 *   `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text has not 729 such characters; or
 * `LANEDOKU_ERROR_NULL` or `_SIZE`.
 *
 * Pointers: each is NULL or valid for its length while the call runs; `candidates` for 81 masks.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_parse_candidates(const char *text, size_t length, uint16_t *candidates);

/**
 * Finds the first solution of a 9x9 puzzle that is given as its candidates, and whether it is the only
 * one. Any candidates will do, so that nothing is invalid.
 *
 * - `candidates`: 81 masks, row by row; bit `d - 1` of a mask for digit `d`. Higher bits are ignored.
 * - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. The search runs on
 *   `LANEDOKU_ENGINE_SIMD`: an engine, an order or a kernel that it does not have is ignored.
 * - `solution`, `solution_length`, `result`: as for `lanedoku_solve`. Nothing may overlap.
 *
 * Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE` or `_LIMIT`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
 * `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs; `candidates` for 81 masks.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_solve_candidates(const uint16_t *candidates,
                                          const struct lanedoku_options *options,
                                          char *solution,
                                          size_t solution_length,
                                          struct lanedoku_result *result);

/**
 * Counts the solutions of a 9x9 puzzle that is given as its candidates.
 *
 * - `candidates`, `options`: as for `lanedoku_solve_candidates`.
 * - `limit`, `result`: as for `lanedoku_count`.
 *
 * Returns `LANEDOKU_EXHAUSTED`, `_STOPPED` or `_LIMIT`; or `LANEDOKU_ERROR_NULL`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid while the call runs; `candidates` for 81 masks.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_count_candidates(const uint16_t *candidates,
                                          const struct lanedoku_options *options,
                                          uint64_t limit,
                                          struct lanedoku_result *result);

/**
 * Calls a function with every solution of a 9x9 puzzle that is given as its candidates, one after the other.
 *
 * - `candidates`, `options`: as for `lanedoku_solve_candidates`.
 * - `visitor`, `user`, `result`: as for `lanedoku_visit`.
 *
 * Returns `LANEDOKU_EXHAUSTED`, `_STOPPED` or `_LIMIT`; or `LANEDOKU_ERROR_NULL`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each but `user` is NULL or valid while the call runs; `candidates` for 81 masks. `visitor`
 * must return.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_visit_candidates(const uint16_t *candidates,
                                          const struct lanedoku_options *options,
                                          lanedoku_visitor visitor,
                                          void *user,
                                          struct lanedoku_result *result);

/**
 * Finds the canonical form of a 9x9 board: of its images under the 1,218,998,108,160 symmetries (exchanges of
 * bands, rows, stacks, columns and digits, and transposition), the one whose digits, row by row and 0 for an open
 * cell, are least in lexicographic order. Two boards have the same canonical form if and only if they are the
 * same puzzle in disguise.
 *
 * - `puzzle`, `length`: as for `lanedoku_solve`. Any board has a canonical form: a puzzle, a solution, and one
 *   whose clues collide.
 * - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. Only the side and the cells
 *   matter.
 * - `form`, `form_length`: a buffer with at least 81 bytes. It receives one character (or digit, see
 *   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL; but only if the function returns
 *   `LANEDOKU_OK`. The buffer may be the memory of `puzzle`, or overlap it.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
 * `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_canonical(const char *puzzle,
                                   size_t length,
                                   const struct lanedoku_options *options,
                                   char *form,
                                   size_t form_length);

/**
 * Turns a 9x9 board into a random one of those that are the same puzzle in disguise: into its image under random
 * symmetry number `index` of `seed`, each as likely as any other. It is the same on every machine and in
 * every version. Open cells stay open.
 *
 * Give each puzzle of a list its place there as the index. A puzzle and its solution that are shuffled with
 * the same seed and index still belong together.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
 * - `seed`, `index`: any numbers.
 * - `shuffled`, `shuffled_length`: the buffer for the image, as `form` and `form_length` there.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
 * `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
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
 * Makes a random full 9x9 grid: number `index` of `seed`, the same on every machine and in every version until
 * the next major one. Any grid can come up, but some are likelier than others.
 *
 * - `seed`, `index`: any numbers.
 * - `options`: as for `lanedoku_canonical`.
 * - `grid`, `grid_length`: a buffer with at least 81 bytes. It receives one character (or digit, see
 *   `lanedoku_cells`) per cell, without a NUL.
 *
 * Returns `LANEDOKU_OK`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_random_grid(uint64_t seed,
                                     uint64_t index,
                                     const struct lanedoku_options *options,
                                     char *grid,
                                     size_t grid_length);

/**
 * Rates a 9x9 puzzle: the work that a plain search has with it, measured on `images` boards that are the same
 * puzzle in disguise, always the same ones. The rating does not depend on which of its disguises the puzzle
 * comes in, nor on the machine, nor on the version of the library as long as `LANEDOKU_RATING_VERSION` stays
 * the same. No other program's rating is like it.
 *
 * The search places all singles at once, and if there are none removes all that locked candidates rule out:
 * each time is a sweep. If there are none of these either, it guesses.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_canonical`. A step limit is ignored.
 * - `images`: the number of boards, usually `LANEDOKU_RATING_IMAGES`. 0 counts as 1, and more than 256 as 256.
 * - `rating`: receives the rating, but only if the function returns `LANEDOKU_UNIQUE`.
 *
 * Returns `LANEDOKU_UNIQUE`, as only a puzzle with one solution has a rating; otherwise what it is instead:
 * `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID`; `LANEDOKU_LIMIT` if a board takes more than 100,000 guesses; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_rate(const char *puzzle,
                              size_t length,
                              const struct lanedoku_options *options,
                              uint32_t images,
                              struct lanedoku_rating *rating);

/**
 * Makes 9x9 puzzles from a seed: minimal ones, or with a number of clues, a symmetry or a pattern, as `generator`
 * says. They come from random full grids (`lanedoku_random_grid`).
 *
 * Puzzle number `index` of a seed is the same on every machine, whatever the kernel and however the puzzles are
 * divided into calls and threads, and stays the same until the next major version. The puzzles of a call have the
 * numbers `first_index`, `first_index + 1` and so on. Hundreds in a call are faster than a few.
 *
 * - `seed`, `first_index`: any numbers.
 * - `count`: the number of puzzles.
 * - `generator`: what puzzles. NULL, or zeros: minimal puzzles.
 * - `options`: as for `lanedoku_canonical`. A step limit is ignored, and so are the engine and the order.
 * - `puzzles`, `stride`: puzzle `i` is written at `puzzles + i * stride`, one character (or digit, see
 *   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL. `stride` is at least 81. The bytes between
 *   two puzzles are not written: they may hold line ends.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` if the puzzle is there, or
 *   `LANEDOKU_LIMIT` if the limit on the attempts was reached; then nothing is written in the puzzle's place.
 * - `workshop`, `workshop_size`: at least `lanedoku_workshop_size()` bytes at any address. Set them to zero before
 *   their first use, as a workspace; then they can be used for any number of calls.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and `puzzles` and `statuses` may be NULL; the generator, the options
 * and the workshop are checked all the same.
 *
 * Pointers: while the call runs, `generator` and `options` are NULL or valid; `puzzles` is NULL or valid for
 * `(count - 1) * stride + 81` bytes; `statuses` is NULL or valid for `count` statuses; and `workshop` is NULL or
 * valid for `workshop_size` bytes that overlap nothing else.
 * Threads: any number of threads may call this at once, each with a workshop of its own.
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
                                  void *workshop,
                                  size_t workshop_size);

/**
 * Takes clues out of 9x9 puzzles, one by one in random order, as long as there is one solution. What is left of a
 * puzzle is minimal: without any of its clues it would have several. An invalid puzzle does not affect the others.
 *
 * What is left of a puzzle depends on nothing but the puzzle, the seed and the puzzle's number: `first_index` for the
 * first, `first_index + 1` for the next and so on. Hundreds in a call are faster than a few.
 *
 * - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`. Full grids are puzzles, too.
 * - `options`: as for `lanedoku_canonical`. A step limit is ignored, and so are the engine and the order.
 * - `seed`, `first_index`: any numbers.
 * - `minimal`, `minimal_stride`: what is left of puzzle `i` is written at `minimal + i * minimal_stride`, as by
 *   `lanedoku_generate`. `minimal` may be `puzzles` itself, with the same stride. In records that hold both, it may
 *   lie between the puzzles. Otherwise the two must not overlap.
 * - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` if what is left of the puzzle has been
 *   written; otherwise what the puzzle is instead, and nothing is written in its place: `LANEDOKU_MULTIPLE`, `_NONE`
 *   or `_INVALID`.
 * - `workshop`, `workshop_size`: as for `lanedoku_generate`.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 * If `count` is 0, nothing is read or written, and `puzzles`, `minimal` and `statuses` may be NULL; the options and
 * the workshop are checked all the same.
 *
 * Pointers: while the call runs, `options` is NULL or valid; `puzzles` and `minimal` are NULL or valid for
 * `(count - 1) * stride + 81` bytes, each with its own stride; `statuses` is NULL or valid for `count` statuses;
 * and `workshop` is NULL or valid for `workshop_size` bytes that overlap nothing else.
 * Threads: any number of threads may call this at once, each with a workshop of its own.
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
                                  void *workshop,
                                  size_t workshop_size);

/**
 * The size in bytes of the workshop that `lanedoku_generate` and `lanedoku_minimize` need: less than
 * `LANEDOKU_WORKSHOP_MAX`. It is larger than a workspace, and can be used as one between two of these calls.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_API
size_t lanedoku_workshop_size(void);

/**
 * Finds the side of the board in a text: its number of cells in a row, for `side` in the options.
 *
 * - `text`, `length`: as `puzzle` and `length` of `lanedoku_solve`.
 * - `side`: receives 4, 9, 16 or 25, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board of any of these sizes; or
 * `LANEDOKU_ERROR_NULL` or `_SIZE`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_side(const char *text, size_t length, uint32_t *side);

/**
 * Finds the first thing that is wrong with the text of a puzzle.
 *
 * The text itself is checked first, from its start; then equal clues in a row, in a column and in a
 * box, in this order.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `error`: NULL, or receives what is wrong; its kind is `LANEDOKU_NO_ERROR` if nothing is. Not written
 *   if the return value is negative.
 *
 * Returns `LANEDOKU_OK` if nothing is wrong, `LANEDOKU_INVALID` if something is; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_find_error(const char *puzzle,
                                    size_t length,
                                    const struct lanedoku_options *options,
                                    struct lanedoku_input_error *error);

/**
 * Writes what `lanedoku_find_error` finds as a message, such as
 * `line 1, column 9: 'x' is not valid on a 9x9 board`.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `message`, `message_length`: a buffer, or NULL and 0 if only `needed` is wanted. It receives the
 *   message as NUL-terminated UTF-8, cut off between two characters if the buffer is too small. The
 *   message is empty if nothing is wrong. A length that no object in memory can have (more than
 *   `PTRDIFF_MAX`) is an error, as everywhere.
 * - `needed`: NULL, or receives the number of bytes that the whole message takes, including its NUL.
 *
 * Returns `LANEDOKU_OK` if nothing is wrong, `LANEDOKU_INVALID` if something is; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`; then nothing is written.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_error_message(const char *puzzle,
                                       size_t length,
                                       const struct lanedoku_options *options,
                                       char *message,
                                       size_t message_length,
                                       size_t *needed);

/**
 * The name of a kernel: `portable`, `asm`, `avx2` or `avx512`. For `LANEDOKU_KERNEL_BEST`, the name of
 * the kernel that would run on this machine.
 *
 * - `kernel`: one of `LANEDOKU_KERNEL_...`.
 *
 * Returns a NUL-terminated string that is valid for the whole program, or NULL if no kernel has this
 * number. To list all kernels, count up from 1 until the first NULL.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_API
const char *lanedoku_kernel_name(lanedoku_kernel kernel);

/**
 * Tells whether a kernel can run: whether this build and this processor have it.
 *
 * - `kernel`: one of `LANEDOKU_KERNEL_...`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if it cannot run; or `LANEDOKU_ERROR_OPTION` if no
 * kernel has this number.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_kernel_check(lanedoku_kernel kernel);

/**
 * Finds a kernel by its name, whether this machine has it or not.
 *
 * - `name`, `length`: the name, which does not need to be NUL-terminated.
 * - `kernel`: receives its number, but only if the function returns `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if no kernel has this name; or `LANEDOKU_ERROR_NULL` or
 * `_SIZE`.
 *
 * Pointers: each is NULL or valid for its length while the call runs.
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_NODISCARD LANEDOKU_API
lanedoku_status lanedoku_kernel_from_name(const char *name, size_t length, lanedoku_kernel *kernel);

/**
 * The word for a status: `unique`, `multiple`, `none`, `limit`, `invalid`, `exhausted`, `stopped` or
 * `ok`. For a negative status, a short description of the error.
 *
 * Returns a NUL-terminated string that is valid for the whole program. It is never NULL: a number that
 * is not a status gives `unknown status`.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_API
const char *lanedoku_status_text(lanedoku_status status);

/**
 * The version of the library that the program runs with. `LANEDOKU_VERSION` is the version of the
 * header that it was compiled with.
 *
 * Returns a NUL-terminated string that is valid for the whole program.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_API
const char *lanedoku_version(void);

/**
 * The version of the library that the program runs with, as a number: 1002003 is version 1.2.3.
 * `LANEDOKU_VERSION_NUMBER` is the version of the header that it was compiled with.
 *
 * Threads: any number of threads may call this at once.
 */
LANEDOKU_API
uint32_t lanedoku_version_number(void);

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

#endif  /* LANEDOKU_H */
