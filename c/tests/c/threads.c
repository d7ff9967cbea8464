/*
 * Several threads call the library at once, beginning with the first call of the program, on stacks of the size
 * that the header documents.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <lanedoku.h>

static const char PUZZLE[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
static const char SOLUTION[] =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/* The searches that use the most stack: they go through all parts of the engines, or deep. */
enum { DEEP_BOARDS = 5 };
static const char *const DEEP[DEEP_BOARDS] = {
    ".................................................................................",
    "...........9367.......................7.....6....51...342........8.......5.....8.",
    ".9...312..3....6...........68.3..91..29.5.8...518.6.7......83.78......91....2.5..",
    "7..63.2..........1..1......1...7....2..9.....6...24...3..716..2......3........7..",
    ".2....6....1...5.....6..4..475.6.3.......7........3..........4...7.4....35...67..",
};

enum { THREADS = 4, ROUNDS = 10, BATCH = 100, LARGE_BATCH = 70, LARGE = 625 };
/* Sanitizers increase the size of stack frames, so a program built with one gets several times the stack. */
#ifndef STACK_FACTOR
#define STACK_FACTOR 1
#endif
enum { SMALL_STACK = STACK_FACTOR * 192 * 1024, LARGE_STACK = STACK_FACTOR * 256 * 1024 };

typedef struct task {
    char boards[BATCH * 81];
    lanedoku_result results[BATCH];
    lanedoku_status statuses[BATCH];
    uint16_t possible[BATCH * 81];
    unsigned char workspace[LANEDOKU_GENERATOR_WORKSPACE_MAX];
    int right;
} task;

static task tasks[THREADS];
static char large_boards[LARGE_BATCH * LARGE];
static lanedoku_result large_results[LARGE_BATCH];
static unsigned char large_search[LANEDOKU_SEARCH_MAX];
static unsigned char diagonal[LANEDOKU_LAYOUT_MAX], large_layout[LANEDOKU_LAYOUT_MAX];

/* Solves one board of a layout by the batch, as the least solution of many takes the most stack. Returns its status. */
static lanedoku_status solve_layout(const void *layout, const char *board, size_t cells) {
    uint8_t clues[LARGE];
    lanedoku_result result;
    for (size_t cell = 0; cell < cells; cell++) {
        char digit = board[cell];
        clues[cell] = (uint8_t)(digit == '.' ? 0 : digit <= '9' ? digit - '0' : digit - 'A' + 10);
    }
    if (lanedoku_layout_solve_batch(layout, clues, cells, 1, 0, NULL, NULL, NULL, &result, NULL, 0) != LANEDOKU_OK)
        return LANEDOKU_ERROR_NULL;
    return result.status;
}

#ifdef __cplusplus
extern "C" {
#endif

static void *solve_9x9(void *user) {
    task *mine = (task *)user;
    lanedoku_options propagate;
    memset(&propagate, 0, sizeof propagate);
    propagate.engine = LANEDOKU_ENGINE_PROPAGATE;
    for (int round = 0; round < ROUNDS; round++) {
        char solution[81];
        lanedoku_status status = lanedoku_solve(PUZZLE, 81, NULL, solution, sizeof solution, NULL);
        mine->right += status == LANEDOKU_UNIQUE && memcmp(solution, SOLUTION, 81) == 0;
    }
    for (int i = 0; i < BATCH; i++)
        memcpy(mine->boards + i * 81, i == 0 ? PUZZLE : SOLUTION, 81);
    if (lanedoku_solve_batch(mine->boards, BATCH, 81, NULL, mine->boards, 81, mine->results, NULL, 0) == LANEDOKU_OK)
        for (int i = 0; i < BATCH; i++)
            mine->right += memcmp(mine->boards + i * 81, SOLUTION, 81) == 0;
    for (int i = 0; i < DEEP_BOARDS; i++) {
        lanedoku_result result;
        uint64_t redundant[2];
        lanedoku_wrong_clues wrong;
        lanedoku_status found;
        mine->right += solve_layout(diagonal, DEEP[i], 81) >= 0;
        mine->right += lanedoku_redundant_clues(DEEP[i], 1, 81, &propagate, redundant, &found, mine->workspace,
                                                sizeof mine->workspace)
            == LANEDOKU_OK;
        lanedoku_status status = lanedoku_solve(DEEP[i], 81, NULL, NULL, 0, &result);
        mine->right += status == LANEDOKU_MULTIPLE || status == LANEDOKU_NONE;
        status = lanedoku_count(DEEP[i], 81, NULL, 20000, &result, NULL, 0);
        mine->right += status == LANEDOKU_MULTIPLE || status == LANEDOKU_NONE;
        status = lanedoku_solve(DEEP[i], 81, &propagate, NULL, 0, &result);
        mine->right += status == LANEDOKU_MULTIPLE || status == LANEDOKU_NONE;
        mine->right += lanedoku_possible(DEEP[i], 1, 81, NULL, mine->possible, NULL, &found, NULL, 0) == LANEDOKU_OK
            && (found == LANEDOKU_MULTIPLE || found == LANEDOKU_NONE);
        status = lanedoku_find_wrong_clues(DEEP[i], 81, NULL, &wrong);
        mine->right += status == LANEDOKU_MULTIPLE || status == LANEDOKU_NONE;
        status = lanedoku_search_begin_solve(DEEP[i], 81, NULL, mine->workspace, sizeof mine->workspace);
        mine->right += status == LANEDOKU_OK;
        while ((status = lanedoku_search_run(mine->workspace, 100, &result)) == LANEDOKU_RUNNING) {
        }
        mine->right += status == LANEDOKU_MULTIPLE || status == LANEDOKU_NONE;
    }
    for (int i = 0; i < BATCH; i++)
        memcpy(mine->boards + i * 81, DEEP[DEEP_BOARDS - 1], 81);
    if (lanedoku_possible(mine->boards, BATCH, 81, NULL, mine->possible, NULL, mine->statuses, mine->workspace,
                          sizeof mine->workspace)
        == LANEDOKU_OK)
        for (int i = 0; i < BATCH; i++)
            mine->right += mine->statuses[i] == LANEDOKU_MULTIPLE;
    if (lanedoku_generate(1, 0, BATCH, NULL, NULL, mine->boards, 81, mine->statuses, mine->workspace,
                          sizeof mine->workspace)
        == LANEDOKU_OK)
        for (int i = 0; i < BATCH; i++)
            mine->right += mine->statuses[i] == LANEDOKU_UNIQUE;
    if (lanedoku_minimize(mine->boards, BATCH, 81, NULL, 1, 0, mine->boards, 81, mine->statuses, mine->workspace,
                          sizeof mine->workspace)
        == LANEDOKU_OK)
        for (int i = 0; i < BATCH; i++)
            mine->right += mine->statuses[i] == LANEDOKU_UNIQUE;
    return NULL;
}

/* A board on which the search learns thousands of clauses: 42 in a hundred digits of a regular grid. */
static void hard_25x25(char *board) {
    static const char DIGITS[] = "123456789ABCDEFGHIJKLMNOP";
    uint32_t random = 4;
    for (int cell = 0; cell < LARGE; cell++) {
        random = random * 1664525U + 1013904223U;
        int row = cell / 25, digit = (row * 5 + row / 5 + cell) % 25;
        board[cell] = (random >> 16) % 100 < 42 ? DIGITS[digit] : '.';
    }
}

static void *solve_25x25(void *user) {
    lanedoku_options options;
    char hard[LARGE];
    memset(&options, 0, sizeof options);
    options.side = 25;
    options.step_limit = 100;
    memset(large_boards, '.', sizeof large_boards);
    if (lanedoku_solve_batch(large_boards, LARGE_BATCH, LARGE, &options, large_boards, LARGE, large_results, NULL, 0)
        == LANEDOKU_OK)
        for (int i = 0; i < LARGE_BATCH; i++)
            *(int *)user += large_results[i].status == LANEDOKU_LIMIT;
    options.step_limit = 0;
    hard_25x25(hard);
    *(int *)user += lanedoku_solve(hard, LARGE, &options, NULL, 0, NULL) == LANEDOKU_MULTIPLE;
    *(int *)user += solve_layout(large_layout, hard, LARGE) == LANEDOKU_MULTIPLE;
    if (lanedoku_search_begin_count(large_boards, LARGE, &options, UINT64_MAX, 0, large_search, sizeof large_search)
        == LANEDOKU_OK)
        *(int *)user += lanedoku_search_run(large_search, 10000, NULL) == LANEDOKU_RUNNING;
    return NULL;
}

#ifdef __cplusplus
}
#endif

int main(void) {
    pthread_t threads[THREADS + 1];
    pthread_attr_t stack;
    int right = 0;
    int expected = THREADS * (ROUNDS + 4 * BATCH + 9 * DEEP_BOARDS) + LARGE_BATCH + 3;

    if (lanedoku_layout_init(diagonal, sizeof diagonal, "diagonal", 8, NULL, 0, NULL) != LANEDOKU_OK
        || lanedoku_layout_init(large_layout, sizeof large_layout, "25x25", 5, NULL, 0, NULL) != LANEDOKU_OK)
        return 2;
    if (pthread_attr_init(&stack) != 0 || pthread_attr_setstacksize(&stack, SMALL_STACK) != 0)
        return 2;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], &stack, solve_9x9, &tasks[i]) != 0)
            return 2;
    if (pthread_attr_setstacksize(&stack, LARGE_STACK) != 0)
        return 2;
    if (pthread_create(&threads[THREADS], &stack, solve_25x25, &right) != 0)
        return 2;
    pthread_join(threads[THREADS], NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        right += tasks[i].right;
    }
    printf("%d of %d right\n", right, expected);
    return right == expected ? 0 : 1;
}
