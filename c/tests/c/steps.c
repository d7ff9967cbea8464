/*
 * Calls the functions that solve puzzles as a person does: the next step, the whole way, difficulties, and the names of
 * techniques. As in every_function.c, each buffer stands between canaries. The steps are made here, on the candidates
 * of this program, and must never remove a digit of the solution.
 *
 * Prints the way of a puzzle, and each failed check with its line. The exit code is 1 if any check failed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanedoku.h>

#include "check.h"
#include "guard.h"

enum { STRIDE = 82, COUNT = 60, MOST_STEPS = 400 };

static guarded workspace;

static lanedoku_options defaults(void) {
    lanedoku_options options;
    memset(&options, 0, sizeof options);
    return options;
}

/* Returns lines of COUNT puzzles with one solution. */
static guarded puzzles(void) {
    guarded lines = guard(COUNT * STRIDE);
    lanedoku_status statuses[COUNT];
    lanedoku_generator wanted;
    size_t size = lanedoku_generator_workspace_size();
    void *memory = calloc(1, size);
    if (memory == NULL)
        exit(2);
    memset(lines.buffer, '\n', lines.length);
    memset(&wanted, 0, sizeof wanted);
    CHECK(lanedoku_generate(26, 0, COUNT, &wanted, NULL, lines.buffer, STRIDE, statuses, memory, size) == LANEDOKU_OK);
    free(memory);
    return lines;
}

/* A board with candidates. */
typedef struct marks {
    char digits[81];
    uint16_t candidates[81];
} marks;

static void place(marks *board, int cell, int digit) {
    board->digits[cell] = (char)('0' + digit);
    board->candidates[cell] = 0;
    for (int other = 0; other < 81; other++)
        if (other / 9 == cell / 9 || other % 9 == cell % 9
            || (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3))
            board->candidates[other] &= (uint16_t)~(1 << (digit - 1));
}

static marks read_marks(const char *puzzle) {
    marks board;
    memset(board.digits, '.', 81);
    for (int cell = 0; cell < 81; cell++)
        board.candidates[cell] = 0x1ff;
    for (int cell = 0; cell < 81; cell++)
        if (puzzle[cell] != '.')
            place(&board, cell, puzzle[cell] - '0');
    return board;
}

/* Makes a step, and checks that it makes progress and keeps the solution. */
static void make(marks *board, const lanedoku_step *step, const char *solution) {
    int changes = step->digit != 0;
    CHECK(step->technique >= 1 && lanedoku_technique_name(step->technique) != NULL);
    CHECK(step->level >= 10 && step->level < 200);
    CHECK(step->units >> 27 == 0 && step->link_count <= LANEDOKU_STEP_LINKS);
    for (int cell = 0; cell < 81; cell++) {
        uint16_t removed = step->eliminations[cell];
        changes |= (removed & board->candidates[cell]) != 0;
        CHECK(removed >> 9 == 0 && (removed >> (solution[cell] - '1') & 1) == 0);
        board->candidates[cell] &= (uint16_t)~removed;
    }
    if (step->digit != 0) {
        CHECK(step->cell < 81 && board->digits[step->cell] == '.' && solution[step->cell] == '0' + step->digit);
        place(board, step->cell, step->digit);
    }
    for (size_t i = 0; i < LANEDOKU_STEP_LINKS; i++) {
        lanedoku_link link = step->links[i];
        if (i < step->link_count)
            CHECK(link.cell < 81 && link.digit >= 1 && link.digit <= 9 && link.is_true <= 1 && link.from <= i);
        else
            CHECK(link.cell == 0 && link.digit == 0 && link.is_true == 0 && link.from == 0);
    }
    /* Steps without links and grouped chains have groups there; what rests on several has units and patterns. */
    const char *name = lanedoku_technique_name(step->technique);
    int has_groups = step->link_count == 0 || strncmp(name, "grouped", 7) == 0 || strncmp(name, "dynamic", 7) == 0 ||
        strncmp(name, "nested", 6) == 0 || strcmp(name, "Nishio") == 0 || strstr(name, "forcing") != NULL;
    for (size_t i = 0; i < sizeof step->inside; i++)
        CHECK(step->inside[i] == 0 || has_groups);
    lanedoku_step_parts found;
    memset(&found, CANARY, sizeof found);
    CHECK(lanedoku_find_step_parts(step, &found) == LANEDOKU_OK && found.count <= LANEDOKU_STEP_PARTS);
    CHECK(found.count == 0 || step->link_count == 0);
    for (size_t i = 0; i < LANEDOKU_STEP_PARTS; i++) {
        CHECK((lanedoku_role_name(found.parts[i].role) != NULL) == (i < found.count));
        for (int cell = 0; cell < 81; cell++)
            CHECK((found.parts[i].candidates[cell] & ~(step->deciding[cell] | step->eliminations[cell])) == 0);
    }
    for (size_t i = 0; i < (size_t)step->link_count + 1; i++) {
        lanedoku_step_link link;
        memset(&link, CANARY, sizeof link);
        lanedoku_status status = lanedoku_find_step_link(step, i, &link);
        CHECK(status == (i < step->link_count ? LANEDOKU_OK : LANEDOKU_ERROR_OPTION));
        if (status != LANEDOKU_OK)
            break;
        CHECK(link.cell_count >= 1 && link.cells[0] == step->links[i].cell && link.strength <= 2);
        CHECK((link.cause_count == 0) == (step->links[i].from == i) && (link.cause_count < 2 || link.strength == 0));
        size_t is_named = link.cause_count == 0;
        for (size_t cause = 0; cause < link.cause_count; cause++) {
            CHECK(link.causes[cause] < i);
            is_named += link.causes[cause] == step->links[i].from;
        }
        CHECK(is_named == 1);
    }
    CHECK(changes);
}

static const char *sentence(const lanedoku_step *step, lanedoku_hint hint) {
    static char text[10000];
    CHECK(lanedoku_step_text(step, hint, text, sizeof text, NULL) == LANEDOKU_OK);
    return text;
}

static lanedoku_techniques named(const char *names) {
    lanedoku_techniques found;
    CHECK(lanedoku_techniques_from_names(names, strlen(names), &found) == LANEDOKU_OK);
    return found;
}

/* A set has the bits of its techniques, and the names of sets stand for many. */
static void test_sets(void) {
    lanedoku_techniques all = named("all"), none = named("all, -all"), some = named("Full House,grouped-aic");
    uint64_t bits[2] = {0, 0};
    lanedoku_technique last = 0;
    for (lanedoku_technique t = 1; lanedoku_technique_name(t) != NULL; t++) {
        const char *name = lanedoku_technique_name(t);
        lanedoku_techniques one = named(name);
        int is_last = lanedoku_technique_name(t + 1) == NULL;
        CHECK(one.bits[t / 64] == (is_last ? 0 : UINT64_C(1) << t % 64) && one.bits[1 - t / 64] == 0);
        bits[0] |= one.bits[0];
        bits[1] |= one.bits[1];
        last = strcmp(name, "grouped AIC") == 0 ? t : last;
    }
    CHECK(last > 63 && memcmp(all.bits, bits, sizeof bits) == 0);
    CHECK(none.bits[0] == 0 && none.bits[1] == 0);
    CHECK(some.bits[0] == 2 && some.bits[1] == UINT64_C(1) << last % 64);
}

/* The way of a puzzle is that of its next steps, and its difficulty is that of its steps. */
static void test_way(const char *puzzle, const lanedoku_techniques *techniques, int prints) {
    guarded steps_memory = guard(MOST_STEPS * sizeof(lanedoku_step));
    lanedoku_step *steps = (lanedoku_step *)(void *)steps_memory.buffer;
    lanedoku_difficulty difficulty, alone;
    lanedoku_step next;
    uint32_t counts[LANEDOKU_TECHNIQUE_COUNTS], level = 0, pearl = 0;
    int has_placed = 0;
    char solution[81];
    marks board = read_marks(puzzle);
    memset(counts, 0, sizeof counts);
    CHECK(lanedoku_solve(puzzle, 81, NULL, solution, 81, NULL) == LANEDOKU_UNIQUE);
    CHECK(lanedoku_explain(puzzle, 81, NULL, techniques, steps, MOST_STEPS, &difficulty, workspace.buffer,
                           workspace.length) == LANEDOKU_UNIQUE);
    CHECK(only_wrote(steps_memory, difficulty.steps * sizeof *steps));
    CHECK(lanedoku_explain(puzzle, 81, NULL, techniques, NULL, 0, &alone, workspace.buffer, workspace.length)
          == LANEDOKU_UNIQUE);
    CHECK(memcmp(&alone, &difficulty, sizeof alone) == 0);
    for (size_t i = 0; i < difficulty.steps; i++) {
        memset(&next, CANARY, sizeof next);
        CHECK(lanedoku_next_step(board.digits, 81, NULL, board.candidates, techniques, &next, workspace.buffer,
                                 workspace.length) == LANEDOKU_FOUND);
        CHECK(memcmp(&next, &steps[i], sizeof next) == 0);
        if (prints)
            printf("step %s\n", sentence(&next, LANEDOKU_HINT_WHY));
        make(&board, &next, solution);
        counts[next.technique]++;
        CHECK(i > 0 || difficulty.diamond == next.level);
        level = level > next.level ? level : next.level;
        pearl = has_placed ? pearl : level;
        has_placed |= next.digit != 0;
        if (next.level == difficulty.level) {
            CHECK(counts[difficulty.hardest] > 0);
        }
    }
    CHECK(lanedoku_next_step(board.digits, 81, NULL, board.candidates, techniques, &next, workspace.buffer,
                             workspace.length) == LANEDOKU_NONE);
    for (size_t i = 0; i < LANEDOKU_TECHNIQUE_COUNTS; i++)
        CHECK(counts[i] == difficulty.counts[i]);
    if (memcmp(board.digits, solution, 81) == 0) {
        CHECK(difficulty.level == level && difficulty.pearl == pearl);
    } else {
        CHECK(difficulty.level == 200 && strcmp(lanedoku_technique_name(difficulty.hardest), "needs more") == 0);
        CHECK(lanedoku_technique_name(difficulty.hardest + 1) == NULL);
    }
    /* The first steps only. */
    memset(steps_memory.buffer, CANARY, steps_memory.length);
    CHECK(lanedoku_explain(puzzle, 81, NULL, techniques, steps, 1, &alone, workspace.buffer, workspace.length)
          == LANEDOKU_UNIQUE);
    CHECK(only_wrote(steps_memory, sizeof *steps) && memcmp(&alone, &difficulty, sizeof alone) == 0);
    CHECK(only_wrote(workspace, workspace.length));
    free(steps_memory.memory);
}

static void test_ways(const char *lines) {
    lanedoku_techniques plain = named("scale,-uniqueness");
    for (size_t i = 0; i < COUNT; i++)
        test_way(lines + i * STRIDE, i % 2 ? NULL : &plain, i == 0);
    lanedoku_techniques all = {{UINT64_MAX, UINT64_MAX}}, one = {{UINT64_C(1) << 2, 0}};
    lanedoku_techniques in_order = named("hodoku");
    lanedoku_difficulty scored, unscored;
    CHECK(in_order.bits[1] >> 63 == 1 && all.bits[1] >> 63 == 1);
    for (size_t i = 0; i < COUNT; i++) {
        const char *puzzle = lines + i * STRIDE;
        test_way(puzzle, &in_order, 0);
        CHECK(lanedoku_explain(puzzle, 81, NULL, &in_order, NULL, 0, &scored, workspace.buffer, workspace.length)
              == LANEDOKU_UNIQUE);
        CHECK(lanedoku_explain(puzzle, 81, NULL, i % 2 ? NULL : &all, NULL, 0, &unscored, workspace.buffer,
                               workspace.length)
              == LANEDOKU_UNIQUE);
        CHECK((scored.hodoku_score > 0) == (scored.level < 200) && (scored.hodoku_class > 0) == (scored.level < 200));
        CHECK(scored.hodoku_class <= 5 && unscored.hodoku_score == 0 && unscored.hodoku_class == 0);
    }
    test_way(lines, &all, 0);
    test_way(lines + STRIDE, &one, 0);
}

/* Each puzzle of a batch has the difficulty that it has alone. */
static void test_batch(char *lines) {
    lanedoku_options options = defaults();
    guarded found_memory = guard(COUNT * sizeof(lanedoku_difficulty));
    guarded statuses_memory = guard(COUNT * sizeof(lanedoku_status));
    lanedoku_difficulty *found = (lanedoku_difficulty *)(void *)found_memory.buffer;
    lanedoku_status *statuses = (lanedoku_status *)(void *)statuses_memory.buffer;
    lanedoku_difficulty alone;
    char digits[81];
    memset(lines + 3 * STRIDE, '.', 81);
    memcpy(lines + 4 * STRIDE, "11", 2);
    lines[5 * STRIDE + 40] = '!';
    memcpy(lines + 6 * STRIDE, "12345678..........9..............................................................", 81);
    memcpy(lines + 6 * STRIDE + 17, "9.", 2);
#define BATCH(puzzles, count, stride, options, found, statuses)                                                        \
    lanedoku_difficulty_batch(puzzles, count, stride, options, NULL, found, statuses,             \
                              workspace.buffer, workspace.length)
    CHECK(BATCH(lines, COUNT, STRIDE, NULL, found, statuses) == LANEDOKU_OK);
    for (size_t i = 0; i < COUNT; i++) {
        memset(&alone, CANARY, sizeof alone);
        CHECK(lanedoku_explain(lines + i * STRIDE, 81, NULL, NULL, NULL, 0, &alone, workspace.buffer, workspace.length)
              == statuses[i]);
        CHECK(memcmp(&alone, &found[i], sizeof alone) == 0);
        CHECK(statuses[i] == lanedoku_solve(lines + i * STRIDE, 81, NULL, NULL, 0, NULL));
    }
    CHECK(statuses[3] == LANEDOKU_MULTIPLE && statuses[4] == LANEDOKU_INVALID);
    CHECK(statuses[5] == LANEDOKU_INVALID && statuses[6] == LANEDOKU_NONE);
    CHECK(only_wrote(found_memory, found_memory.length) && only_wrote(statuses_memory, statuses_memory.length));
    options.cells = LANEDOKU_CELLS_DIGITS;
    for (int cell = 0; cell < 81; cell++)
        digits[cell] = (char)(lines[cell] == '.' ? 0 : lines[cell] - '0');
    alone = found[0];
    CHECK(BATCH(digits, 1, 81, &options, found, statuses) == LANEDOKU_OK && statuses[0] == LANEDOKU_UNIQUE);
    CHECK(memcmp(&alone, &found[0], sizeof alone) == 0);

    free(found_memory.memory);
    free(statuses_memory.memory);
}

static void test_next_step(void) {
    guarded step_memory = guard(sizeof(lanedoku_step));
    lanedoku_step *step = (lanedoku_step *)(void *)step_memory.buffer;
    marks board = read_marks(PUZZLE);
    uint16_t none[81];
    memset(none, 0, sizeof none);
#define NEXT(board, options, candidates)                                                                               \
    lanedoku_next_step(board, 81, options, candidates, NULL, step, workspace.buffer, workspace.length)
    CHECK(NEXT(SOLUTION, NULL, NULL) == LANEDOKU_NONE);
    CHECK(NEXT(PUZZLE, NULL, none) == LANEDOKU_NONE);
    CHECK(NEXT("11...............................................................................", NULL, NULL)
          == LANEDOKU_INVALID);
    CHECK(lanedoku_next_step("1", 1, NULL, NULL, NULL, step, workspace.buffer, workspace.length) == LANEDOKU_INVALID);
    CHECK(NEXT(".................................................................................", NULL, NULL)
          == LANEDOKU_MULTIPLE);
    /* A wrong digit, and a candidate that is in the solution but not in the marks. */
    char wrong[81];
    memcpy(wrong, PUZZLE, 81);
    for (int digit = 1; digit <= 9; digit++)
        if (board.candidates[1] >> (digit - 1) & 1 && digit != SOLUTION[1] - '0')
            wrong[1] = (char)('0' + digit);
    CHECK(NEXT(wrong, NULL, NULL) == LANEDOKU_NONE);
    CHECK(only_wrote(step_memory, 0));
    /* Without uniqueness, several solutions are no hindrance, to steps and to difficulties. */
    lanedoku_techniques plain = named("scale,-uniqueness");
    const char *square = "81.75.64994.68.17567549128315423789636984572128716953452197436843852691779631845.";
    lanedoku_difficulty difficulty;
    lanedoku_step steps[2];
    CHECK(lanedoku_explain(square, 81, NULL, NULL, steps, 2, &difficulty, workspace.buffer, workspace.length)
          == LANEDOKU_MULTIPLE);
    CHECK(lanedoku_explain(square, 81, NULL, &plain, steps, 2, &difficulty, workspace.buffer, workspace.length)
          == LANEDOKU_MULTIPLE);
    CHECK(difficulty.steps == 1 && steps[0].level == 10);
    CHECK(lanedoku_next_step(square, 81, NULL, NULL, &plain, step, workspace.buffer, workspace.length)
          == LANEDOKU_FOUND);
    /* All steps begin with the next one; those that fit are written. */
    lanedoku_techniques some = named("all,-dynamic chains,-nested chains");
    lanedoku_step listed[3];
    const char *chains = "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.";
    size_t count = 0;
    memset(listed, CANARY, sizeof listed);
    CHECK(lanedoku_all_steps(chains, 81, NULL, NULL, &some, listed, 2, &count, workspace.buffer, workspace.length)
          == LANEDOKU_FOUND);
    CHECK(lanedoku_next_step(chains, 81, NULL, NULL, &some, step, workspace.buffer, workspace.length)
          == LANEDOKU_FOUND);
    CHECK(count > 2 && memcmp(&listed[0], step, sizeof *step) == 0 && listed[1].technique != 0);
    CHECK(((unsigned char *)&listed[2])[0] == CANARY);
    CHECK(lanedoku_all_steps(SOLUTION, 81, NULL, NULL, NULL, NULL, 0, &count, workspace.buffer, workspace.length)
          == LANEDOKU_NONE);
    CHECK(count == 0);
    /* Pencil marks are rated as the board that they are. */
    marks all = read_marks(PUZZLE);
    for (int cell = 0; cell < 81; cell++)
        if (all.digits[cell] != '.')
            all.candidates[cell] = (uint16_t)(1 << (all.digits[cell] - '1'));
    lanedoku_options of_marks;
    memset(&of_marks, 0, sizeof of_marks);
    of_marks.cells = LANEDOKU_CELLS_CANDIDATES;
    lanedoku_difficulty same[2];
    lanedoku_status statuses[1];
    CHECK(lanedoku_explain((const char *)all.candidates, sizeof all.candidates, &of_marks, NULL, NULL, 0, &same[0],
                           workspace.buffer, workspace.length)
          == LANEDOKU_UNIQUE);
    CHECK(lanedoku_difficulty_batch((const char *)all.candidates, 1, sizeof all.candidates, &of_marks, NULL, &same[1], statuses,
                                    workspace.buffer, workspace.length)
          == LANEDOKU_OK);
    CHECK(lanedoku_explain(PUZZLE, 81, NULL, NULL, NULL, 0, &difficulty, workspace.buffer, workspace.length)
          == LANEDOKU_UNIQUE);
    CHECK(statuses[0] == LANEDOKU_UNIQUE && memcmp(&same[0], &difficulty, sizeof difficulty) == 0);
    CHECK(memcmp(&same[1], &difficulty, sizeof difficulty) == 0);
    /* Candidates that the person has removed: now a cell has one. */
    for (int cell = 0; cell < 81; cell++)
        if (board.digits[cell] == '.')
            board.candidates[cell] |= board.candidates[cell];
    board.candidates[1] = 1 << (SOLUTION[1] - '1');
    CHECK(NEXT(PUZZLE, NULL, board.candidates) == LANEDOKU_FOUND);
    CHECK(step->cell == 1 && step->digit == SOLUTION[1] - '0');
    CHECK(only_wrote(step_memory, sizeof *step));

    free(step_memory.memory);
}

static void test_texts(const char *puzzle) {
    guarded text = guard(200);
    lanedoku_step step;
    size_t needed = 0;
    CHECK(lanedoku_next_step(puzzle, 81, NULL, NULL, NULL, &step, workspace.buffer, workspace.length) == LANEDOKU_FOUND);
    for (lanedoku_hint hint = 0; hint < 3; hint++) {
        CHECK(lanedoku_step_text(&step, hint, NULL, 0, &needed) == LANEDOKU_OK);
        printf("hint %s\n", sentence(&step, hint));
        CHECK(needed == strlen(sentence(&step, hint)) + 1);
        for (size_t room = 1; room <= needed; room++) {
            memset(text.buffer, CANARY, text.length);
            CHECK(lanedoku_step_text(&step, hint, text.buffer, room, &needed) == LANEDOKU_OK);
            CHECK(only_wrote(text, room) && strlen(text.buffer) == room - 1);
            CHECK(memcmp(text.buffer, sentence(&step, hint), room - 1) == 0);
        }
    }
    /* Any bytes have a text. */
    for (lanedoku_technique number = 1; lanedoku_technique_name(number) != NULL; number++) {
        memset(&step, 0xff, sizeof step);
        step.technique = number;
        CHECK(lanedoku_step_text(&step, LANEDOKU_HINT_WHY, text.buffer, text.length, &needed) == LANEDOKU_OK);
        memset(&step, 0, sizeof step);
        step.technique = number;
        CHECK(lanedoku_step_text(&step, LANEDOKU_HINT_WHERE, text.buffer, text.length, &needed) == LANEDOKU_OK);
        CHECK(lanedoku_step_text(&step, LANEDOKU_HINT_EUREKA, text.buffer, text.length, &needed) == LANEDOKU_OK);
        CHECK(lanedoku_step_text(&step, LANEDOKU_HINT_LINES, text.buffer, text.length, &needed) == LANEDOKU_OK);
    }
    free(text.memory);
}

static void test_names(void) {
    static const char FULL[] =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    lanedoku_technique found = 77, number = 1;
    lanedoku_difficulty difficulty;
    for (const char *name; (name = lanedoku_technique_name(number)) != NULL; number++) {
        CHECK(lanedoku_technique_from_name(name, strlen(name), &found) == LANEDOKU_OK && found == number);
        printf("technique %s\n", name);
    }
    CHECK(lanedoku_technique_from_name("x_WING!", 6, &found) == LANEDOKU_OK);
    CHECK(strcmp(lanedoku_technique_name(found), "X-wing") == 0);
    /* A full board needs no technique, which has an empty name. */
    CHECK(lanedoku_explain(FULL, 81, NULL, NULL, NULL, 0, &difficulty, workspace.buffer,
                           workspace.length) == LANEDOKU_UNIQUE);
    CHECK(difficulty.steps == 0 && difficulty.hardest == 0);
    CHECK(strcmp(lanedoku_technique_name(difficulty.hardest), "") == 0);
}

int main(void) {
    guarded lines = puzzles();
    CHECK(lanedoku_explainer_workspace_size() < LANEDOKU_EXPLAINER_WORKSPACE_MAX);
    workspace = guard(lanedoku_explainer_workspace_size());
    printf("puzzle %.81s\n", lines.buffer);
    test_names();
    test_sets();
    test_ways(lines.buffer);
    test_next_step();
    test_texts(lines.buffer);
    test_batch(lines.buffer);
    CHECK(only_wrote(workspace, workspace.length));
    free(lines.memory);
    free(workspace.memory);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
