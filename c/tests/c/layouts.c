/*
 * Calls the functions for boards of other layouts. Each buffer stands between canaries, the layout at an odd address.
 * What the library answers is checked with the houses that this program knows.
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

enum { SIDE = 6, CELLS = SIDE * SIDE };

static void *layout;

static guarded new_layout(const char *text) {
    guarded memory = guard(lanedoku_layout_size() + 1);
    memset(memory.buffer, 0, memory.length);
    CHECK(lanedoku_layout_init(memory.buffer + 1, memory.length - 1, text, strlen(text), NULL, 0, NULL) == LANEDOKU_OK);
    return memory;
}

/* Returns whether two cells of a 6x6 board with diagonals share a house. */
static int see(int one, int other) {
    int rows[2] = {one / SIDE, other / SIDE}, columns[2] = {one % SIDE, other % SIDE};
    return rows[0] == rows[1] || columns[0] == columns[1]
        || (rows[0] / 2 == rows[1] / 2 && columns[0] / 3 == columns[1] / 3)
        || (rows[0] == columns[0] && rows[1] == columns[1])
        || (rows[0] + columns[0] == SIDE - 1 && rows[1] + columns[1] == SIDE - 1);
}

static int is_solution(const uint8_t *digits, const uint8_t *puzzle) {
    for (int cell = 0; cell < CELLS; cell++) {
        if (digits[cell] < 1 || digits[cell] > SIDE || (puzzle[cell] != 0 && puzzle[cell] != digits[cell]))
            return 0;
        for (int other = 0; other < cell; other++)
            if (digits[other] == digits[cell] && see(other, cell))
                return 0;
    }
    return 1;
}

#ifdef __cplusplus
extern "C" {
#endif
/* Counts its calls down, and stops at 0. */
static int stop_at(const lanedoku_result *so_far, void *left) {
    CHECK(so_far->status == LANEDOKU_RUNNING && so_far->solutions == 0);
    return --*(int *)left <= 0;
}

static int show(const char *solution, size_t length, void *left) {
    static const uint8_t open[CELLS] = {0};
    CHECK(length == CELLS && is_solution((const uint8_t *)solution, open));
    return --*(int *)left <= 0;
}
#ifdef __cplusplus
}
#endif

/* Makes the steps of a person, on the candidates of this program. Returns how many there are. */
static unsigned walk(const uint8_t *puzzle, const uint8_t *solution) {
    uint8_t digits[CELLS];
    uint32_t candidates[CELLS];
    lanedoku_layout_step step;
    char text[1000];
    size_t needed;
    unsigned steps = 0;
    memcpy(digits, puzzle, CELLS);
    for (int cell = 0; cell < CELLS; cell++)
        candidates[cell] = (1u << SIDE) - 1;
    while (lanedoku_layout_next_step(layout, digits, CELLS, candidates, NULL, &step, LANEDOKU_HINT_WHY, text,
                                     sizeof text, &needed) == LANEDOKU_FOUND) {
        const char *name = lanedoku_technique_name(step.technique);
        int removes = 0;
        CHECK(strlen(text) + 1 == needed && strncmp(text + 1, name + 1, strlen(name) - 1) == 0);
        CHECK(step.level >= 10 && step.level < 60);
        for (int cell = 0; cell < CELLS; cell++) {
            removes |= (step.eliminations[cell] & candidates[cell]) != 0;
            CHECK((step.eliminations[cell] >> (solution[cell] - 1) & 1) == 0);
            candidates[cell] &= ~step.eliminations[cell];
        }
        CHECK(step.eliminations[CELLS] == 0 && step.deciding[CELLS] == 0 && step.reserved[0] == 0);
        CHECK(removes || step.digit == solution[step.cell]);
        if (step.digit != 0)
            digits[step.cell] = (uint8_t)step.digit;
        steps++;
    }
    CHECK(text[0] == '\0' && needed == 1);
    CHECK(steps == 0 || memcmp(digits, solution, CELLS) == 0);
    return steps;
}

static void test_puzzles(void) {
    guarded cells = guard(CELLS), sets = guard(CELLS * sizeof(uint32_t)), text = guard(CELLS + 1);
    uint8_t *out = (uint8_t *)cells.buffer;
    uint32_t *digits = (uint32_t *)(void *)sets.buffer;
    uint8_t solution[CELLS], puzzle[CELLS], minimal[CELLS];
    lanedoku_result result;
    for (uint64_t index = 0; index < 12; index++) {
        lanedoku_left_clues left;
        lanedoku_difficulty difficulty;
        lanedoku_grade grade;
        lanedoku_input_error error;
        size_t undecided, clues = 0, needed;
        unsigned steps;
        int wrong = 0, other = 0;
        memset(&left, 0, sizeof left);
        left.symmetry = LANEDOKU_SYMMETRY_HALF_TURN;
        left.fewest_clues = left.most_clues = 12;
        CHECK(lanedoku_layout_generate(layout, 5, index, &left, NULL, NULL, out, CELLS, &undecided) == LANEDOKU_UNIQUE);
        memcpy(puzzle, out, CELLS);
        for (int cell = 0; cell < CELLS; cell++) {
            clues += puzzle[cell] != 0;
            CHECK((puzzle[cell] != 0) == (puzzle[CELLS - 1 - cell] != 0));
        }
        CHECK(undecided == 0 && clues <= 12);

        /* In place, and with limits. */
        CHECK(lanedoku_layout_solve(layout, out, CELLS, 0, NULL, NULL, out, &result) == LANEDOKU_UNIQUE);
        CHECK(result.solutions == 1 && result.is_exact == 1 && is_solution(out, puzzle) && only_wrote(cells, CELLS));
        memcpy(solution, out, CELLS);
        CHECK(lanedoku_layout_solve(layout, puzzle, CELLS, 1, NULL, NULL, NULL, NULL) == LANEDOKU_LIMIT);
        CHECK(lanedoku_layout_grade(layout, solution, puzzle, solution, CELLS, &grade) == LANEDOKU_OK);
        CHECK(grade.is_complete && grade.is_consistent && grade.keeps_clues && grade.right_cells == CELLS);
        CHECK(lanedoku_layout_grade(layout, puzzle, puzzle, NULL, CELLS, &grade) == LANEDOKU_NONE);
        CHECK(!grade.is_complete && grade.is_consistent && grade.keeps_clues && grade.right_cells == 0);

        CHECK(lanedoku_layout_possible(layout, puzzle, CELLS, 0, NULL, NULL, digits) == LANEDOKU_UNIQUE);
        for (int cell = 0; cell < CELLS; cell++)
            CHECK(digits[cell] == 1u << (solution[cell] - 1));
        CHECK(only_wrote(sets, sets.length));

        /* A minimal puzzle needs each clue. */
        CHECK(lanedoku_layout_minimize(layout, solution, CELLS, 1, index, NULL, NULL, NULL, minimal, NULL) == LANEDOKU_UNIQUE);
        CHECK(is_solution(solution, minimal));
        CHECK(lanedoku_layout_redundant_clues(layout, minimal, CELLS, 0, NULL, NULL, out) == LANEDOKU_UNIQUE);
        for (int cell = 0; cell < CELLS; cell++)
            CHECK(out[cell] == 0);
        CHECK(lanedoku_layout_redundant_clues(layout, solution, CELLS, 0, NULL, NULL, out) == LANEDOKU_UNIQUE);
        for (int cell = 0; cell < CELLS; cell++)
            CHECK(out[cell] == 1);
        CHECK(only_wrote(cells, CELLS));

        /* A wrong digit is seen, and may be taken back. */
        while (minimal[wrong] != 0)
            wrong++;
        while (other == wrong || minimal[other] == 0 || !see(wrong, other))
            other++;
        minimal[wrong] = minimal[other];
        CHECK(lanedoku_layout_wrong_clues(layout, minimal, CELLS, 0, NULL, NULL, out) == LANEDOKU_INVALID);
        CHECK(out[wrong] == 1 && only_wrote(cells, CELLS));
        CHECK(lanedoku_layout_find_error(layout, minimal, CELLS, &error) == LANEDOKU_INVALID);
        CHECK(error.digit == minimal[other] && minimal[error.cells[0]] == minimal[error.cells[1]]);
        CHECK(error.kind != LANEDOKU_NO_ERROR && see((int)error.cells[0], (int)error.cells[1]));
        minimal[wrong] = SIDE + 1;
        CHECK(lanedoku_layout_find_error(layout, minimal, CELLS, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_NOT_A_DIGIT && error.cells[0] == (uint32_t)wrong && error.digit == SIDE + 1);
        CHECK(lanedoku_layout_find_error(layout, puzzle, CELLS, &error) == LANEDOKU_OK);
        CHECK(error.kind == LANEDOKU_NO_ERROR);

        /* The image of a solution is one. */
        CHECK(lanedoku_layout_shuffle(layout, solution, CELLS, 3, index, minimal) == LANEDOKU_OK);
        CHECK(lanedoku_layout_shuffle(layout, puzzle, CELLS, 3, index, out) == LANEDOKU_OK);
        CHECK(is_solution(minimal, out) && memcmp(out, puzzle, CELLS) != 0);

        CHECK(lanedoku_layout_text(layout, puzzle, CELLS, 0, text.buffer, text.length, &needed) == LANEDOKU_OK);
        CHECK(needed == CELLS + 1 && only_wrote(text, CELLS + 1));
        CHECK(lanedoku_layout_read(layout, text.buffer, CELLS, out, CELLS, NULL) == LANEDOKU_OK);
        CHECK(memcmp(out, puzzle, CELLS) == 0);
        text.buffer[3] = '7';
        CHECK(lanedoku_layout_read(layout, text.buffer, CELLS, out, CELLS, &error) == LANEDOKU_INVALID);
        CHECK(error.kind == LANEDOKU_NOT_A_CELL && error.column == 4 && error.character == '7');

        steps = walk(puzzle, solution);
        CHECK(lanedoku_layout_difficulty(layout, puzzle, CELLS, NULL, &difficulty) == LANEDOKU_OK);
        CHECK(difficulty.steps == steps && difficulty.level >= difficulty.pearl && difficulty.hodoku_score == 0);
    }
    free(cells.memory);
    free(sets.memory);
    free(text.memory);
}

/* Counts, visits and limits on an empty board. */
static void test_counts(void) {
    static const uint8_t open[CELLS] = {0};
    static const uint8_t none[81] = {0};
    guarded large = new_layout("9x9+windoku");
    lanedoku_result result;
    uint32_t digits[CELLS];
    int left = 7;
    CHECK(lanedoku_layout_count(layout, open, CELLS, 0, UINT64_MAX, show, &left, NULL, NULL, &result) == LANEDOKU_MULTIPLE);
    CHECK(left == 0 && result.solutions == 7 && result.is_exact == 0);
    left = 1;
    CHECK(lanedoku_layout_count(layout, open, CELLS, 0, 9, show, &left, NULL, NULL, NULL) == LANEDOKU_STOPPED);
    CHECK(lanedoku_layout_count(layout, open, CELLS, 0, 1, NULL, NULL, NULL, NULL, &result) == LANEDOKU_STOPPED);
    CHECK(result.solutions == 1);
    CHECK(lanedoku_layout_count(layout, open, CELLS, 0, 0, NULL, NULL, NULL, NULL, &result) == LANEDOKU_STOPPED);
    CHECK(result.solutions == 0 && result.steps == 0);
    /* The solutions of a larger board cannot be counted. */
    left = 3;
    CHECK(lanedoku_layout_count(large.buffer + 1, none, 81, 0, UINT64_MAX, NULL, NULL, stop_at, &left, &result) == LANEDOKU_MULTIPLE);
    CHECK(left == 0 && result.is_exact == 0 && result.solutions > 1000);
    CHECK(lanedoku_layout_count(large.buffer + 1, none, 81, 500, UINT64_MAX, NULL, NULL, NULL, NULL, &result) >= LANEDOKU_MULTIPLE);
    CHECK(result.is_exact == 0 && result.steps >= 500 && result.steps < 1000);
    free(large.memory);
    left = 1;
    CHECK(lanedoku_layout_possible(layout, open, CELLS, 0, stop_at, &left, digits) == LANEDOKU_LIMIT);
    CHECK(left == 0);
    CHECK(lanedoku_layout_possible(layout, open, CELLS, 0, NULL, NULL, digits) == LANEDOKU_MULTIPLE);
    for (int cell = 0; cell < CELLS; cell++)
        CHECK(digits[cell] == 0x3f);
}

static lanedoku_status init(const char *text, char *message, size_t length, size_t *needed) {
    guarded memory = guard(lanedoku_layout_size());
    lanedoku_status status;
    memset(memory.buffer, 0, memory.length);
    status = lanedoku_layout_init(memory.buffer, memory.length, text, strlen(text), message, length, needed);
    CHECK(only_wrote(memory, memory.length) && lanedoku_layout_side(memory.buffer) == (status == LANEDOKU_OK ? 9 : 0));
    free(memory.memory);
    return status;
}

static void test_layouts(void) {
    /* A 4x4 jigsaw, and its diagonal. */
    static const uint8_t regions[] = {7, 7, 2, 2, 7, 3, 2, 2, 7, 3, 3, 4, 3, 4, 4, 4};
    static const uint16_t diagonal[] = {15, 5, 10, 0}, wrong[] = {0, 16};
    static const uint8_t open[16] = {0};
    uint8_t solution[16];
    lanedoku_result before, after;
    guarded memory = guard(lanedoku_layout_size());
    guarded message = guard(24);
    size_t needed;
    CHECK(init("diagonal", message.buffer, 1, &needed) == LANEDOKU_OK && needed == 1 && only_wrote(message, 1));
    CHECK(init("9x9+windoku", NULL, 0, NULL) == LANEDOKU_OK);
    CHECK(init("boxes:5x6", message.buffer, message.length, &needed) == LANEDOKU_INVALID);
    CHECK(strcmp(message.buffer, "a side of 30: boards ha") == 0 && needed == 44 && only_wrote(message, 24));
    CHECK(init("diagonal, please", NULL, 0, NULL) == LANEDOKU_INVALID);

    memset(memory.buffer, 0, memory.length);
    CHECK(lanedoku_layout_init_regions(memory.buffer, memory.length, regions, 16, NULL, 0, NULL) == LANEDOKU_OK);
    CHECK(lanedoku_layout_side(memory.buffer) == 4);
    CHECK(lanedoku_layout_count(memory.buffer, open, 16, 0, UINT64_MAX, NULL, NULL, NULL, NULL, &before) == LANEDOKU_MULTIPLE);
    CHECK(lanedoku_layout_add_house(memory.buffer, wrong, 2, message.buffer, message.length, NULL) == LANEDOKU_INVALID);
    CHECK(lanedoku_layout_count(memory.buffer, open, 16, 0, UINT64_MAX, NULL, NULL, NULL, NULL, &after) == LANEDOKU_MULTIPLE);
    CHECK(before.is_exact == 1 && after.solutions == before.solutions && after.steps == before.steps);
    CHECK(lanedoku_layout_add_house(memory.buffer, diagonal, 4, NULL, 0, NULL) == LANEDOKU_OK);
    CHECK(lanedoku_layout_count(memory.buffer, open, 16, 0, UINT64_MAX, NULL, NULL, NULL, NULL, &after) >= LANEDOKU_UNIQUE);
    CHECK(after.solutions < before.solutions && after.is_exact == 1);
    if (lanedoku_layout_solve(memory.buffer, open, 16, 0, NULL, NULL, solution, NULL) == LANEDOKU_MULTIPLE)
        CHECK(solution[0] != solution[5] && solution[0] != solution[15] && solution[5] != solution[10]);
    CHECK(only_wrote(memory, memory.length));
    free(memory.memory);
    free(message.memory);
}

/* Many boards have the answers that they have alone, with and without a workspace. */
static void test_batches(const char *text, size_t cells) {
    enum { COUNT = 300 };
    guarded memory = new_layout(text), workspace = guard(lanedoku_workspace_size() + 1);
    guarded boards = guard(COUNT * cells), solutions = guard(COUNT * cells);
    guarded results = guard(COUNT * sizeof(lanedoku_result));
    uint8_t *clues = (uint8_t *)boards.buffer, solution[81];
    lanedoku_result *answers = (lanedoku_result *)(void *)results.buffer;
    memset(workspace.buffer, 0, workspace.length);
    for (uint64_t index = 0; index < COUNT; index++) {
        uint8_t *board = clues + index * cells;
        CHECK(lanedoku_layout_generate(memory.buffer + 1, 5, index % 50, NULL, NULL, NULL, board, cells, NULL) == LANEDOKU_UNIQUE);
        if (index % 4 == 1)
            board[index % cells] = (uint8_t)(index % 11);
        else if (index % 4 == 2)
            memset(board, 0, index % cells);
    }
    for (int mode = 0; mode < 4; mode++) {
        int left = 2, stops = mode == 2;
        uint64_t limit = mode == 3 ? 20 : 0;
        size_t size = mode == 0 ? 0 : workspace.length - 1, limited = 0;
        memset(solutions.buffer, 0, solutions.length);
        CHECK(lanedoku_layout_solve_batch(memory.buffer + 1, clues, cells, COUNT, limit, stops ? stop_at : NULL, &left,
                                          (uint8_t *)solutions.buffer, answers, size == 0 ? NULL : workspace.buffer + 1,
                                          size) == LANEDOKU_OK);
        CHECK(left == (stops ? 0 : 2));
        for (size_t index = 0; index < COUNT; index++) {
            lanedoku_result alone, *result = &answers[index];
            memset(solution, 0, sizeof solution);
            CHECK(lanedoku_layout_solve(memory.buffer + 1, clues + index * cells, cells, limit, NULL, NULL, solution,
                                        &alone) == alone.status);
            limited += result->status == LANEDOKU_LIMIT;
            if (result->status != LANEDOKU_LIMIT || !stops) {
                CHECK(result->status == alone.status && result->solutions == alone.solutions);
                CHECK(memcmp(solutions.buffer + index * cells, solution, cells) == 0);
            }
        }
        CHECK((limited > 0) == (mode >= 2));
        CHECK(only_wrote(solutions, solutions.length) && only_wrote(results, results.length));
        CHECK(only_wrote(boards, boards.length) && only_wrote(workspace, workspace.length));
    }
    CHECK(only_wrote(memory, memory.length));
    free(memory.memory);
    free(workspace.memory);
    free(boards.memory);
    free(solutions.memory);
    free(results.memory);
}

int main(void) {
    guarded memory = new_layout("6x6+diagonal");
    layout = memory.buffer + 1;
    test_puzzles();
    test_counts();
    test_layouts();
    test_batches("diagonal", 81);
    test_batches("6x6", 36);
    CHECK(only_wrote(memory, memory.length));
    free(memory.memory);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
