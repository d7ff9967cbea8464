/*
 * Calls every function of the library with inputs for each of its answers. Each buffer that the library writes
 * stands between canaries. Each text that it reads is a heap copy of exactly its length, so that valgrind detects a
 * read past the end.
 *
 * Prints each failed check and its line. The exit code is 1 if any check failed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanedoku.h>

#include "check.h"
#include "guard.h"

static const char DRAWN[] = "8 . . | . . . | . . .\r\n. . 3 | 6 . . | . . .\r\n. 7 . | . 9 . | 2 . .\r\n"
                            "------+-------+------\r\n"
                            ". 5 . | . . 7 | . . .\r\n. . . | . 4 5 | 7 . .\r\n. . . | 1 . . | . 3 .\r\n"
                            "------+-------+------\r\n"
                            ". . 1 | . . . | . 6 8\r\n. . 8 | 5 . . | . 1 .\r\n. 9 . | . . . | 4 . .\r\n";
/* The solution with two cells open in each of two rows; their digits can be swapped. */
static const char TWO_SOLUTIONS[] =
    "81.75.64994.68.175675491283154237896369845721287169534521974368438526917796318452";

/* A pattern with half-turn symmetry that many grids fill. */
static const char SYMMETRIC[] =
    "186.23.4....1..3.934...8.6.....6..74...8.7...61..3.....6.5...237.5..2....2.38.756";

/* Returns a heap copy of exactly `length` bytes. */
static char *exact(const char *text, size_t length) {
    char *copy = (char *)malloc(length > 0 ? length : 1);
    if (copy == NULL)
        exit(2);
    memcpy(copy, text, length);
    return copy;
}

static lanedoku_options defaults(void) {
    lanedoku_options options;
    memset(&options, 0, sizeof options);
    return options;
}

static const lanedoku_result *unwritten(lanedoku_result *result) {
    memset(result, CANARY, sizeof *result);
    return result;
}

static int is_unwritten(const void *value, size_t size) {
    return is_untouched((const char *)value, size);
}

static int has_reserved_zero(const lanedoku_result *result) {
    for (size_t i = 0; i < sizeof result->reserved / sizeof result->reserved[0]; i++)
        if (result->reserved[i] != 0)
            return 0;
    return result->progress == (result->is_exact ? 1 : 0);
}

static void test_version(void) {
    char text[64];
    CHECK(strcmp(lanedoku_version(), LANEDOKU_VERSION) == 0);
    CHECK(lanedoku_version_number() == LANEDOKU_VERSION_NUMBER);
    snprintf(text, sizeof text, "%d.%d.%d", LANEDOKU_VERSION_MAJOR, LANEDOKU_VERSION_MINOR,
             LANEDOKU_VERSION_PATCH);
    CHECK(strncmp(text, LANEDOKU_VERSION, strlen(text)) == 0);
    /* Read by the test that started this program, which compares it with Cargo.toml. */
    printf("version %s %s\n", lanedoku_version(), text);
}

static void test_status_text(void) {
    static const struct {
        lanedoku_status status;
        const char *text;
    } words[] = {
        {LANEDOKU_OK, "ok"},           {LANEDOKU_UNIQUE, "unique"},
        {LANEDOKU_MULTIPLE, "multiple"}, {LANEDOKU_NONE, "none"},
        {LANEDOKU_LIMIT, "limit"},     {LANEDOKU_INVALID, "invalid"},
        {LANEDOKU_STOPPED, "stopped"}, {LANEDOKU_RUNNING, "running"},
        {LANEDOKU_FOUND, "found"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        CHECK(strcmp(lanedoku_status_text(words[i].status), words[i].text) == 0);
    for (lanedoku_status error = LANEDOKU_ERROR_LAYOUT; error <= LANEDOKU_ERROR_NULL; error++) {
        CHECK(strlen(lanedoku_status_text(error)) > 10);
        CHECK(strcmp(lanedoku_status_text(error), "unknown status") != 0);
    }
    CHECK(strcmp(lanedoku_status_text(9), "unknown status") == 0);
    CHECK(strcmp(lanedoku_status_text(-7), "unknown status") == 0);
    CHECK(strcmp(lanedoku_status_text(INT32_MIN), "unknown status") == 0);
    CHECK(strcmp(lanedoku_status_text(INT32_MAX), "unknown status") == 0);
}

static void test_kernels(void) {
    lanedoku_kernel kernel;
    lanedoku_kernel number;
    const char *name;
    int available = 0;

    printf("kernels");
    for (number = 1; (name = lanedoku_kernel_name(number)) != NULL; number++) {
        char *copy = exact(name, strlen(name));
        lanedoku_options options = defaults();
        char solution[81];
        lanedoku_status status;

        printf(" %s", name);
        kernel = 0;
        CHECK(lanedoku_kernel_from_name(copy, strlen(name), &kernel) == LANEDOKU_OK);
        CHECK(kernel == number);
        free(copy);

        options.kernel = number;
        status = lanedoku_solve(PUZZLE, 81, &options, solution, sizeof solution, NULL);
        if (lanedoku_kernel_check(number) == LANEDOKU_OK) {
            CHECK(status == LANEDOKU_UNIQUE);
            CHECK(memcmp(solution, SOLUTION, 81) == 0);
            available++;
        } else {
            CHECK(lanedoku_kernel_check(number) == LANEDOKU_ERROR_KERNEL);
            CHECK(status == LANEDOKU_ERROR_KERNEL);
        }
    }
    printf("\n");
    printf("vectors %s\n", lanedoku_portable_vectors());
    CHECK(available >= 1);
    CHECK(lanedoku_kernel_check(LANEDOKU_KERNEL_PORTABLE) == LANEDOKU_OK);
    CHECK(lanedoku_kernel_check(LANEDOKU_KERNEL_BEST) == LANEDOKU_OK);

    name = lanedoku_kernel_name(LANEDOKU_KERNEL_BEST);
    CHECK(name != NULL);
    CHECK(lanedoku_kernel_from_name(name, strlen(name), &kernel) == LANEDOKU_OK);
    CHECK(lanedoku_kernel_check(kernel) == LANEDOKU_OK);
}

/* Returns a solved board of any size. */
static void make_board(unsigned order, char *board) {
    static const char digits[] = "123456789ABCDEFGHIJKLMNOP";
    unsigned side = order * order;
    for (unsigned row = 0; row < side; row++)
        for (unsigned column = 0; column < side; column++)
            board[row * side + column] = digits[(order * (row % order) + row / order + column) % side];
}

static void test_solve(void) {
    guarded out = guard(100);
    lanedoku_options options = defaults();
    lanedoku_result result;
    char *puzzle = exact(PUZZLE, 81);
    char *drawn = exact(DRAWN, sizeof DRAWN - 1);
    char *two = exact(TWO_SOLUTIONS, 81);
    char in_place[81];

    unwritten(&result);
    CHECK(lanedoku_solve(puzzle, 81, NULL, out.buffer, 81, &result) == LANEDOKU_UNIQUE);
    CHECK(memcmp(out.buffer, SOLUTION, 81) == 0 && only_wrote(out, 81));
    CHECK(result.status == LANEDOKU_UNIQUE && result.solutions == 1 && result.steps > 0);
    CHECK(has_reserved_zero(&result) && result.is_exact == 1);

    memset(out.buffer, CANARY, out.length);
    CHECK(lanedoku_solve(drawn, sizeof DRAWN - 1, &options, out.buffer, 100, NULL) == LANEDOKU_UNIQUE);
    CHECK(memcmp(out.buffer, SOLUTION, 81) == 0 && only_wrote(out, 81));
    CHECK(lanedoku_solve(puzzle, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);

    /* A puzzle without open cells. */
    CHECK(lanedoku_solve(SOLUTION, 81, NULL, out.buffer, 100, NULL) == LANEDOKU_UNIQUE);
    CHECK(memcmp(out.buffer, SOLUTION, 81) == 0 && only_wrote(out, 81));

    memcpy(in_place, PUZZLE, 81);
    CHECK(lanedoku_solve(in_place, 81, NULL, in_place, 81, NULL) == LANEDOKU_UNIQUE);
    CHECK(memcmp(in_place, SOLUTION, 81) == 0);

    CHECK(lanedoku_solve(two, 81, NULL, out.buffer, 81, &result) == LANEDOKU_MULTIPLE);
    CHECK(result.status == LANEDOKU_MULTIPLE && result.solutions == 2 && result.is_exact == 0);
    CHECK(lanedoku_solve(out.buffer, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);
    CHECK(lanedoku_count(two, 81, NULL, UINT64_MAX, &result, NULL, 0) == LANEDOKU_MULTIPLE);
    CHECK(result.solutions == 2 && result.is_exact == 1);

    /* The first row has no cell for a 9. */
    memset(out.buffer, CANARY, out.length);
    memset(puzzle, '.', 81);
    memcpy(puzzle, "12345678", 8);
    puzzle[17] = '9';
    CHECK(lanedoku_solve(puzzle, 81, NULL, out.buffer, 81, &result) == LANEDOKU_NONE);
    CHECK(result.status == LANEDOKU_NONE && result.solutions == 0 && only_wrote(out, 0) && result.is_exact == 1);

    puzzle[8] = '1';
    CHECK(lanedoku_solve(puzzle, 81, NULL, out.buffer, 81, &result) == LANEDOKU_INVALID);
    CHECK(result.status == LANEDOKU_INVALID && result.solutions == 0 && result.steps == 0 && result.is_exact == 0);
    puzzle[8] = '!';
    CHECK(lanedoku_solve(puzzle, 81, NULL, out.buffer, 81, NULL) == LANEDOKU_INVALID);
    CHECK(only_wrote(out, 0));

    free(puzzle);
    free(drawn);
    free(two);
    free(out.memory);
}

static void test_sizes(void) {
    for (unsigned order = 2; order <= 5; order++) {
        size_t cells = (size_t)order * order * order * order;
        guarded out = guard(cells);
        char *board = (char *)malloc(cells);
        char *puzzle = (char *)malloc(cells);
        lanedoku_options options = defaults();
        lanedoku_result result;
        uint32_t side = 0;
        if (board == NULL || puzzle == NULL)
            exit(2);
        make_board(order, board);
        memcpy(puzzle, board, cells);
        for (size_t cell = 0; cell < cells; cell += 5)
            puzzle[cell] = '.';

        CHECK(lanedoku_find_side(puzzle, cells, &side) == LANEDOKU_OK && side == order * order);
        options.side = side;
        CHECK(lanedoku_solve(puzzle, cells, &options, out.buffer, cells - 1, NULL) == LANEDOKU_ERROR_SIZE);
        CHECK(only_wrote(out, 0));
        CHECK(lanedoku_solve(puzzle, cells, &options, out.buffer, cells, &result) > 0);
        CHECK(only_wrote(out, cells) && result.solutions >= 1);
        CHECK(lanedoku_find_error(out.buffer, cells, &options, NULL) == LANEDOKU_OK);
        for (options.engine = LANEDOKU_ENGINE_SIMD; options.engine <= LANEDOKU_ENGINE_PROPAGATE; options.engine++)
            CHECK(lanedoku_solve(board, cells, &options, out.buffer, cells, &result) == LANEDOKU_UNIQUE);
        options.engine = LANEDOKU_ENGINE_BEST;
        CHECK(lanedoku_solve(board, cells, &options, out.buffer, cells, &result) == LANEDOKU_UNIQUE);
        CHECK(memcmp(out.buffer, board, cells) == 0);
        CHECK(lanedoku_count(board, cells, &options, UINT64_MAX, &result, NULL, 0) == LANEDOKU_UNIQUE);
        CHECK(result.solutions == 1);
        CHECK(lanedoku_solve_batch(puzzle, 1, cells, &options, out.buffer, cells, &result, NULL, 0) == LANEDOKU_OK);
        CHECK(result.solutions >= 1 && only_wrote(out, cells));
        /* A text that is not a board has the side that it resembles, and the error of a board of this side. */
        side = 0;
        CHECK(lanedoku_find_side(puzzle, cells - 1, &side) == LANEDOKU_INVALID && side == options.side);
        puzzle[cells - 1] = '!';
        lanedoku_input_error error;
        side = 0;
        CHECK(lanedoku_find_side(puzzle, cells, &side) == LANEDOKU_INVALID && side == options.side);
        CHECK(lanedoku_find_error(puzzle, cells, &options, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_NOT_A_CELL && error.line == 1 && error.column == cells);
        free(board);
        free(puzzle);
        free(out.memory);
    }
    uint32_t side = 77;
    CHECK(lanedoku_find_side(PUZZLE, 0, &side) == LANEDOKU_INVALID && side == 9);
    CHECK(lanedoku_find_side(DRAWN, sizeof DRAWN - 1, &side) == LANEDOKU_OK && side == 9);
}

static void test_limits(void) {
    lanedoku_options options = defaults();
    lanedoku_result full;
    lanedoku_result result;
    guarded out = guard(81);

    options.order = LANEDOKU_ORDER_ROWS;
    CHECK(lanedoku_solve(PUZZLE, 81, &options, NULL, 0, &full) == LANEDOKU_UNIQUE);
    CHECK(full.steps > 1000);
    options.step_limit = 1;
    CHECK(lanedoku_solve(PUZZLE, 81, &options, out.buffer, 81, &result) == LANEDOKU_LIMIT);
    CHECK(result.status == LANEDOKU_LIMIT && result.steps == 1 && result.solutions == 0);
    options.step_limit = 500;
    CHECK(lanedoku_solve(PUZZLE, 81, &options, out.buffer, 81, &result) == LANEDOKU_LIMIT);
    CHECK(result.steps == 500 && result.solutions == 0 && only_wrote(out, 0));
    /* The last step shows that there is no second solution. At the limit, the first one is not shown. */
    options.step_limit = full.steps - 1;
    CHECK(lanedoku_solve(PUZZLE, 81, &options, out.buffer, 81, &result) == LANEDOKU_LIMIT);
    CHECK(result.steps == full.steps - 1 && result.solutions == 0 && only_wrote(out, 0));
    options.step_limit = full.steps;
    CHECK(lanedoku_solve(PUZZLE, 81, &options, NULL, 0, &result) == LANEDOKU_UNIQUE);
    CHECK(result.steps == full.steps);
    free(out.memory);
}

/* Every call, engine and kernel finds the least solution of a puzzle with several. */
static void test_least(void *workspace, size_t size) {
    enum { COUNT = 70 };
    static const char LEAST[] =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    lanedoku_options options = defaults();
    lanedoku_result results[COUNT];
    char boards[COUNT * 81];
    char solution[81];
    uint16_t masks[81];
    char digits[81];
    char empty[81];
    memset(empty, '.', sizeof empty);
    for (size_t cell = 0; cell < 81; cell++)
        masks[cell] = 0x1ff;
    for (options.engine = 0; options.engine <= LANEDOKU_ENGINE_PROPAGATE; options.engine++) {
        for (options.kernel = 0; lanedoku_kernel_name(options.kernel) != NULL; options.kernel++) {
            lanedoku_status status = lanedoku_solve(empty, 81, &options, solution, 81, NULL);
            if (status == LANEDOKU_ERROR_KERNEL || status == LANEDOKU_ERROR_OPTION)
                continue;
            CHECK(status == LANEDOKU_MULTIPLE && memcmp(solution, LEAST, 81) == 0);
            CHECK(lanedoku_first_solution(empty, 81, &options, solution, 81, NULL) == LANEDOKU_FOUND);
            CHECK(memcmp(solution, LEAST, 81) == 0);
            options.cells = LANEDOKU_CELLS_CANDIDATES;
            CHECK(lanedoku_solve((char *)masks, 162, &options, digits, 81, NULL) == LANEDOKU_MULTIPLE);
            for (size_t cell = 0; cell < 81; cell++)
                CHECK(digits[cell] + '0' == LEAST[cell]);
            options.cells = LANEDOKU_CELLS_TEXT;
            for (size_t count = 1; count <= COUNT; count += COUNT - 1) {
                memset(boards, '.', sizeof boards);
                CHECK(lanedoku_solve_batch(boards, count, 81, &options, boards, 81, results, workspace, size)
                      == LANEDOKU_OK);
                for (size_t i = 0; i < count; i++)
                    CHECK(results[i].status == LANEDOKU_MULTIPLE && memcmp(boards + 81 * i, LEAST, 81) == 0);
            }
            /* With any solution, the engine's own order decides; the answer is a solution. */
            options.any_solution = 1;
            CHECK(lanedoku_solve(empty, 81, &options, solution, 81, NULL) == LANEDOKU_MULTIPLE);
            CHECK(lanedoku_solve(solution, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);
            CHECK(lanedoku_first_solution(empty, 81, &options, boards, 81, NULL) == LANEDOKU_FOUND);
            CHECK(memcmp(boards, solution, 81) == 0);
            options.any_solution = 0;
        }
    }
}

/* Not every kernel of the processor finds the least solution first. */
static void test_any_solution(void) {
    lanedoku_options options = defaults();
    char empty[81];
    char least[81];
    char any[81];
    memset(empty, '.', sizeof empty);
    options.kernel = LANEDOKU_KERNEL_PORTABLE;
    CHECK(lanedoku_solve(empty, 81, &options, least, 81, NULL) == LANEDOKU_MULTIPLE);
    options.any_solution = 1;
    CHECK(lanedoku_solve(empty, 81, &options, any, 81, NULL) == LANEDOKU_MULTIPLE);
    CHECK(memcmp(least, any, 81) < 0);
}

/* The status and the exactness of a count of each form, at each limit. */
static void counts_as(const char *puzzle, size_t length, const lanedoku_options *options, uint64_t limit,
                      lanedoku_status status, uint64_t solutions, uint32_t is_exact) {
    size_t size = lanedoku_workspace_size();
    void *workspace = calloc(1, size);
    lanedoku_result result;
    if (workspace == NULL)
        exit(2);
    for (int with = 0; with < 2; with++) {
        unwritten(&result);
        CHECK(lanedoku_count(puzzle, length, options, limit, &result, with ? workspace : NULL, with ? size : 0)
              == status);
        CHECK(result.status == status && result.is_exact == is_exact && has_reserved_zero(&result));
        CHECK(status == LANEDOKU_LIMIT || result.solutions == solutions);
    }
    free(workspace);
}

static void test_count(void) {
    lanedoku_options options = defaults();
    lanedoku_result result;
    options.side = 4;
    char *empty = exact("................", 16);

    counts_as(empty, 16, &options, UINT64_MAX, LANEDOKU_MULTIPLE, 288, 1);
    counts_as(empty, 16, &options, 288, LANEDOKU_MULTIPLE, 288, 0);
    counts_as(empty, 16, &options, 100, LANEDOKU_MULTIPLE, 100, 0);
    counts_as(empty, 16, &options, 2, LANEDOKU_MULTIPLE, 2, 0);
    counts_as(empty, 16, &options, 1, LANEDOKU_STOPPED, 1, 0);
    counts_as(empty, 16, &options, 0, LANEDOKU_STOPPED, 0, 0);
    CHECK(lanedoku_count(empty, 16, &options, 0, &result, NULL, 0) == LANEDOKU_STOPPED && result.steps == 0);
    counts_as("123........4....", 16, &options, 5, LANEDOKU_NONE, 0, 1);
    options.step_limit = 10;
    CHECK(lanedoku_count(empty, 16, &options, UINT64_MAX, &result, NULL, 0) == LANEDOKU_LIMIT);
    CHECK(result.steps == 10 && result.is_exact == 0);
    /* The status of a count that the limit on steps cut. */
    options.step_limit = 100;
    CHECK(lanedoku_count(empty, 16, &options, UINT64_MAX, &result, NULL, 0) == LANEDOKU_MULTIPLE);
    CHECK(result.steps == 100 && result.solutions > 1 && result.solutions < 288 && result.is_exact == 0);
    options.step_limit = 0;
    counts_as("11..............", 16, &options, 5, LANEDOKU_INVALID, 0, 0);
    counts_as("11..............", 16, &options, 0, LANEDOKU_INVALID, 0, 0);
    counts_as("5...............", 16, &options, 5, LANEDOKU_INVALID, 0, 0);
    counts_as(empty, 0, &options, 5, LANEDOKU_INVALID, 0, 0);

    free(empty);
}

typedef struct visits {
    unsigned seen;
    unsigned stop_at;
    size_t length;
    char last[81];
    int nested_is_correct;
} visits;

#ifdef __cplusplus
extern "C"
#endif
int see(const char *solution, size_t length, void *user) {
    visits *state = (visits *)user;
    char nested[81];
    CHECK(state->seen == 0 || memcmp(state->last, solution, length) != 0);
    memcpy(state->last, solution, length);
    state->length = length;
    /* A visitor may call the library. */
    state->nested_is_correct = lanedoku_solve(PUZZLE, 81, NULL, nested, 81, NULL) == LANEDOKU_UNIQUE
        && memcmp(nested, SOLUTION, 81) == 0;
    return ++state->seen == state->stop_at ? -1 : 0;
}

#ifdef __cplusplus
extern "C"
#endif
int see_nothing(const char *solution, size_t length, void *user) {
    CHECK(user == NULL && length == 16 && solution[0] != '.');
    return 0;
}

static void test_visit(void) {
    lanedoku_options options = defaults();
    lanedoku_result result;
    visits state;
    options.side = 4;

    memset(&state, 0, sizeof state);
    CHECK(lanedoku_visit("1234............", 16, &options, see, &state, &result) == LANEDOKU_MULTIPLE);
    CHECK(result.status == LANEDOKU_MULTIPLE && result.solutions == 12 && has_reserved_zero(&result));
    CHECK(result.is_exact == 1);
    CHECK(state.seen == 12 && state.length == 16 && state.nested_is_correct);
    CHECK(lanedoku_find_error(state.last, 16, &options, NULL) == LANEDOKU_OK);
    CHECK(lanedoku_visit("1234............", 16, &options, see_nothing, NULL, NULL) == LANEDOKU_MULTIPLE);

    memset(&state, 0, sizeof state);
    state.stop_at = 5;
    CHECK(lanedoku_visit("1234............", 16, &options, see, &state, &result) == LANEDOKU_MULTIPLE);
    CHECK(result.status == LANEDOKU_MULTIPLE && result.solutions == 5 && state.seen == 5 && result.is_exact == 0);
    memset(&state, 0, sizeof state);
    state.stop_at = 1;
    CHECK(lanedoku_visit("1234............", 16, &options, see, &state, &result) == LANEDOKU_STOPPED);
    CHECK(result.status == LANEDOKU_STOPPED && result.solutions == 1 && result.is_exact == 0);
    memset(&state, 0, sizeof state);
    CHECK(lanedoku_visit("1234341221434321", 16, &options, see, &state, &result) == LANEDOKU_UNIQUE);
    CHECK(lanedoku_visit("123........4....", 16, &options, see, &state, &result) == LANEDOKU_NONE);
    state.seen = 5;

    options.step_limit = 3;
    CHECK(lanedoku_visit("1234............", 16, &options, see, &state, &result) == LANEDOKU_LIMIT);
    CHECK(result.steps == 3 && state.seen == 5);
    CHECK(lanedoku_visit("1134............", 16, &options, see, &state, &result) == LANEDOKU_INVALID);
    CHECK(lanedoku_visit("1134", 4, &options, see, &state, &result) == LANEDOKU_INVALID);
}

/* The puzzles of a batch: more than one chunk of the library; with an argument, fewer. */
static size_t many = 2500;

/* Many puzzles, some of them invalid, at odd strides. */
static void test_batch(void *workspace, size_t size) {
    enum { STRIDE = 97, SOLUTION_STRIDE = 83 };
    size_t puzzles_length = (many - 1) * STRIDE + 81;
    char *puzzles = (char *)malloc(puzzles_length);
    guarded solutions = guard((many - 1) * SOLUTION_STRIDE + 81);
    guarded results_memory = guard(many * sizeof(lanedoku_result));
    lanedoku_result *results = (lanedoku_result *)(void *)results_memory.buffer;
    lanedoku_options options = defaults();
    if (puzzles == NULL)
        exit(2);

    memset(puzzles, '#', puzzles_length);
    for (size_t i = 0; i < many; i++) {
        char *puzzle = puzzles + i * STRIDE;
        memcpy(puzzle, i % 7 == 3 ? TWO_SOLUTIONS : PUZZLE, 81);
        if (i % 5 == 1)
            puzzle[i % 81] = '!';
        if (i % 5 == 2)
            memcpy(puzzle, "88", 2);
    }
    CHECK(lanedoku_solve_batch(puzzles, many, STRIDE, NULL, solutions.buffer, SOLUTION_STRIDE, results, workspace, size)
          == LANEDOKU_OK);
    for (size_t i = 0; i < many; i++) {
        const char *solution = solutions.buffer + i * SOLUTION_STRIDE;
        lanedoku_result one;
        char alone[81];
        memset(alone, CANARY, sizeof alone);
        CHECK(lanedoku_solve(puzzles + i * STRIDE, 81, NULL, alone, 81, &one) >= 0);
        CHECK(results[i].status == one.status && results[i].solutions == one.solutions);
        CHECK(has_reserved_zero(&results[i]));
        CHECK(memcmp(solution, alone, 81) == 0);
        /* Parallel lanes take different steps. */
        if (workspace == NULL)
            CHECK(results[i].steps == one.steps && results[i].guesses == one.guesses);
        if (i + 1 < many)
            CHECK(is_untouched(solution + 81, SOLUTION_STRIDE - 81));
        if (i % 5 == 1 || i % 5 == 2)
            CHECK(one.status == LANEDOKU_INVALID && is_untouched(solution, 81));
        else
            CHECK(one.status == (i % 7 == 3 ? LANEDOKU_MULTIPLE : LANEDOKU_UNIQUE));
    }
    CHECK(only_wrote(solutions, solutions.length));
    CHECK(only_wrote(results_memory, results_memory.length));

    /* Only results; and a step limit per puzzle. */
    options.step_limit = 2;
    CHECK(lanedoku_solve_batch(puzzles, 5, STRIDE, &options, NULL, 0, results, workspace, size) == LANEDOKU_OK);
    CHECK(results[0].status == LANEDOKU_LIMIT && results[0].steps == 2);
    CHECK(results[1].status == LANEDOKU_INVALID && results[4].steps == 2);

    /* In place, without space between puzzles. */
    for (size_t i = 0; i < 100; i++)
        memcpy(puzzles + i * 81, PUZZLE, 81);
    CHECK(lanedoku_solve_batch(puzzles, 100, 81, NULL, puzzles, 81, results, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < 100; i++)
        CHECK(memcmp(puzzles + i * 81, SOLUTION, 81) == 0);

    free(puzzles);
    free(solutions.memory);
    free(results_memory.memory);
}

/* A workspace may be at any address, and nothing but the workspace is written. */
static void test_batch_in_workspace(void) {
    size_t size = lanedoku_workspace_size();
    CHECK(size > 0 && size < 1024 * 1024);
    for (size_t offset = 0; offset < 3; offset++) {
        guarded memory = guard(size + offset);
        memset(memory.buffer + offset, 0, size);
        test_batch(memory.buffer + offset, size);
        CHECK(is_untouched(memory.buffer, offset));
        CHECK(only_wrote(memory, memory.length));
        free(memory.memory);
    }
}

/* Returns a board as numbers. */
static void numbers(const char *text, size_t cells, char *digits) {
    for (size_t i = 0; i < cells; i++) {
        char cell = text[i];
        digits[i] = (char)(cell == '.' ? 0 : cell <= '9' ? cell - '0' : cell - 'A' + 10);
    }
}

static void test_digits(void) {
    lanedoku_options options = defaults();
    lanedoku_input_error error;
    lanedoku_result result;
    guarded out = guard(90);
    char puzzle[81];
    char solution[81];
    char message[80];
    char large[625];
    char board[625];
    int answer = 7;
    options.cells = LANEDOKU_CELLS_DIGITS;
    numbers(PUZZLE, 81, puzzle);
    numbers(SOLUTION, 81, solution);

    CHECK(lanedoku_solve(puzzle, 81, &options, out.buffer, 81, &result) == LANEDOKU_UNIQUE);
    CHECK(memcmp(out.buffer, solution, 81) == 0 && only_wrote(out, 81) && result.solutions == 1);
    CHECK(lanedoku_count(puzzle, 81, &options, UINT64_MAX, &result, NULL, 0) == LANEDOKU_UNIQUE);
    CHECK(result.solutions == 1);
    CHECK(lanedoku_is_solution_of(solution, 81, puzzle, 81, &options, &answer) == LANEDOKU_OK && answer == 1);
    CHECK(lanedoku_find_error(puzzle, 81, &options, &error) == LANEDOKU_OK);

    /* Text is not a board of numbers, and neither is an array of another length. */
    CHECK(lanedoku_solve(PUZZLE, 81, &options, out.buffer, 81, NULL) == LANEDOKU_INVALID);
    CHECK(lanedoku_solve(puzzle, 80, &options, out.buffer, 81, NULL) == LANEDOKU_INVALID);
    CHECK(lanedoku_find_error(puzzle, 80, &options, &error) == LANEDOKU_INVALID);
    CHECK(error.kind == LANEDOKU_WRONG_LENGTH && error.found == 80 && error.expected == 81);
    puzzle[12] = 10;
    CHECK(lanedoku_find_error(puzzle, 81, &options, &error) == LANEDOKU_INVALID);
    CHECK(error.kind == LANEDOKU_NOT_A_DIGIT && error.digit == 10 && error.cells[0] == 12);
    CHECK(lanedoku_error_message(puzzle, 81, &options, message, sizeof message, NULL) == LANEDOKU_INVALID);
    CHECK(strcmp(message, "row 2, column 4: 10 is not a digit of a 9x9 board") == 0);

    for (unsigned order = 2; order <= 5; order++) {
        size_t cells = (size_t)order * order * order * order;
        make_board(order, large);
        numbers(large, cells, board);
        memcpy(large, board, cells);
        for (size_t cell = 0; cell < cells; cell += 6)
            large[cell] = 0;
        options.side = order * order;
        memset(message, 0, sizeof message);
        CHECK(lanedoku_first_solution(large, cells, &options, large, cells, NULL) == LANEDOKU_FOUND);
        CHECK(lanedoku_is_solution_of(large, cells, board, cells, &options, &answer) == LANEDOKU_OK);
        CHECK(answer == (memcmp(large, board, cells) == 0));
    }
    free(out.memory);
}

static void test_first_solution(void) {
    lanedoku_options options = defaults();
    lanedoku_result result;
    guarded out = guard(90);
    char alone[81];
    char none[82] = "12345678..........9..............................................................";

    CHECK(lanedoku_first_solution(PUZZLE, 81, NULL, out.buffer, 81, &result) == LANEDOKU_FOUND);
    CHECK(memcmp(out.buffer, SOLUTION, 81) == 0 && only_wrote(out, 81));
    CHECK(result.status == LANEDOKU_FOUND && result.solutions == 1 && has_reserved_zero(&result));
    CHECK(lanedoku_solve(TWO_SOLUTIONS, 81, NULL, alone, 81, NULL) == LANEDOKU_MULTIPLE);
    CHECK(lanedoku_first_solution(TWO_SOLUTIONS, 81, NULL, out.buffer, 81, NULL) == LANEDOKU_FOUND);
    CHECK(memcmp(out.buffer, alone, 81) == 0);
    CHECK(lanedoku_first_solution(PUZZLE, 81, NULL, NULL, 0, NULL) == LANEDOKU_FOUND);

    memset(out.buffer, CANARY, out.length);
    none[17] = '9';
    none[18] = '.';
    CHECK(lanedoku_first_solution(none, 81, NULL, out.buffer, 81, &result) == LANEDOKU_NONE);
    CHECK(result.solutions == 0);
    options.order = LANEDOKU_ORDER_ROWS;
    options.step_limit = 20;
    CHECK(lanedoku_first_solution(PUZZLE, 81, &options, out.buffer, 81, &result) == LANEDOKU_LIMIT);
    CHECK(only_wrote(out, 0));
    free(out.memory);
}

static void test_is_solution_of(void) {
    char other[81];
    int answer = 7;
    memcpy(other, SOLUTION, 81);
    CHECK(lanedoku_is_solution_of(SOLUTION, 81, PUZZLE, 81, NULL, &answer) == LANEDOKU_OK && answer == 1);
    CHECK(lanedoku_is_solution_of(SOLUTION, 81, DRAWN, sizeof DRAWN - 1, NULL, &answer) == LANEDOKU_OK);
    CHECK(answer == 1);
    /* A board with an open cell, one with an error, and a solution of another puzzle. */
    other[40] = '.';
    CHECK(lanedoku_is_solution_of(other, 81, PUZZLE, 81, NULL, &answer) == LANEDOKU_OK && answer == 0);
    other[40] = (char)(SOLUTION[40] == '1' ? '2' : '1');
    CHECK(lanedoku_is_solution_of(other, 81, PUZZLE, 81, NULL, &answer) == LANEDOKU_OK && answer == 0);
    for (size_t i = 0; i < 81; i++)
        other[i] = (char)(SOLUTION[i] == '9' ? '1' : SOLUTION[i] + 1);
    CHECK(lanedoku_is_solution_of(other, 81, PUZZLE, 81, NULL, &answer) == LANEDOKU_OK && answer == 0);
}

static void test_long_count(void) {
    size_t size = lanedoku_workspace_size();
    void *workspace = calloc(1, size);
    lanedoku_result result;
    lanedoku_result other;
    char fewer[81];
    if (workspace == NULL)
        exit(2);
    memcpy(fewer, SOLUTION, 81);
    for (size_t i = 0; i < 81; i += 2)
        fewer[i] = '.';
    for (size_t i = 1; i < 60; i += 4)
        fewer[i] = '.';
    CHECK(lanedoku_count(fewer, 81, NULL, 20000, &other, NULL, 0) == LANEDOKU_MULTIPLE && other.solutions > 8);
    CHECK(lanedoku_count(fewer, 81, NULL, 20000, &result, workspace, size) == other.status);
    CHECK(result.solutions == other.solutions && result.is_exact == other.is_exact && has_reserved_zero(&result));
    /* A count with limit 0 still checks the clues. */
    counts_as(fewer, 81, NULL, 0, LANEDOKU_STOPPED, 0, 0);
    fewer[0] = fewer[1] = '1';
    counts_as(fewer, 81, NULL, 0, LANEDOKU_INVALID, 0, 0);
    free(workspace);
}

/* Returns the pencil marks of a puzzle: all digits in open cells. */
static void pencil(const char *puzzle, char *text) {
    for (size_t i = 0; i < 729; i++) {
        char digit = (char)('1' + i % 9);
        text[i] = (char)(puzzle[i / 9] == '.' || puzzle[i / 9] == digit ? digit : '.');
    }
}

/* Writes the masks of pencil marks. */
static void masks_of(const char *puzzle, uint16_t *masks) {
    for (size_t i = 0; i < 81; i++)
        masks[i] = (uint16_t)(puzzle[i] == '.' ? 0x1ff : 1 << (puzzle[i] - '1'));
}

/* The two forms of candidates, masks at an odd address and text, have the answers of the board. */
static void compare_forms(const char *puzzle) {
    char digits[81], seen[81], solution[81], text[729];
    lanedoku_options options = defaults();
    lanedoku_result result, expected;
    uint16_t masks[81];
    visits state;
    memset(solution, '.', sizeof solution);
    CHECK(lanedoku_solve(puzzle, 81, NULL, solution, 81, NULL) > 0);
    pencil(puzzle, text);
    masks_of(puzzle, masks);
    for (options.cells = LANEDOKU_CELLS_CANDIDATES; options.cells <= LANEDOKU_CELLS_MARKS; options.cells++) {
        int is_text = options.cells == LANEDOKU_CELLS_MARKS;
        size_t length = is_text ? sizeof text : sizeof masks;
        char *copy = exact(is_text ? text : "", is_text ? 729 : 0);
        char *odd = (char *)malloc(164);
        guarded out = guard(90);
        const char *place = copy;
        if (odd == NULL)
            exit(2);
        memcpy(odd + 1, masks, sizeof masks);
        if (!is_text)
            place = odd + 1;
        numbers(solution, 81, digits);
        CHECK(lanedoku_solve(puzzle, 81, NULL, NULL, 0, &expected) > 0);
        CHECK(lanedoku_solve(place, length, &options, out.buffer, 81, &result) == expected.status);
        CHECK(result.solutions == expected.solutions && result.is_exact == expected.is_exact);
        CHECK(has_reserved_zero(&result));
        if (result.solutions > 0)
            CHECK(memcmp(out.buffer, is_text ? solution : digits, 81) == 0 && only_wrote(out, 81));
        else
            CHECK(only_wrote(out, 0));
        memset(out.buffer, CANARY, out.length);
        CHECK(lanedoku_first_solution(puzzle, 81, NULL, NULL, 0, &expected) > 0);
        CHECK(lanedoku_first_solution(place, length, &options, out.buffer, 81, &result) == expected.status);
        CHECK(result.solutions == expected.solutions);
        if (result.solutions > 0)
            CHECK(memcmp(out.buffer, is_text ? solution : digits, 81) == 0 && only_wrote(out, 81));
        else
            CHECK(only_wrote(out, 0));
        for (uint64_t limit = 0; limit < 4; limit++) {
            lanedoku_status status = lanedoku_count(puzzle, 81, NULL, limit, &expected, NULL, 0);
            counts_as(place, length, &options, limit, status, expected.solutions, expected.is_exact);
        }
        CHECK(lanedoku_count(puzzle, 81, NULL, UINT64_MAX, &expected, NULL, 0) > 0);
        counts_as(place, length, &options, UINT64_MAX, expected.status, expected.solutions, 1);
        memset(&state, 0, sizeof state);
        CHECK(lanedoku_visit(place, length, &options, see, &state, &result) == expected.status);
        CHECK(state.seen == expected.solutions && result.is_exact == 1);
        memcpy(seen, state.last, 81);
        if (state.seen == 1)
            CHECK(memcmp(seen, is_text ? solution : digits, 81) == 0);
        if (state.seen > 1) {
            for (unsigned stop = 1; stop < 3; stop++) {
                memset(&state, 0, sizeof state);
                state.stop_at = stop;
                CHECK(lanedoku_visit(place, length, &options, see, &state, &result)
                      == (stop == 1 ? LANEDOKU_STOPPED : LANEDOKU_MULTIPLE));
                CHECK(result.solutions == stop && result.is_exact == 0);
            }
        }
        /* The solution may be written over the puzzle. */
        CHECK(lanedoku_solve(place, length, &options, is_text ? copy : odd + 1, 81, &result) > 0);
        if (result.solutions > 0)
            CHECK(memcmp(place, is_text ? solution : digits, 81) == 0);
        /* At a limit on steps. */
        memcpy(odd + 1, masks, sizeof masks);
        memcpy(copy, text, is_text ? 729 : 0);
        options.step_limit = 1;
        if (expected.solutions == 1 && memcmp(puzzle, PUZZLE, 81) == 0) {
            CHECK(lanedoku_solve(place, length, &options, NULL, 0, &result) == LANEDOKU_LIMIT && result.is_exact == 0);
            CHECK(lanedoku_count(place, length, &options, 2, &result, NULL, 0) == LANEDOKU_LIMIT);
        }
        options.step_limit = 0;
        free(copy);
        free(odd);
        free(out.memory);
    }
}

static void test_candidates(void *workspace, size_t size) {
    enum { COUNT = 700, STRIDE = 163, MARKS_STRIDE = 731 };
    static const char none[] = "12345678.........9...............................................................";
    lanedoku_options options = defaults();
    guarded solutions = guard((COUNT - 1) * 90 + 81);
    lanedoku_result *results = (lanedoku_result *)calloc(COUNT, sizeof *results);
    char *many = (char *)malloc(COUNT * MARKS_STRIDE);
    char text[729], solution[81];
    uint16_t masks[81];
    if (results == NULL || many == NULL)
        exit(2);
    compare_forms(PUZZLE);
    compare_forms(TWO_SOLUTIONS);
    compare_forms(none);
    numbers(SOLUTION, 81, solution);

    /* Masks at even and odd addresses, and text, some of each invalid. */
    for (options.cells = LANEDOKU_CELLS_CANDIDATES; options.cells <= LANEDOKU_CELLS_MARKS; options.cells++) {
        int is_text = options.cells == LANEDOKU_CELLS_MARKS;
        size_t stride = is_text ? MARKS_STRIDE : STRIDE;
        for (size_t i = 0; i < COUNT; i++) {
            masks_of(i % 4 == 1 ? TWO_SOLUTIONS : PUZZLE, masks);
            pencil(i % 4 == 1 ? TWO_SOLUTIONS : PUZZLE, text);
            if (i % 4 == 2) {
                masks[i % 81] = 0;
                memset(text + i % 81 * 9, '.', 9);
            }
            if (i % 4 == 3) {
                masks[i % 81] |= (uint16_t)(0x200u << i % 7);
                text[i] = '!';
            }
            memcpy(many + i * stride, is_text ? text : (const char *)masks, is_text ? 729 : 162);
        }
        for (int in_place = 0; in_place < 2; in_place++) {
            char *to = in_place ? many : solutions.buffer;
            size_t to_stride = in_place ? stride : 90;
            memset(solutions.buffer, CANARY, solutions.length);
            CHECK(lanedoku_solve_batch(many, COUNT, stride, &options, to, to_stride, results, workspace, size)
                  == LANEDOKU_OK);
            for (size_t i = 0; i < COUNT; i++) {
                static const lanedoku_status expected[] = {LANEDOKU_UNIQUE, LANEDOKU_MULTIPLE, LANEDOKU_NONE,
                                                           LANEDOKU_INVALID};
                const char *found = to + to_stride * i;
                CHECK(results[i].status == expected[i % 4] && has_reserved_zero(&results[i]));
                CHECK(results[i].is_exact == (i % 4 == 0 || i % 4 == 2));
                if (i % 4 == 0)
                    CHECK(memcmp(found, is_text ? SOLUTION : solution, 81) == 0);
                if (i % 4 == 1) {
                    lanedoku_options boards = defaults();
                    boards.cells = is_text ? LANEDOKU_CELLS_TEXT : LANEDOKU_CELLS_DIGITS;
                    CHECK(lanedoku_find_error(found, 81, &boards, NULL) == LANEDOKU_OK);
                }
                if (i % 4 > 1 && !in_place)
                    CHECK(is_untouched(found, 81));
            }
            CHECK(only_wrote(solutions, solutions.length));
        }
    }
    free(many);
    free(results);
    free(solutions.memory);
}

/* Solves arrays of records, of lines that end in CR and LF, and of digits: alone, with a workspace, and in place.
 */
static void test_batch_layouts(void *workspace, size_t size) {
    const size_t half = many / 2;
    lanedoku_options options = defaults();
    lanedoku_result *results = (lanedoku_result *)calloc(half, sizeof *results);
    char *records = (char *)malloc(half * 164);
    char *lines = (char *)malloc(half * 83);
    char *digits = (char *)malloc(half * 81);
    char solution[81];
    if (results == NULL || records == NULL || lines == NULL || digits == NULL)
        exit(2);
    numbers(SOLUTION, 81, solution);
    memset(records, '#', half * 164);
    for (size_t i = 0; i < half; i++) {
        memcpy(records + 164 * i, PUZZLE, 81);
        memcpy(lines + 83 * i, PUZZLE, 81);
        memcpy(lines + 83 * i + 81, "\r\n", 2);
        numbers(PUZZLE, 81, digits + 81 * i);
        if (i % 10 == 7)
            digits[81 * i + 80] = 10;
    }
    /* Records of a puzzle and its solution. */
    CHECK(lanedoku_solve_batch(records, half, 164, NULL, records + 82, 164, results, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < half; i++) {
        CHECK(results[i].status == LANEDOKU_UNIQUE && memcmp(records + 164 * i, PUZZLE, 81) == 0);
        CHECK(memcmp(records + 164 * i + 82, SOLUTION, 81) == 0);
        CHECK(records[164 * i + 81] == '#' && records[164 * i + 163] == '#');
    }
    CHECK(lanedoku_solve_batch(lines, half, 83, NULL, lines, 83, results, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < half; i++) {
        CHECK(results[i].status == LANEDOKU_UNIQUE && memcmp(lines + 83 * i, SOLUTION, 81) == 0);
        CHECK(memcmp(lines + 83 * i + 81, "\r\n", 2) == 0);
    }
    options.cells = LANEDOKU_CELLS_DIGITS;
    CHECK(lanedoku_solve_batch(digits, half, 81, &options, digits, 81, results, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < half; i++) {
        if (i % 10 == 7)
            CHECK(results[i].status == LANEDOKU_INVALID && digits[81 * i + 80] == 10);
        else
            CHECK(results[i].status == LANEDOKU_UNIQUE && memcmp(digits + 81 * i, solution, 81) == 0);
    }
    options.cells = LANEDOKU_CELLS_TEXT;
    options.any_solution = 1;
    for (size_t i = 0; i < half; i++)
        memcpy(digits + 81 * i, TWO_SOLUTIONS, 81);
    CHECK(lanedoku_solve_batch(digits, half, 81, &options, digits, 81, results, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < half; i++)
        CHECK(results[i].status == LANEDOKU_MULTIPLE && lanedoku_find_error(digits + 81 * i, 81, NULL, NULL) == LANEDOKU_OK);
    free(results);
    free(records);
    free(lines);
    free(digits);
}

static void test_layouts_and_candidates(void) {
    size_t size = lanedoku_workspace_size();
    void *workspace = calloc(1, size);
    if (workspace == NULL)
        exit(2);
    test_least(workspace, size);
    test_candidates(NULL, 0);
    test_candidates(workspace, size);
    test_batch_layouts(NULL, 0);
    test_batch_layouts(workspace, size);
    free(workspace);
}

/* Finds the error in a text, and checks its message at every length of the buffer. */
static lanedoku_input_error wrong(const char *text, size_t length, const char *message) {
    lanedoku_input_error error;
    lanedoku_status status = message[0] == '\0' ? LANEDOKU_OK : LANEDOKU_INVALID;
    char *copy = exact(text, length);
    size_t needed = 0;
    memset(&error, CANARY, sizeof error);
    CHECK(lanedoku_find_error(copy, length, NULL, &error) == status);
    CHECK(lanedoku_find_error(copy, length, NULL, NULL) == status);
    CHECK(lanedoku_error_message(copy, length, NULL, NULL, 0, &needed) == status);
    CHECK(needed == strlen(message) + 1);
    for (size_t room = 0; room <= needed + 2; room++) {
        guarded out = guard(room);
        size_t again = 0;
        CHECK(lanedoku_error_message(copy, length, NULL, out.buffer, room, &again) == status);
        CHECK(again == needed);
        if (room > 0) {
            size_t written = strlen(out.buffer);
            CHECK(written <= room - 1 && written <= needed - 1);
            CHECK(memcmp(out.buffer, message, written) == 0);
            /* A multi-byte character is not cut. */
            CHECK(((unsigned char)message[written] & 0xc0) != 0x80);
            CHECK(written + 4 >= (room < needed ? room : needed));
            CHECK(only_wrote(out, written + 1));
            if (room >= needed)
                CHECK(strcmp(out.buffer, message) == 0);
        } else {
            CHECK(only_wrote(out, 0));
        }
        free(out.memory);
    }
    free(copy);
    return error;
}

static void test_errors(void) {
    lanedoku_input_error error;
    char text[200];
    char marked[84];
    char solution[81];
    uint32_t side = 0;
    guarded out = guard(32);
    size_t needed = 77;
    lanedoku_options options = defaults();

    error = wrong(PUZZLE, 81, "");
    CHECK(error.kind == LANEDOKU_NO_ERROR && error.line == 0 && error.cells[1] == 0);

    error = wrong(PUZZLE, 80, "expected 81 cells, found 80");
    CHECK(error.kind == LANEDOKU_WRONG_LENGTH && error.found == 80 && error.expected == 81);
    error = wrong(PUZZLE, 0, "expected 81 cells, found 0");
    CHECK(error.kind == LANEDOKU_WRONG_LENGTH && error.found == 0);

    error = wrong(DRAWN, sizeof DRAWN - 4, "line 11: expected 9 cells, found 8");
    CHECK(error.kind == LANEDOKU_WRONG_ROW_LENGTH);
    CHECK(error.line == 11 && error.found == 8 && error.expected == 9);

    memcpy(text, PUZZLE, 81);
    text[8] = '!';
    error = wrong(text, 81, "line 1, column 9: '!' is not valid on a 9x9 board");
    CHECK(error.kind == LANEDOKU_NOT_A_CELL && error.character == '!');
    CHECK(error.line == 1 && error.column == 9);
    memcpy(text + 8, "\xc3\xa9", 2);
    error = wrong(text, 81, "line 1, column 9: '\xc3\xa9' is not valid on a 9x9 board");
    CHECK(error.character == 0xe9);
    text[9] = '.';
    error = wrong(text, 81, "line 1, column 9: '\xef\xbf\xbd' is not valid on a 9x9 board");
    CHECK(error.character == 0xfffd);
    memcpy(text + 8, "\xe2\x80\x8b", 3);
    error = wrong(text, 81, "line 1, column 9: U+200B is not valid on a 9x9 board");
    CHECK(error.character == 0x200b && error.column == 9);
    memcpy(text + 8, PUZZLE + 8, 3);

    /* A byte order mark at the start is skipped and is not counted as a column. */
    memcpy(marked, "\xef\xbb\xbf", 3);
    memcpy(marked + 3, PUZZLE, 81);
    error = wrong(marked, 84, "");
    CHECK(error.kind == LANEDOKU_NO_ERROR);
    CHECK(lanedoku_find_side(marked, 84, &side) == LANEDOKU_OK && side == 9);
    CHECK(lanedoku_solve(marked, 84, NULL, solution, 81, NULL) == LANEDOKU_UNIQUE);
    CHECK(memcmp(solution, SOLUTION, 81) == 0);
    marked[3] = '!';
    error = wrong(marked, 84, "line 1, column 1: '!' is not valid on a 9x9 board");
    CHECK(error.column == 1);
    error = wrong(marked, 3, "expected 81 cells, found 0");
    CHECK(error.kind == LANEDOKU_WRONG_LENGTH);

    memset(text, '.', 81);
    text[9] = text[17] = '7';
    error = wrong(text, 81, "7 appears twice in row 2: row 2, column 1 and row 2, column 9");
    CHECK(error.kind == LANEDOKU_TWICE_IN_ROW && error.unit == 1 && error.digit == 7);
    CHECK(error.cells[0] == 9 && error.cells[1] == 17);
    text[17] = '.';
    text[72] = '7';
    error = wrong(text, 81, "7 appears twice in column 1: row 2, column 1 and row 9, column 1");
    CHECK(error.kind == LANEDOKU_TWICE_IN_COLUMN && error.unit == 0);
    CHECK(error.cells[0] == 9 && error.cells[1] == 72);
    text[72] = '.';
    text[20] = '7';
    error = wrong(text, 81, "7 appears twice in box 1: row 2, column 1 and row 3, column 3");
    CHECK(error.kind == LANEDOKU_TWICE_IN_BOX && error.unit == 0 && error.digit == 7);
    CHECK(error.cells[0] == 9 && error.cells[1] == 20);

    options.side = 16;
    CHECK(lanedoku_find_error(PUZZLE, 81, &options, &error) == LANEDOKU_INVALID);
    CHECK(error.expected == 256);
    CHECK(lanedoku_error_message(PUZZLE, 80, NULL, out.buffer, SIZE_MAX / 2, &needed) == LANEDOKU_INVALID);
    CHECK(needed == 28 && strcmp(out.buffer, "expected 81 cells, found 80") == 0);

    /* The error of candidates, as text and as masks. */
    {
        char marks[732];
        uint16_t masks[81];
        static const char message[] = "line 2, column 3: expected 4 or an open place, found '\xc3\xa9'";
        char *copy;
        options = defaults();
        options.cells = LANEDOKU_CELLS_MARKS;
        for (size_t i = 0; i < 729; i++)
            marks[i] = (char)('1' + i % 9);
        copy = exact(marks, 729);
        CHECK(lanedoku_find_error(copy, 729, &options, &error) == LANEDOKU_OK && error.kind == LANEDOKU_NO_ERROR);
        CHECK(lanedoku_error_message(copy, 729, &options, text, 200, &needed) == LANEDOKU_OK);
        CHECK(needed == 1 && text[0] == '\0');
        CHECK(lanedoku_find_error(copy, 728, &options, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_WRONG_LENGTH && error.found == 728 && error.expected == 729 && error.line == 0);
        CHECK(lanedoku_error_message(copy, 728, &options, text, 200, NULL) == LANEDOKU_INVALID);
        CHECK(strcmp(text, "expected 729 characters, nine for each cell, found 728") == 0);
        free(copy);
        copy = exact("1\n23\xc3\xa9", 6);
        memset(&error, CANARY, sizeof error);
        CHECK(lanedoku_find_error(copy, 6, &options, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_NOT_A_CANDIDATE && error.character == 0xe9 && error.digit == 4);
        CHECK(error.line == 2 && error.column == 3 && error.found == 0 && error.cells[0] == 0);
        for (size_t i = 0; i < 4; i++)
            CHECK(error.reserved[i] == 0);
        CHECK(lanedoku_find_error(copy, 6, &options, NULL) == LANEDOKU_INVALID);
        memset(out.buffer, CANARY, out.length);
        CHECK(lanedoku_error_message(copy, 6, &options, out.buffer, 10, &needed) == LANEDOKU_INVALID);
        CHECK(needed == sizeof message && strcmp(out.buffer, "line 2, c") == 0 && only_wrote(out, 10));
        CHECK(lanedoku_error_message(copy, 6, &options, text, 200, NULL) == LANEDOKU_INVALID);
        CHECK(strcmp(text, message) == 0);
        free(copy);

        options.cells = LANEDOKU_CELLS_CANDIDATES;
        for (size_t i = 0; i < 81; i++)
            masks[i] = (uint16_t)(i % 2 == 0 ? 0x1ff : 0);
        CHECK(lanedoku_find_error((char *)masks, 162, &options, &error) == LANEDOKU_OK);
        CHECK(lanedoku_find_error((char *)masks, 161, &options, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_WRONG_LENGTH && error.found == 161 && error.expected == 162);
        CHECK(lanedoku_error_message((char *)masks, 161, &options, text, 200, NULL) == LANEDOKU_INVALID);
        CHECK(strcmp(text, "expected 162 bytes, two for each cell, found 161") == 0);
        masks[12] = 0xfe01;
        CHECK(lanedoku_find_error((char *)masks, 162, &options, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_NOT_A_DIGIT && error.digit == 10 && error.cells[0] == 12);
        masks[12] = 0x8000;
        CHECK(lanedoku_error_message((char *)masks, 162, &options, text, 200, NULL) == LANEDOKU_INVALID);
        CHECK(strcmp(text, "row 2, column 4: 16 is not a digit of a 9x9 board") == 0);
    }
    free(out.memory);
}

/* A function of one board, which writes 81 cells to a buffer of this length. */
typedef lanedoku_status (*turner)(const char *puzzle, size_t length, const lanedoku_options *options, char *place,
                                  size_t place_length);

static lanedoku_status shuffle_7_3(const char *puzzle, size_t length, const lanedoku_options *options, char *place,
                                   size_t place_length) {
    return lanedoku_shuffle(puzzle, length, options, 7, 3, place, place_length);
}

static lanedoku_status grid_7_3(const char *puzzle, size_t length, const lanedoku_options *options, char *place,
                                size_t place_length) {
    (void)puzzle;
    (void)length;
    return lanedoku_random_grid(7, 3, options, place, place_length);
}

static void test_turner(turner call, const char *name, int reads) {
    lanedoku_options options = defaults();
    guarded out = guard(100);
    char text[81];
    char *puzzle = exact(PUZZLE, 81);
    uint8_t board[81];

    CHECK(call(puzzle, 81, &options, out.buffer, 100) == LANEDOKU_OK && only_wrote(out, 81));
    memcpy(text, out.buffer, 81);
    printf("%s %.81s\n", name, text);
    /* A drawn board, in place, as digits, and with a colliding clue. */
    CHECK(call(DRAWN, sizeof DRAWN - 1, NULL, out.buffer, 81) == LANEDOKU_OK && memcmp(out.buffer, text, 81) == 0);
    CHECK(call(puzzle, 81, NULL, puzzle, 81) == LANEDOKU_OK && memcmp(puzzle, text, 81) == 0);
    for (size_t i = 0; i < 81; i++)
        board[i] = (uint8_t)(PUZZLE[i] == '.' ? 0 : PUZZLE[i] - '0');
    options.cells = LANEDOKU_CELLS_DIGITS;
    CHECK(call((char *)board, 81, &options, (char *)board, 81) == LANEDOKU_OK);
    for (size_t i = 0; i < 81; i++)
        CHECK(text[i] == (board[i] == 0 ? '.' : board[i] + '0'));
    if (reads) {
        board[80] = 10;
        CHECK(call((char *)board, 81, &options, (char *)board, 81) == LANEDOKU_INVALID && board[80] == 10);
        memcpy(puzzle, PUZZLE, 81);
        puzzle[1] = '8';
        CHECK(call(puzzle, 81, NULL, out.buffer, 81) == LANEDOKU_OK && memcmp(out.buffer, text, 81) != 0);
    }
    free(puzzle);
    free(out.memory);
}

static void test_boards(void) {
    char form[81], other[81], shuffled[81];
    test_turner(lanedoku_canonical, "canonical", 1);
    test_turner(shuffle_7_3, "shuffled", 1);
    test_turner(grid_7_3, "grid", 0);

    /* All images of a puzzle have one canonical form, and the solution's image solves the puzzle's image. */
    CHECK(lanedoku_canonical(PUZZLE, 81, NULL, form, 81) == LANEDOKU_OK);
    for (uint64_t i = 0; i < 20; i++) {
        CHECK(lanedoku_shuffle(PUZZLE, 81, NULL, UINT64_MAX, UINT64_MAX - i, shuffled, 81) == LANEDOKU_OK);
        CHECK(memcmp(shuffled, PUZZLE, 81) != 0);
        CHECK(lanedoku_canonical(shuffled, 81, NULL, other, 81) == LANEDOKU_OK && memcmp(form, other, 81) == 0);
        CHECK(lanedoku_shuffle(SOLUTION, 81, NULL, UINT64_MAX, UINT64_MAX - i, other, 81) == LANEDOKU_OK);
        int answer = 0;
        CHECK(lanedoku_is_solution_of(other, 81, shuffled, 81, NULL, &answer) == LANEDOKU_OK && answer == 1);
        CHECK(lanedoku_random_grid(i, i, NULL, shuffled, 81) == LANEDOKU_OK);
        CHECK(lanedoku_solve(shuffled, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);
        CHECK(lanedoku_random_grid(i, i + 1, NULL, other, 81) == LANEDOKU_OK && memcmp(other, shuffled, 81) != 0);
    }
}

/* Generates puzzles in a workspace at this address. */
static void test_generate(void *workspace, size_t size) {
    enum { COUNT = 200, STRIDE = 82, LAST = (COUNT - 1) * STRIDE + 81 };
    guarded puzzles = guard(LAST);
    guarded statuses_memory = guard(COUNT * sizeof(lanedoku_status));
    lanedoku_status *statuses = (lanedoku_status *)(void *)statuses_memory.buffer;
    lanedoku_options options = defaults();
    lanedoku_generator generator;
    char others[20 * 81];
    CHECK(sizeof generator == 72);
    memset(&generator, 0, sizeof generator);

    CHECK(lanedoku_generate(7, 3, COUNT, NULL, NULL, puzzles.buffer, STRIDE, statuses, workspace, size) == LANEDOKU_OK);
    CHECK(only_wrote(puzzles, puzzles.length) && only_wrote(statuses_memory, statuses_memory.length));
    for (size_t i = 0; i < COUNT; i++) {
        CHECK(statuses[i] == LANEDOKU_UNIQUE);
        CHECK(lanedoku_solve(puzzles.buffer + i * STRIDE, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);
        if (i + 1 < COUNT)
            CHECK(is_untouched(puzzles.buffer + i * STRIDE + 81, 1));
    }
    printf("generated %.81s %.81s\n", puzzles.buffer, puzzles.buffer + (COUNT - 1) * STRIDE);
    /* Generates some of them again, as digits, with a structure of zeros. */
    options.cells = LANEDOKU_CELLS_DIGITS;
    options.step_limit = 1;
    CHECK(lanedoku_generate(7, 23, 20, &generator, &options, others, 81, statuses, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < 20 * 81; i++) {
        char cell = puzzles.buffer[(20 + i / 81) * STRIDE + i % 81];
        CHECK(others[i] == (cell == '.' ? 0 : cell - '0'));
    }

    /* With a symmetry and a number of clues, with a random symmetry, and with a pattern. */
    generator.symmetry = LANEDOKU_SYMMETRY_DIAGONAL;
    generator.fewest_clues = 28;
    generator.most_clues = 30;
    CHECK(lanedoku_generate(7, 0, 20, &generator, NULL, others, 81, statuses, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < 20; i++) {
        const char *puzzle = others + i * 81;
        size_t clues = 0;
        CHECK(statuses[i] == LANEDOKU_UNIQUE);
        for (size_t cell = 0; cell < 81; cell++) {
            clues += puzzle[cell] != '.';
            CHECK((puzzle[cell] == '.') == (puzzle[cell % 9 * 9 + cell / 9] == '.'));
        }
        CHECK(clues >= 28 && clues <= 30);
    }
    printf("symmetric %.81s\n", others);
    generator.minimal = 1;
    generator.fewest_clues = 0;
    generator.most_clues = 27;
    CHECK(lanedoku_generate(7, 0, 1, &generator, NULL, others, 81, statuses, workspace, size) == LANEDOKU_OK);
    printf("few %.81s\n", others);
    memset(&generator, 0, sizeof generator);
    generator.random_symmetry = 1;
    CHECK(lanedoku_generate(7, UINT64_MAX, 2, &generator, NULL, others, 81, statuses, workspace, size) == LANEDOKU_OK);
    printf("drawn %.81s %.81s\n", others, others + 81);
    memset(&generator, 0, sizeof generator);
    for (size_t cell = 0; cell < 81; cell++)
        if (SYMMETRIC[cell] != '.')
            generator.pattern[cell / 64] |= (uint64_t)1 << cell % 64;
    CHECK(lanedoku_generate(7, 0, 2, &generator, NULL, others, 81, statuses, workspace, size) == LANEDOKU_OK);
    for (size_t cell = 0; cell < 162; cell++)
        CHECK((others[cell] == '.') == (SYMMETRIC[cell % 81] == '.'));
    printf("pattern %.81s\n", others);

    /* If the attempts fail, no puzzle is written. */
    memset(puzzles.buffer, CANARY, puzzles.length);
    memset(&generator, 0, sizeof generator);
    generator.fewest_clues = 1;
    generator.most_clues = 10;
    generator.attempts = 2;
    CHECK(lanedoku_generate(7, 0, 5, &generator, NULL, puzzles.buffer, 81, statuses, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < 5; i++)
        CHECK(statuses[i] == LANEDOKU_LIMIT);
    CHECK(only_wrote(puzzles, 0));
    free(puzzles.memory);
    free(statuses_memory.memory);
}

/* Minimizes puzzles, some of them invalid, in a workspace at this address. */
static void test_minimize(void *workspace, size_t size) {
    enum { COUNT = 200, STRIDE = 97, MINIMAL_STRIDE = 83 };
    static const char none[] = "12345678.........9...............................................................";
    size_t puzzles_length = (COUNT - 1) * STRIDE + 81;
    char *puzzles = (char *)malloc(puzzles_length);
    guarded minimal = guard((COUNT - 1) * MINIMAL_STRIDE + 81);
    guarded statuses_memory = guard(COUNT * sizeof(lanedoku_status));
    lanedoku_status *statuses = (lanedoku_status *)(void *)statuses_memory.buffer;
    lanedoku_options options = defaults();
    char others[20 * 81];
    if (puzzles == NULL)
        exit(2);
    memset(puzzles, '#', puzzles_length);
    for (size_t i = 0; i < COUNT; i++) {
        char *puzzle = puzzles + i * STRIDE;
        CHECK(lanedoku_random_grid(1, i, NULL, puzzle, 81) == LANEDOKU_OK);
        switch (i % 10) {
        case 1: puzzle[i % 81] = '!'; break;
        case 3: puzzle[0] = puzzle[8]; break;
        case 4: memcpy(puzzle, TWO_SOLUTIONS, 81); break;
        case 6: memcpy(puzzle, none, 81); break;
        case 7: memcpy(puzzle, PUZZLE, 81); break;
        case 8: puzzle[i % 81] = '.'; break;
        }
    }
    CHECK(lanedoku_minimize(puzzles, COUNT, STRIDE, NULL, 7, 3, minimal.buffer, MINIMAL_STRIDE, statuses, workspace, size)
          == LANEDOKU_OK);
    CHECK(only_wrote(minimal, minimal.length) && only_wrote(statuses_memory, statuses_memory.length));
    for (size_t i = 0; i < COUNT; i++) {
        static const lanedoku_status expected[10] = {
            LANEDOKU_UNIQUE, LANEDOKU_INVALID, LANEDOKU_UNIQUE, LANEDOKU_INVALID, LANEDOKU_MULTIPLE,
            LANEDOKU_UNIQUE, LANEDOKU_NONE,    LANEDOKU_UNIQUE, LANEDOKU_UNIQUE,  LANEDOKU_UNIQUE};
        const char *left = minimal.buffer + i * MINIMAL_STRIDE;
        CHECK(statuses[i] == expected[i % 10]);
        if (i + 1 < COUNT)
            CHECK(is_untouched(left + 81, MINIMAL_STRIDE - 81));
        if (statuses[i] != LANEDOKU_UNIQUE) {
            CHECK(is_untouched(left, 81));
            continue;
        }
        CHECK(lanedoku_solve(left, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);
        for (size_t cell = 0; cell < 81; cell++) {
            char fewer[81];
            if (left[cell] == '.')
                continue;
            CHECK(left[cell] == puzzles[i * STRIDE + cell]);
            memcpy(fewer, left, 81);
            fewer[cell] = '.';
            CHECK(i > 20 || lanedoku_solve(fewer, 81, NULL, NULL, 0, NULL) == LANEDOKU_MULTIPLE);
        }
    }
    printf("minimized %.81s %.81s\n", minimal.buffer, minimal.buffer + (COUNT - 2) * MINIMAL_STRIDE);

    /* Minimizes some of them again, as digits and in place. */
    for (size_t i = 0; i < 20; i++)
        numbers(puzzles + (20 + i) * STRIDE, 81, others + i * 81);
    options.cells = LANEDOKU_CELLS_DIGITS;
    options.step_limit = 1;
    CHECK(lanedoku_minimize(others, 20, 81, &options, 7, 23, others, 81, statuses, workspace, size) == LANEDOKU_OK);
    for (size_t i = 0; i < 20; i++) {
        char expected[81];
        numbers((statuses[i] == LANEDOKU_UNIQUE ? minimal.buffer + (20 + i) * MINIMAL_STRIDE : puzzles + (20 + i) * STRIDE),
                81, expected);
        CHECK(memcmp(others + i * 81, expected, 81) == 0);
    }
    CHECK(lanedoku_minimize(puzzles, COUNT, STRIDE, NULL, 7, 3, puzzles, STRIDE, statuses, workspace, size)
          == LANEDOKU_OK);
    for (size_t i = 0; i < COUNT; i++) {
        if (statuses[i] == LANEDOKU_UNIQUE)
            CHECK(memcmp(puzzles + i * STRIDE, minimal.buffer + i * MINIMAL_STRIDE, 81) == 0);
        CHECK(i + 1 == COUNT || puzzles[i * STRIDE + 81] == '#');
    }

    free(puzzles);
    free(minimal.memory);
    free(statuses_memory.memory);
}

/* A generator workspace can be at any address and can serve as a workspace. Nothing else is written. */
static void test_generator(void) {
    size_t size = lanedoku_generator_workspace_size();
    CHECK(size > lanedoku_workspace_size() && size < LANEDOKU_GENERATOR_WORKSPACE_MAX);
    for (size_t offset = 0; offset < 3; offset++) {
        guarded memory = guard(size + offset);
        lanedoku_result result;
        memset(memory.buffer + offset, 0, size);
        test_generate(memory.buffer + offset, size);
        CHECK(lanedoku_solve_batch(PUZZLE, 1, 81, NULL, NULL, 0, &result, memory.buffer + offset, size) == LANEDOKU_OK);
        CHECK(result.status == LANEDOKU_UNIQUE);
        test_minimize(memory.buffer + offset, size);
        CHECK(is_untouched(memory.buffer, offset));
        CHECK(only_wrote(memory, memory.length));
        free(memory.memory);
    }
}

static void test_rate(void) {
    lanedoku_options options = defaults();
    lanedoku_rating rating, again;
    uint8_t board[81];
    char none[82] = "12345678.........9...............................................................";
    CHECK(sizeof rating == 56);

    CHECK(lanedoku_rate(PUZZLE, 81, NULL, LANEDOKU_RATING_SAMPLES, &rating) == LANEDOKU_UNIQUE);
    printf("rating %d %d %u %u %u %u\n", (int)rating.singles_only, (int)rating.locked_only,
           (unsigned)rating.least_guesses, (unsigned)rating.median_guesses, (unsigned)rating.least_sweeps,
           (unsigned)rating.median_sweeps);
    CHECK(rating.reserved[0] == 0 && rating.reserved[1] == 0 && rating.reserved[2] == 0 && rating.reserved[3] == 0);
    CHECK(rating.least_guesses > 0 && rating.least_guesses <= rating.median_guesses);
    /* An equivalent puzzle, as digits and with a step limit, has the same rating. */
    for (size_t i = 0; i < 81; i++)
        board[i] = (uint8_t)(PUZZLE[i] == '.' ? 0 : PUZZLE[i] - '0');
    options.cells = LANEDOKU_CELLS_DIGITS;
    options.step_limit = 1;
    CHECK(lanedoku_shuffle((char *)board, 81, &options, 1, 2, (char *)board, 81) == LANEDOKU_OK);
    memset(&again, CANARY, sizeof again);
    CHECK(lanedoku_rate((char *)board, 81, &options, 16, &again) == LANEDOKU_UNIQUE);
    CHECK(memcmp(&rating, &again, sizeof rating) == 0);
    CHECK(lanedoku_rate(PUZZLE, 81, NULL, 0, &rating) == LANEDOKU_UNIQUE);
    CHECK(rating.least_guesses == rating.median_guesses && rating.least_sweeps == rating.median_sweeps);
    CHECK(lanedoku_rate(PUZZLE, 81, NULL, 1, &again) == LANEDOKU_UNIQUE);
    CHECK(memcmp(&rating, &again, sizeof rating) == 0);
    CHECK(lanedoku_rate(SOLUTION, 81, NULL, 16, &rating) == LANEDOKU_UNIQUE);
    CHECK(rating.singles_only == 1 && rating.locked_only == 1 && rating.median_guesses == 0);

    memset(&rating, CANARY, sizeof rating);
    CHECK(lanedoku_rate(TWO_SOLUTIONS, 81, NULL, 16, &rating) == LANEDOKU_MULTIPLE);
    CHECK(lanedoku_rate(none, 81, NULL, 16, &rating) == LANEDOKU_NONE);
    none[1] = '1';
    CHECK(lanedoku_rate(none, 81, NULL, 16, &rating) == LANEDOKU_INVALID);
    options.side = 0;
    options.kernel = 99;
    CHECK(lanedoku_rate(PUZZLE, 81, &options, 16, &rating) == LANEDOKU_ERROR_OPTION);
    CHECK(is_unwritten(&rating, sizeof rating));
}

/* Random bytes must not cause harm. They are the same in every run. */
static void test_any_bytes(void) {
    static const char likely[] = ".0_*123456789ABCGPabcgp |-+\n\r\t";
    static const uint32_t sides[] = {4, 9, 16, 25};
    uint32_t random = 2463534242u;
    for (unsigned round = 0; round < 4000; round++) {
        lanedoku_options options = defaults();
        char solution[625];
        char message[80];
        lanedoku_result result;
        random = random * 1664525u + 1013904223u;
        size_t length = (random >> 8) % 700;
        options.side = sides[round % 4];
        options.step_limit = 100;
        if (round % 3 == 0)
            length = (size_t)options.side * options.side;
        char *text = (char *)malloc(length + 1);
        if (text == NULL)
            exit(2);
        for (size_t i = 0; i < length; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = round % 2 == 0 ? likely[(random >> 16) % (sizeof likely - 1)]
                      : (random >> 24) < 4 ? (char)(random >> 16)
                                           : '.';
        }
        lanedoku_status status =
            lanedoku_solve(text, length, &options, solution, sizeof solution, &result);
        CHECK(status > 0 && status <= LANEDOKU_INVALID);
        lanedoku_status found = lanedoku_find_error(text, length, &options, NULL);
        CHECK((found == LANEDOKU_INVALID) == (status == LANEDOKU_INVALID));
        CHECK(lanedoku_error_message(text, length, &options, message, sizeof message, NULL) == found);
        free(text);
    }
}

int main(int arguments, char **argument) {
    (void)argument;
    if (arguments > 1)
        many = 200;
    test_version();
    test_status_text();
    test_kernels();
    test_solve();
    test_sizes();
    test_limits();
    test_least(NULL, 0);
    test_any_solution();
    test_count();
    test_visit();
    test_batch(NULL, 0);
    test_batch_in_workspace();
    test_digits();
    test_first_solution();
    test_is_solution_of();
    test_long_count();
    test_layouts_and_candidates();
    test_errors();
    test_boards();
    test_generator();
    test_rate();
    test_any_bytes();
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
