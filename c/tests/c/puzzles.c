/*
 * Calls the functions for many boards and for related puzzles: batches of canonical forms and ratings, symmetries,
 * redundant clues, minimal puzzles and neighbours. As in every_function.c, each buffer stands between canaries.
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

enum { STRIDE = 83, COUNT = 300 };

static lanedoku_options defaults(void) {
    lanedoku_options options;
    memset(&options, 0, sizeof options);
    return options;
}

/* Returns lines of COUNT boards: puzzles, full grids, boards without one solution, and texts that are no boards. */
static guarded boards(void) {
    guarded lines = guard((COUNT - 1) * STRIDE + 81);
    memset(lines.buffer, '#', lines.length);
    for (size_t i = 0; i < COUNT; i++) {
        char *line = lines.buffer + i * STRIDE;
        CHECK(lanedoku_shuffle(i % 3 == 1 ? SOLUTION : PUZZLE, 81, NULL, 5, i, line, 81) == LANEDOKU_OK);
        if (i % 7 == 2)
            line[i % 81] = '!';
        if (i % 7 == 3)
            memset(line, '.', 81);
        if (i % 7 == 4)
            memcpy(line, "11", 2);
        if (i % 7 == 5)
            memcpy(line, "12345678..........9..............................................................", 81);
        if (i % 7 == 5)
            memcpy(line + 17, "9.", 2);
    }
    return lines;
}

/* A batch of boards. It gets puzzles, a count, a stride, options, an output, its stride and statuses. */
typedef lanedoku_status (*batch)(const char *puzzles, size_t count, size_t stride, const lanedoku_options *options,
                                 void *output, size_t output_stride, lanedoku_status *statuses);

static void *workspace;
static size_t workspace_size;

static lanedoku_status canonical(const char *puzzles, size_t count, size_t stride, const lanedoku_options *options,
                                 void *output, size_t output_stride, lanedoku_status *statuses) {
    return lanedoku_canonical_batch(puzzles, count, stride, options, (char *)output, output_stride, statuses);
}

static lanedoku_status rated(const char *puzzles, size_t count, size_t stride, const lanedoku_options *options,
                             void *output, size_t output_stride, lanedoku_status *statuses) {
    (void)output_stride;
    return lanedoku_rate_batch(puzzles, count, stride, options, 2, (lanedoku_rating *)output, statuses);
}

static lanedoku_status redundant(const char *puzzles, size_t count, size_t stride, const lanedoku_options *options,
                                 void *output, size_t output_stride, lanedoku_status *statuses) {
    (void)output_stride;
    return lanedoku_redundant_clues(puzzles, count, stride, options, (uint64_t *)output, statuses, workspace,
                                    workspace_size);
}

static lanedoku_status possible(const char *puzzles, size_t count, size_t stride, const lanedoku_options *options,
                                void *output, size_t output_stride, lanedoku_status *statuses) {
    (void)output_stride;
    return lanedoku_possible(puzzles, count, stride, options, (uint16_t *)output, NULL, statuses, workspace,
                             workspace_size);
}

static void test_digits(batch call, size_t item) {
    lanedoku_options options = defaults();
    guarded lines = boards();
    guarded out = guard(4 * 100);
    guarded statuses_memory = guard(2 * sizeof(lanedoku_status));
    lanedoku_status *statuses = (lanedoku_status *)(void *)statuses_memory.buffer;
    options = defaults();
    options.cells = LANEDOKU_CELLS_DIGITS;
    memset(lines.buffer, 0, 2 * 81);
    lines.buffer[80] = 10;
    CHECK(call(lines.buffer, 1, 81, &options, out.buffer, 81, statuses) == LANEDOKU_OK);
    CHECK(statuses[0] == LANEDOKU_INVALID && only_wrote(out, 0));
    for (size_t i = 0; i < 81; i++)
        lines.buffer[81 + i] = (char)(PUZZLE[i] == '.' ? 0 : PUZZLE[i] - '0');
    CHECK(call(lines.buffer + 81, 1, 81, &options, out.buffer, 81, statuses) == LANEDOKU_OK);
    CHECK(statuses[0] == (item == 81 ? LANEDOKU_OK : LANEDOKU_UNIQUE) && only_wrote(out, item));
    CHECK(only_wrote(statuses_memory, sizeof *statuses));
    free(lines.memory);
    free(out.memory);
    free(statuses_memory.memory);
}

/* Each board of a batch has the answer that it has alone. */
static void test_batches(void) {
    guarded lines = boards();
    guarded forms = guard((COUNT - 1) * 90 + 81);
    guarded ratings_memory = guard(COUNT * sizeof(lanedoku_rating));
    guarded redundant_memory = guard(COUNT * 2 * sizeof(uint64_t));
    guarded statuses_memory = guard(COUNT * sizeof(lanedoku_status));
    lanedoku_rating *ratings = (lanedoku_rating *)(void *)ratings_memory.buffer;
    uint64_t *bits = (uint64_t *)(void *)redundant_memory.buffer;
    lanedoku_status *statuses = (lanedoku_status *)(void *)statuses_memory.buffer;

    CHECK(lanedoku_canonical_batch(lines.buffer, COUNT, STRIDE, NULL, forms.buffer, 90, statuses) == LANEDOKU_OK);
    for (size_t i = 0; i < COUNT; i++) {
        const char *form = forms.buffer + 90 * i;
        char alone[81];
        memset(alone, CANARY, sizeof alone);
        CHECK(lanedoku_canonical(lines.buffer + i * STRIDE, 81, NULL, alone, 81) == statuses[i]);
        CHECK(memcmp(form, alone, 81) == 0 && statuses[i] == (i % 7 == 2 ? LANEDOKU_INVALID : LANEDOKU_OK));
        CHECK(i + 1 == COUNT || is_untouched(form + 81, 9));
    }
    CHECK(only_wrote(forms, forms.length) && only_wrote(statuses_memory, statuses_memory.length));

    CHECK(lanedoku_rate_batch(lines.buffer, 60, STRIDE, NULL, 2, ratings, statuses) == LANEDOKU_OK);
    for (size_t i = 0; i < 60; i++) {
        lanedoku_rating alone;
        memset(&alone, CANARY, sizeof alone);
        CHECK(lanedoku_rate(lines.buffer + i * STRIDE, 81, NULL, 2, &alone) == statuses[i]);
        CHECK(memcmp(&alone, &ratings[i], sizeof alone) == 0);
    }
    CHECK(only_wrote(ratings_memory, 60 * sizeof *ratings));

    /* A clue is redundant if the puzzle without it has one solution. */
    CHECK(lanedoku_redundant_clues(lines.buffer, COUNT, STRIDE, NULL, bits, statuses, workspace, workspace_size)
          == LANEDOKU_OK);
    for (size_t i = 0; i < COUNT; i++) {
        char *puzzle = lines.buffer + i * STRIDE;
        CHECK(statuses[i] == lanedoku_solve(puzzle, 81, NULL, NULL, 0, NULL));
        if (statuses[i] != LANEDOKU_UNIQUE) {
            CHECK(is_untouched((const char *)&bits[2 * i], 16));
            continue;
        }
        CHECK(bits[2 * i + 1] >> (81 - 64) == 0);
        for (size_t cell = 0; cell < 81; cell++) {
            char clue = puzzle[cell];
            puzzle[cell] = '.';
            int is_redundant = clue != '.' && lanedoku_solve(puzzle, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE;
            puzzle[cell] = clue;
            CHECK((int)(bits[2 * i + cell / 64] >> (cell % 64) & 1) == is_redundant);
        }
    }
    CHECK(only_wrote(redundant_memory, redundant_memory.length));

    /* In place. */
    CHECK(lanedoku_canonical_batch(lines.buffer, COUNT, STRIDE, NULL, lines.buffer, STRIDE, statuses) == LANEDOKU_OK);
    for (size_t i = 0; i < COUNT; i++)
        CHECK(i % 7 == 2 || memcmp(lines.buffer + i * STRIDE, forms.buffer + 90 * i, 81) == 0);
    CHECK(only_wrote(lines, lines.length) && lines.buffer[81] == '#');
    free(lines.memory);
    free(forms.memory);
    free(ratings_memory.memory);
    free(redundant_memory.memory);
    free(statuses_memory.memory);
}

static void test_symmetry(void) {
    lanedoku_board_symmetry symmetry;
    guarded out = guard(90);
    char expected[81];
    memset(&symmetry, 0, sizeof symmetry);
    for (uint8_t i = 0; i < 9; i++) {
        symmetry.rows[i] = symmetry.columns[i] = i;
        symmetry.digits[i] = (uint8_t)(i + 1);
    }
    CHECK(sizeof symmetry == 32);
    CHECK(lanedoku_apply_symmetry(PUZZLE, 81, NULL, &symmetry, out.buffer, 90) == LANEDOKU_OK);
    CHECK(memcmp(out.buffer, PUZZLE, 81) == 0 && only_wrote(out, 81));
    /* The first two rows, the last two columns and two digits change places, after rows and columns. */
    symmetry.transposes = 1;
    symmetry.rows[0] = 1;
    symmetry.rows[1] = 0;
    symmetry.columns[7] = 8;
    symmetry.columns[8] = 7;
    symmetry.digits[2] = 8;
    symmetry.digits[7] = 3;
    for (size_t cell = 0; cell < 81; cell++) {
        char clue = SOLUTION[9 * symmetry.columns[cell % 9] + symmetry.rows[cell / 9]];
        expected[cell] = (char)(clue == '3' ? '8' : clue == '8' ? '3' : clue);
    }
    CHECK(lanedoku_apply_symmetry(SOLUTION, 81, NULL, &symmetry, out.buffer, 90) == LANEDOKU_OK);
    CHECK(memcmp(out.buffer, expected, 81) == 0);
    CHECK(lanedoku_solve(out.buffer, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);

    free(out.memory);
}

typedef struct visits {
    uint64_t seen, stop;
    size_t clues; /* that each puzzle has, or 0 for any number */
    const char *inside; /* a puzzle that has all clues, or NULL */
} visits;

static int see(const char *puzzle, size_t length, void *user) {
    visits *mine = (visits *)user;
    size_t clues = 0;
    CHECK(length == 81);
    for (size_t cell = 0; cell < 81; cell++) {
        clues += puzzle[cell] != '.';
        if (mine->inside != NULL)
            CHECK(puzzle[cell] == '.' || puzzle[cell] == mine->inside[cell]);
    }
    CHECK(mine->clues == 0 || clues == mine->clues);
    if (mine->seen % 10 == 0)
        CHECK(lanedoku_solve(puzzle, length, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE);
    return ++mine->seen == mine->stop;
}

/* Puzzles of another status than one solution, and their status. */
static const struct {
    const char *text;
    size_t length;
    lanedoku_status status;
} others[] = {
    {".................................................................................", 81, LANEDOKU_MULTIPLE},
    {"12345678.........9...............................................................", 81, LANEDOKU_NONE},
    {"11...............................................................................", 81, LANEDOKU_INVALID},
    {"1", 1, LANEDOKU_INVALID},
};

static void test_visit_minimal(void) {
    lanedoku_options options = defaults();
    char rich[81];
    visits state;
    uint64_t visited = 77;
    memcpy(rich, PUZZLE, 81);
    memcpy(rich, SOLUTION, 5);
    memset(&state, 0, sizeof state);
    state.inside = rich;
    options.step_limit = 1; /* ignored */
    CHECK(lanedoku_visit_minimal(rich, 81, &options, see, &state, &visited, workspace, workspace_size)
          == LANEDOKU_OK);
    CHECK(visited == state.seen && visited > 1);
    /* The order is the same, and the visitor stops it. */
    state.stop = visited - 1;
    state.seen = 0;
    CHECK(lanedoku_visit_minimal(rich, 81, NULL, see, &state, &visited, workspace, workspace_size)
          == LANEDOKU_STOPPED);
    CHECK(visited == state.stop && state.seen == state.stop);
    CHECK(lanedoku_visit_minimal(rich, 81, NULL, see, &state, NULL, workspace, workspace_size) == LANEDOKU_OK);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        visited = 77;
        CHECK(lanedoku_visit_minimal(others[i].text, others[i].length, NULL, see, &state, &visited, workspace,
                                     workspace_size) == others[i].status);
        CHECK(visited == 0);
    }
}

static void test_visit_neighbours(void) {
    enum { ROOM = 5000 };
    lanedoku_options options = defaults();
    guarded memory = guard(ROOM * 81 + 80);
    visits state;
    uint64_t visited = 77, skipped = 77, all;
    memset(&state, 0, sizeof state);
    state.clues = 21;
    options.step_limit = 1; /* ignored */
    CHECK(lanedoku_visit_neighbours(PUZZLE, 81, &options, 1, 1, see, &state, memory.buffer, memory.length, &visited,
                                    &skipped) == LANEDOKU_OK);
    CHECK(visited == state.seen && visited == 26 && skipped == 0);
    CHECK(only_wrote(memory, ROOM * 81));
    all = visited;
    /* With less memory, some choices are skipped. */
    state.seen = 0;
    CHECK(lanedoku_visit_neighbours(PUZZLE, 81, NULL, 1, 1, see, &state, memory.buffer, 200 * 81, &visited, &skipped)
          == LANEDOKU_OK);
    CHECK(visited == state.seen && visited > 0 && visited < all && skipped > 0);
    state.seen = 0;
    state.stop = 3;
    CHECK(lanedoku_visit_neighbours(PUZZLE, 81, NULL, 1, 1, see, &state, memory.buffer, memory.length, &visited, NULL)
          == LANEDOKU_STOPPED);
    CHECK(visited == 3 && state.seen == 3);
    state.clues = 22;
    state.stop = 0;
    state.seen = 0;
    CHECK(lanedoku_visit_neighbours(PUZZLE, 81, NULL, 0, 1, see, &state, memory.buffer, 81, NULL, &skipped)
          == LANEDOKU_OK);
    CHECK(state.seen == 60 && skipped == 0);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        visited = skipped = 77;
        CHECK(lanedoku_visit_neighbours(others[i].text, others[i].length, NULL, 1, 1, see, &state, memory.buffer, 810,
                                        &visited, &skipped) == others[i].status);
        CHECK(visited == 0 && skipped == 0);
    }
    free(memory.memory);
}

/* The mask of a puzzle's cell, and whether the sets of wrong clues have this cell. */
static int has(const uint64_t cells[2], int cell) {
    return (int)(cells[cell / 64] >> (cell % 64) & 1);
}

static void test_possible_digits(void) {
    static uint16_t digits[COUNT * 81], alone[COUNT * 81], bound[COUNT * 81];
    static lanedoku_status statuses[COUNT], others[COUNT];
    static uint8_t moves[2 * 81 * 9];
    static char copies[81 * 9 * 81];
    lanedoku_options options = defaults();
    guarded lines = boards();
    memset(digits, CANARY, sizeof digits);
    memset(alone, CANARY, sizeof alone);
    CHECK(lanedoku_possible(lines.buffer, COUNT, STRIDE, NULL, digits, bound, statuses, workspace, workspace_size)
          == LANEDOKU_OK);
    CHECK(lanedoku_possible(lines.buffer, COUNT, STRIDE, NULL, alone, NULL, others, NULL, 0) == LANEDOKU_OK);
    CHECK(memcmp(digits, alone, sizeof digits) == 0 && memcmp(statuses, others, sizeof statuses) == 0);
    for (size_t i = 0; i < 30; i++) {
        const char *line = lines.buffer + i * STRIDE;
        CHECK(statuses[i] == lanedoku_solve(line, 81, NULL, NULL, 0, NULL));
        if (statuses[i] == LANEDOKU_INVALID)
            continue;
        CHECK(memcmp(digits + 81 * i, bound + 81 * i, 81 * sizeof *digits) == 0);
        for (size_t move = 0; move < 81 * 9; move++) {
            memcpy(copies + 81 * move, line, 81);
            moves[2 * move] = (uint8_t)(move / 9);
            moves[2 * move + 1] = (uint8_t)(move % 9 + 1);
        }
        static lanedoku_status kept[81 * 9], kept_alone[81 * 9];
        CHECK(lanedoku_moves_keep_solution(copies, 81 * 9, 81, NULL, moves, kept, workspace, workspace_size)
              == LANEDOKU_OK);
        CHECK(lanedoku_moves_keep_solution(copies, 81 * 9, 81, NULL, moves, kept_alone, NULL, 0) == LANEDOKU_OK);
        CHECK(memcmp(kept, kept_alone, sizeof kept) == 0);
        for (size_t move = 0; move < 81 * 9; move++)
            if (line[move / 9] == '.')
                CHECK((kept[move] == LANEDOKU_FOUND) == (digits[81 * i + move / 9] >> (move % 9) & 1));
    }

    /* The possible digits as candidates allow the same, also in place. */
    memcpy(alone, digits, sizeof digits);
    options.cells = LANEDOKU_CELLS_CANDIDATES;
    CHECK(lanedoku_possible((char *)alone, COUNT, 162, &options, alone, NULL, others, workspace, workspace_size)
          == LANEDOKU_OK);
    CHECK(memcmp(alone, digits, sizeof digits) == 0 && memcmp(statuses, others, sizeof statuses) == 0);
    /* Masks at odd addresses, without lanes. */
    char *odd = (char *)malloc(COUNT * 163 + 1);
    if (odd == NULL)
        exit(2);
    for (size_t i = 0; i < COUNT; i++)
        memcpy(odd + 163 * i + 1, digits + 81 * i, 162);
    CHECK(lanedoku_possible(odd + 1, COUNT, 163, &options, bound, NULL, others, NULL, 0) == LANEDOKU_OK);
    CHECK(memcmp(statuses, others, sizeof statuses) == 0);
    for (size_t i = 0; i < COUNT; i++)
        CHECK(others[i] == LANEDOKU_INVALID || memcmp(bound + 81 * i, digits + 81 * i, 162) == 0);
    free(odd);
    /* A text of candidates. */
    char text[729];
    memset(text, '.', sizeof text);
    options.cells = LANEDOKU_CELLS_MARKS;
    for (size_t i = 0; i < 729; i++)
        if (alone[i / 9] >> i % 9 & 1)
            text[i] = (char)('1' + i % 9);
    CHECK(lanedoku_possible(text, 1, 729, &options, bound, NULL, others, NULL, 0) == LANEDOKU_OK);
    CHECK(others[0] == statuses[0] && memcmp(bound, digits, 162) == 0);
    options.cells = LANEDOKU_CELLS_TEXT;

    /* A step limit leaves bounds. */
    char open[81];
    memset(open, '.', sizeof open);
    options.step_limit = 30;
    CHECK(lanedoku_possible(open, 1, 81, &options, alone, bound, others, NULL, 0) == LANEDOKU_OK);
    CHECK(others[0] == LANEDOKU_LIMIT && (alone[0] & ~bound[0]) == 0 && bound[0] == 511);
    options.step_limit = 1;
    static const uint8_t first[2] = {0, 1};
    CHECK(lanedoku_moves_keep_solution(open, 1, 81, &options, first, others, NULL, 0) == LANEDOKU_OK);
    CHECK(others[0] == LANEDOKU_LIMIT);
    free(lines.memory);
}

static void test_wrong_clues(void) {
    lanedoku_wrong_clues wrong;
    char board[81];
    CHECK(lanedoku_find_wrong_clues(PUZZLE, 81, NULL, &wrong) == LANEDOKU_UNIQUE);
    CHECK(!wrong.removable[0] && !wrong.removable[1] && !wrong.colliding[0] && !wrong.undecided[0]);
    int cell = 0;
    while (PUZZLE[cell] != '.')
        cell++;
    for (char digit = '1'; digit <= '9'; digit++) {
        memcpy(board, PUZZLE, 81);
        board[cell] = digit;
        memset(&wrong, CANARY, sizeof wrong);
        lanedoku_status status = lanedoku_find_wrong_clues(board, 81, NULL, &wrong);
        CHECK(status == lanedoku_solve(board, 81, NULL, NULL, 0, NULL));
        CHECK(has(wrong.removable, cell) == (digit != SOLUTION[cell]));
        CHECK(has(wrong.colliding, cell) == (status == LANEDOKU_INVALID));
    }
    memset(&wrong, CANARY, sizeof wrong);
    CHECK(lanedoku_find_wrong_clues("1", 1, NULL, &wrong) == LANEDOKU_INVALID);
    CHECK(is_untouched((const char *)&wrong, sizeof wrong));
}

int main(void) {
    workspace_size = lanedoku_generator_workspace_size();
    workspace = calloc(1, workspace_size);
    if (workspace == NULL)
        return 2;
    test_digits(canonical, 81);
    test_digits(rated, sizeof(lanedoku_rating));
    test_digits(redundant, 2 * sizeof(uint64_t));
    test_digits(possible, 81 * sizeof(uint16_t));
    test_possible_digits();
    test_wrong_clues();
    test_batches();
    test_symmetry();
    test_visit_minimal();
    test_visit_neighbours();
    free(workspace);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
