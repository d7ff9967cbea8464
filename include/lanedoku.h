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
 * It is built, from the project's folder, with
 *
 *     cargo build --release -p lanedoku-c
 *     cc -Iinclude program.c target/release/liblanedoku.a -o program
 *
 * and needs nothing but the C library.
 *
 * Rules that hold for every function:
 *
 * - Every text comes with its length. Nothing behind the length is read, and no NUL is expected there.
 *   Only what the documentation calls NUL-terminated ends with one.
 * - A negative status says that the call was wrong: nothing was read that was not given, and nothing was
 *   written. Otherwise the outputs, which are the last arguments, are written at the end of the call.
 * - Outputs must not overlap inputs or each other, with one exception: `lanedoku_solve` and
 *   `lanedoku_solve_batch` may write solutions over the puzzles, as they say. A puzzle that another thread reads
 *   must not be solved in place.
 * - Every function may be called on any number of threads at once, as long as no two calls write to the
 *   same memory. Nothing is kept from call to call but what the processor can do, which is asked once.
 * - Nothing is allocated. Working memory is on the stack: less than 256 KiB, and less than 64 KiB for a
 *   9x9 board; a batch can be given more, and is faster with it.
 * - Structures keep their size and their fields, constants keep their values, and functions their
 *   arguments, in all versions of the same major number (and, below 1.0, of the same minor number). Later
 *   versions may give names to reserved fields, and may return statuses that are new.
 */


#ifndef LANEDOKU_H
#define LANEDOKU_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of this header. The functions of the same meaning tell that of the library.
 */
#define LANEDOKU_VERSION "0.1.0"
#define LANEDOKU_VERSION_MAJOR 0
#define LANEDOKU_VERSION_MINOR 1
#define LANEDOKU_VERSION_PATCH 0
#define LANEDOKU_VERSION_NUMBER \
    (LANEDOKU_VERSION_MAJOR * 1000000 + LANEDOKU_VERSION_MINOR * 1000 + LANEDOKU_VERSION_PATCH)


/**
 * What a call came to. Negative: the call was wrong, and nothing was written. Otherwise the call
 * was carried out, and this is its answer.
 */
typedef int32_t lanedoku_status;

/**
 * In which order the loop tries the open cells. The other engines have orders of their own.
 */
typedef uint32_t lanedoku_order;

/**
 * Which instructions a search runs on. Kernels are numbered from 1 without a gap.
 */
typedef uint32_t lanedoku_kernel;

/**
 * How a search is made.
 */
typedef uint32_t lanedoku_engine;

/**
 * How to search. All zero bytes are the defaults, and so is NULL in place of a pointer to it.
 *
 * Clear the whole structure (`memset`, or an initialiser), then set what matters. The structure
 * keeps its size for ever: later versions give names to reserved fields, in which zero will go on
 * meaning what it means today.
 */
typedef struct lanedoku_options {
    /**
     * Cells in a row of the board: 4, 9, 16 or 25. 0 is 9.
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
     * One of `LANEDOKU_ENGINE_...`. One that the order or the kernel rules out is an error.
     */
    lanedoku_engine engine;
    /**
     * The most steps that may be spent on one puzzle, so that none can hold the thread for ever.
     * 0 is no limit. A step is one sweep, in which every rule is applied once to one search node or to
     * several (`LANEDOKU_ENGINE_SIMD`); one digit placed (`LANEDOKU_ENGINE_PROPAGATE`); or one open cell
     * visited, forward or backward (`LANEDOKU_ENGINE_BACKTRACK`).
     */
    uint64_t step_limit;
    /**
     * Must be 0.
     */
    uint64_t reserved[5];
} lanedoku_options;

/**
 * What a search came to.
 *
 * The structure keeps its size for ever: later versions give names to reserved fields.
 */
typedef struct lanedoku_result {
    /**
     * One of `LANEDOKU_...`, never negative.
     */
    lanedoku_status status;
    /**
     * Written as 0.
     */
    uint32_t reserved_status;
    /**
     * How many solutions were reached. `lanedoku_solve` stops at the second, and writes the first:
     * the solution was written if, and only if, this is not 0.
     */
    uint64_t solutions;
    /**
     * Steps taken: sweeps, digits placed, or open cells visited, as the engine counts.
     */
    uint64_t steps;
    /**
     * Search nodes that branched; 0 from `LANEDOKU_ENGINE_BACKTRACK`, to which every cell is a guess.
     */
    uint64_t guesses;
    /**
     * Written as 0.
     */
    uint64_t reserved[4];
} lanedoku_result;

/**
 * Is shown one solution after the other by `lanedoku_visit`, on the thread that called it.
 *
 * - `solution`, `length`: a character for each cell, with no NUL behind them; gone when the visitor
 *   returns.
 * - `user`: the pointer given to `lanedoku_visit`.
 *
 * Returns 0 to see the next solution, anything else to stop. It must return: an exception or a
 * `longjmp` must not leave it. It may call any function of this library.
 */
typedef int (*lanedoku_visitor)(const char *solution, size_t length, void *user);

/**
 * What can be wrong with the text of a puzzle.
 */
typedef uint32_t lanedoku_error_kind;

/**
 * The first thing that is wrong with the text of a puzzle. A field that the kind does not mention
 * is 0.
 */
typedef struct lanedoku_input_error {
    /**
     * What is wrong.
     */
    lanedoku_error_kind kind;
    /**
     * The character, as its Unicode code point; 0xFFFD for bytes that are no UTF-8.
     */
    uint32_t character;
    /**
     * The line of the text, counted from 1.
     */
    size_t line;
    /**
     * The column in the line, counted in characters from 1.
     */
    size_t column;
    /**
     * Cells found.
     */
    size_t found;
    /**
     * Cells that there should be.
     */
    size_t expected;
    /**
     * The digit, 1 to the side of the board.
     */
    uint32_t digit;
    /**
     * The row, column or box, counted from 0, boxes row by row.
     */
    uint32_t unit;
    /**
     * The two cells, counted row by row from 0.
     */
    uint32_t cells[2];
} lanedoku_input_error;

/**
 * The call did what it was asked for, and has no other answer.
 */
#define LANEDOKU_OK 0

/**
 * Exactly one solution.
 */
#define LANEDOKU_UNIQUE 1

/**
 * Two solutions or more.
 */
#define LANEDOKU_MULTIPLE 2

/**
 * No solution, although no two clues contradict each other.
 */
#define LANEDOKU_NONE 3

/**
 * The step limit ended the search before it was decided.
 */
#define LANEDOKU_LIMIT 4

/**
 * The text is no board, or two equal clues share a row, column or box. Nothing was searched.
 * `lanedoku_find_error` tells the place.
 */
#define LANEDOKU_INVALID 5

/**
 * Every solution was reached: a count is exact.
 */
#define LANEDOKU_EXHAUSTED 6

/**
 * A count met its limit, or a visitor asked to stop: there may be more solutions.
 */
#define LANEDOKU_STOPPED 7

/**
 * A pointer is NULL that must not be.
 */
#define LANEDOKU_ERROR_NULL -1

/**
 * A buffer or a stride is too small, or a length is larger than any object in memory can be.
 */
#define LANEDOKU_ERROR_SIZE -2

/**
 * A field of the options, or another number that stands for a choice, has a value that this version
 * does not know.
 */
#define LANEDOKU_ERROR_OPTION -3

/**
 * This build or this processor does not have the kernel, or no kernel has that name.
 */
#define LANEDOKU_ERROR_KERNEL -4

/**
 * The best engine for the board, the order and the kernel that are asked for.
 */
#define LANEDOKU_ENGINE_BEST 0

/**
 * Vectors of candidates, for 9x9 boards; leaves those of other sizes to `LANEDOKU_ENGINE_PROPAGATE`.
 */
#define LANEDOKU_ENGINE_SIMD 1

/**
 * The branchless loop, for boards of every size.
 */
#define LANEDOKU_ENGINE_BACKTRACK 2

/**
 * One candidate after the other is ruled out, and what follows from it; for boards of every size, and
 * the best for those other than 9x9.
 */
#define LANEDOKU_ENGINE_PROPAGATE 3

/**
 * Singles are filled first; then the next cell is always the one that can be expected to have the fewest
 * candidates left. The default of the loop, and by far the fewest steps.
 */
#define LANEDOKU_ORDER_CONSTRAINED 0

/**
 * Row by row, left to right; step counts compare with those of other people's loops. Selects
 * `LANEDOKU_ENGINE_BACKTRACK`.
 */
#define LANEDOKU_ORDER_ROWS 1

/**
 * The best kernel that this build and this processor have.
 */
#define LANEDOKU_KERNEL_BEST 0

/**
 * What every machine of the target has; every engine has this kernel.
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
 * Nothing.
 */
#define LANEDOKU_NO_ERROR 0

/**
 * The text has `found` cells in place of `expected`.
 */
#define LANEDOKU_WRONG_LENGTH 1

/**
 * In a board of several lines, `line` has `found` cells in place of `expected`.
 */
#define LANEDOKU_WRONG_ROW_LENGTH 2

/**
 * `character` at `line` and `column` stands for no cell of a board of this size.
 */
#define LANEDOKU_NOT_A_CELL 3

/**
 * `digit` stands twice in the row `unit`: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_ROW 4

/**
 * `digit` stands twice in the column `unit`: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_COLUMN 5

/**
 * `digit` stands twice in the box `unit`: in both `cells`.
 */
#define LANEDOKU_TWICE_IN_BOX 6

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Finds the first solution of a puzzle, and whether it is the only one.
 *
 * - `puzzle`, `length`: the text of the puzzle, which needs no NUL behind it. One line, or a drawn
 *   board of several lines: a cell is a digit (`1` to `9`, then letters from `A`, large or small) or
 *   open (`.`, `0`, `_` or `*`); spaces, tabs, line ends, `|`, `-` and `+` are passed over.
 * - `options`: NULL for a 9x9 board and the defaults.
 * - `solution`, `solution_length`: a buffer of at least as many bytes as the board has cells (81 for
 *   9x9), or NULL and 0 if only the status is wanted. If a solution is reached, its digits are
 *   written there, as many as there are cells, with no NUL behind them; otherwise nothing is. It may
 *   be the memory of `puzzle`, or overlap it.
 * - `result`: NULL, or where to write what the search came to; not written if the call is wrong.
 *
 * Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` (a solution may have been reached:
 * `result` tells) or `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs. Safe on any number of
 * threads at once.
 */
lanedoku_status lanedoku_solve(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               char *solution,
                               size_t solution_length,
                               struct lanedoku_result *result);

/**
 * Counts the solutions of a puzzle.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `limit`: the count stops there; `UINT64_MAX` counts all.
 * - `result`: where to write the count and the work done; not written if the call is wrong.
 *
 * Returns `LANEDOKU_EXHAUSTED` (the count is exact), `_STOPPED` (it met `limit`), `_LIMIT` or
 * `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs. Safe on any number of
 * threads at once.
 */
lanedoku_status lanedoku_count(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               uint64_t limit,
                               struct lanedoku_result *result);

/**
 * Shows every solution of a puzzle to a function, one after the other.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `visitor`: called with each solution, until it returns something else than 0.
 * - `user`: handed to `visitor` as it is; may be NULL.
 * - `result`: NULL, or where to write, after the last solution, how many were shown and the work done;
 *   not written if the call is wrong.
 *
 * Returns `LANEDOKU_EXHAUSTED` (all were shown), `_STOPPED` (`visitor` asked for it), `_LIMIT` or
 * `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs, and `visitor` returns.
 * Safe on any number of threads at once.
 */
lanedoku_status lanedoku_visit(const char *puzzle,
                               size_t length,
                               const struct lanedoku_options *options,
                               lanedoku_visitor visitor,
                               void *user,
                               struct lanedoku_result *result);

/**
 * Solves many puzzles of one size, each on its own: one that is invalid does not disturb the others.
 *
 * Every puzzle is a plain text of as many bytes as the board has cells (81 for 9x9). Puzzle `i`
 * begins at `puzzles + i * stride`, its solution at `solutions + i * solution_stride`; so a file of
 * lines of 81 characters has a stride of 82. What stands between them is neither read nor written.
 *
 * - `puzzles`, `count`, `stride`: `stride` is at least the number of cells.
 * - `options`: as for `lanedoku_solve`. The step limit holds for each puzzle.
 * - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. The digits of a
 *   solution are written with no NUL behind them; the place of a puzzle without one is left as it is.
 *   NULL and 0 if only the results are wanted. It may be the memory of `puzzles`, with the same
 *   stride; otherwise the two must not overlap.
 * - `results`: an array of `count` results, all of which are written, each as for `lanedoku_solve`.
 * - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address, set to zero
 *   before their first use (a static array, or `calloc`) and then used again and again. In them many
 *   9x9 puzzles are solved side by side, several times as fast as one after the other, if there is no
 *   step limit. NULL and 0 solves one after the other.
 *
 * Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION`
 * or `_KERNEL`. With a `count` of 0 nothing is read or written, and `puzzles` and `results` may be
 * NULL.
 *
 * # Safety
 *
 * `puzzles` and `solutions` are NULL or valid for `(count - 1) * stride + cells` bytes each, with its
 * own stride, `results` for `count` results, and `workspace` for `workspace_size` bytes that are part of
 * nothing else, for as long as the call runs. Safe on any number of threads at once.
 */
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
 * How many bytes `lanedoku_solve_batch` needs for a workspace: less than 1 MiB. Safe on any number of
 * threads at once.
 */
size_t lanedoku_workspace_size(void);

/**
 * Finds out the side of the board that a text is: cells in a row, as `side` in the options wants it.
 *
 * - `text`, `length`: as for `lanedoku_solve`.
 * - `side`: where to write 4, 9, 16 or 25; written only with `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is a board of none of these sizes; or
 * `LANEDOKU_ERROR_NULL` or `_SIZE`.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs. Safe on any number of
 * threads at once.
 */
lanedoku_status lanedoku_find_side(const char *text, size_t length, uint32_t *side);

/**
 * Finds the first thing that is wrong with the text of a puzzle.
 *
 * The text itself is looked at first, from its beginning; then equal clues that share a unit: in the
 * rows, then in the columns, then in the boxes.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `error`: NULL, or where to write what is wrong, of the kind `LANEDOKU_NO_ERROR` if nothing is;
 *   not written if the call is wrong.
 *
 * Returns `LANEDOKU_OK` if nothing is wrong, `LANEDOKU_INVALID` if something is; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs. Safe on any number of
 * threads at once.
 */
lanedoku_status lanedoku_find_error(const char *puzzle,
                                    size_t length,
                                    const struct lanedoku_options *options,
                                    struct lanedoku_input_error *error);

/**
 * Says in words what `lanedoku_find_error` finds, such as
 * `line 1, column 9: 'x' is no cell of a 9x9 board`.
 *
 * - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
 * - `message`, `message_length`: a buffer; NULL and 0 if only `needed` is wanted. The message is
 *   written there as UTF-8 with a NUL behind it, cut short between two characters if there is not
 *   room for all. If nothing is wrong, it is empty.
 * - `needed`: NULL, or where to write how many bytes the whole message takes, with its NUL.
 *
 * Returns `LANEDOKU_OK` if nothing is wrong, `LANEDOKU_INVALID` if something is; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`, and then nothing is written.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs. Safe on any number of
 * threads at once.
 */
lanedoku_status lanedoku_error_message(const char *puzzle,
                                       size_t length,
                                       const struct lanedoku_options *options,
                                       char *message,
                                       size_t message_length,
                                       size_t *needed);

/**
 * The name of a kernel: `portable`, `asm`, `avx2` or `avx512`. For `LANEDOKU_KERNEL_BEST` it is the name of the one that
 * would run here.
 *
 * - `kernel`: one of `LANEDOKU_KERNEL_...`.
 *
 * Returns a NUL-terminated text that lasts as long as the program, or NULL if there is no kernel of
 * that number; so all kernels can be gone through from 1 up to the first NULL. Safe on any number of
 * threads at once.
 */
const char *lanedoku_kernel_name(lanedoku_kernel kernel);

/**
 * Whether this build and this processor have a kernel.
 *
 * - `kernel`: one of `LANEDOKU_KERNEL_...`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if they have not; or `LANEDOKU_ERROR_OPTION` if there
 * is no kernel of that number. Safe on any number of threads at once.
 */
lanedoku_status lanedoku_kernel_check(lanedoku_kernel kernel);

/**
 * Finds the kernel of a name, whether this machine has it or not.
 *
 * - `name`, `length`: the name, which needs no NUL behind it.
 * - `kernel`: where to write its number; written only with `LANEDOKU_OK`.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if no kernel has that name; or `LANEDOKU_ERROR_NULL` or
 * `_SIZE`.
 *
 * # Safety
 *
 * Each pointer is NULL or valid for its length, for as long as the call runs. Safe on any number of
 * threads at once.
 */
lanedoku_status lanedoku_kernel_from_name(const char *name, size_t length, lanedoku_kernel *kernel);

/**
 * A status in words: `unique`, `multiple`, `none`, `limit`, `invalid`, `exhausted`, `stopped` or `ok`;
 * and for a wrong call a few words on what is wrong.
 *
 * Returns a NUL-terminated text that lasts as long as the program, never NULL: `unknown status` for any
 * other number. Safe on any number of threads at once.
 */
const char *lanedoku_status_text(lanedoku_status status);

/**
 * The version of the library that the program runs with, as `LANEDOKU_VERSION` is the version of the
 * header that it was compiled with.
 *
 * Returns a NUL-terminated text that lasts as long as the program. Safe on any number of threads at
 * once.
 */
const char *lanedoku_version(void);

/**
 * The version of the library that the program runs with, as `LANEDOKU_VERSION_NUMBER` is the version
 * of the header that it was compiled with: 1002003 would be 1.2.3.
 *
 * Safe on any number of threads at once.
 */
uint32_t lanedoku_version_number(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LANEDOKU_H */
