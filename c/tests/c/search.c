/*
 * Searches that stop and go on: in slices, at a deadline, and when another thread sets a flag.
 *
 * Prints each failed check and its line. The exit code is 1 if any check failed.
 */
#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lanedoku.h>

#include "check.h"

/* More than 10,000 solutions. */
static const char MANY[] =
    "...........36......7..9.2...5...7.......457.....1...3...1....68..85......9....4..";

/* A 25x25 board without clues, whose solutions no machine can count. */
static char endless[625];
static lanedoku_options large;

/* The searches of most tests. */
static unsigned char memory[LANEDOKU_SEARCH_MAX];

static lanedoku_options defaults(void) {
    lanedoku_options options;
    memset(&options, 0, sizeof options);
    return options;
}

static int are_equal(const lanedoku_result *one, const lanedoku_result *other) {
    return one->status == other->status && one->solutions == other->solutions
        && one->is_exact == other->is_exact && one->reserved[0] == 0 && one->reserved[2] == 0;
}

/* Runs a search in slices to its end. Returns the number of slices. */
static unsigned run(void *search, uint64_t slice, lanedoku_result *result) {
    lanedoku_result before;
    unsigned slices = 1;
    memset(&before, 0, sizeof before);
    while (lanedoku_search_run(search, slice, result) == LANEDOKU_RUNNING) {
        CHECK(result->status == LANEDOKU_RUNNING && result->steps >= before.steps && result->is_exact == 0);
        CHECK(result->progress >= before.progress && result->progress < 1);
        CHECK(result->solutions >= before.solutions);
        before = *result;
        slices++;
    }
    CHECK((result->progress == 1) == (result->is_exact == 1) && result->progress >= before.progress);
    CHECK(lanedoku_search_run(search, slice, &before) == result->status && are_equal(result, &before));
    CHECK(before.steps == result->steps && before.guesses == result->guesses);
    return slices;
}

/* Slices have the answers of one call. */
static void compare(const char *puzzle, size_t length, const lanedoku_options *options, uint64_t slice) {
    static const uint64_t LIMITS[] = {300, 0, 1, 2};
    const size_t side = options->side == 0 ? 9 : options->side;
    const size_t cells = side * side;
    lanedoku_result result, expected;
    char solution[625], expected_solution[625];
    lanedoku_status begun;
    memset(solution, '#', sizeof solution);
    memset(expected_solution, '#', sizeof expected_solution);
    CHECK(lanedoku_solve(puzzle, length, options, expected_solution, cells, &expected) >= 0);
    begun = lanedoku_search_begin_solve(puzzle, length, options, memory, sizeof memory);
    CHECK(begun == (expected.status == LANEDOKU_INVALID ? LANEDOKU_INVALID : LANEDOKU_OK));
    run(memory, slice, &result);
    CHECK(are_equal(&result, &expected));
    CHECK(lanedoku_search_solution(memory, solution, cells) == expected.status);
    CHECK(memcmp(solution, expected_solution, sizeof solution) == 0);
    CHECK(lanedoku_search_solution(memory, NULL, 0) == expected.status);

    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        CHECK(lanedoku_count(puzzle, length, options, LIMITS[i], &expected, NULL, 0) >= 0);
        for (int with_progress = 0; with_progress < 2; with_progress++) {
            /* Counts in parts take long. */
            if (with_progress && (slice < 50 || cells > 81))
                continue;
            CHECK(lanedoku_search_begin_count(puzzle, length, options, LIMITS[i], with_progress, memory, sizeof memory)
                  == begun);
            run(memory, slice, &result);
            CHECK(are_equal(&result, &expected));
            memset(solution, '#', sizeof solution);
            CHECK(lanedoku_search_solution(memory, solution, cells) == expected.status && solution[0] == '#');
        }
    }
}

static void test_slices(void) {
    static const char *const NINE[] = {
        PUZZLE, SOLUTION, MANY, "8...",
        "12345678.........9...............................................................",
        "88...............................................................................",
        ".................................................................................",
    };
    static const uint64_t SLICES[] = {1, 50, 100000};
    lanedoku_options options = defaults();
    for (options.engine = 0; options.engine <= LANEDOKU_ENGINE_PROPAGATE; options.engine++)
        for (options.any_solution = 0; options.any_solution < 2; options.any_solution++)
            for (size_t i = 0; i < sizeof NINE / sizeof NINE[0]; i++)
                compare(NINE[i], strlen(NINE[i]), &options, SLICES[(i + options.engine) % 3 > 0 ? 1 : 2]);
    options = defaults();
    for (lanedoku_kernel kernel = 1; lanedoku_kernel_name(kernel) != NULL; kernel++) {
        options.kernel = kernel;
        if (lanedoku_kernel_check(kernel) != LANEDOKU_OK)
            continue;
        for (size_t i = 0; i < sizeof SLICES / sizeof SLICES[0]; i++)
            compare(PUZZLE, 81, &options, SLICES[i]);
    }
    options = defaults();
    options.side = 4;
    compare("................", 16, &options, 1);
    compare("123........4....", 16, &options, 3);
    options.cells = LANEDOKU_CELLS_DIGITS;
    compare("\1\2\3\4\0\0\0\0\0\0\0\0\0\0\0\0", 16, &options, 10);
    compare(endless, 625, &large, 5000);
}

/* Candidates in both forms, the masks at an odd address. */
static void test_candidates(void) {
    static const uint64_t SLICES[] = {1, 20, 100000};
    lanedoku_options options = defaults();
    char bytes[163], text[729];
    for (size_t many = 0; many < 2; many++) {
        const char *puzzle = many ? MANY : PUZZLE;
        for (size_t i = 0; i < 81; i++) {
            uint16_t mask = (uint16_t)(puzzle[i] == '.' ? 0x1ff : 1 << (puzzle[i] - '1'));
            memcpy(bytes + 1 + 2 * i, &mask, 2);
            for (size_t digit = 0; digit < 9; digit++)
                text[9 * i + digit] = (char)(mask >> digit & 1 ? '1' + digit : '.');
        }
        for (size_t i = 0; i < 3; i++) {
            options.cells = LANEDOKU_CELLS_CANDIDATES;
            compare(bytes + 1, 162, &options, SLICES[i]);
            options.cells = LANEDOKU_CELLS_MARKS;
            compare(text, 729, &options, SLICES[i]);
        }
    }
    compare(text, 728, &options, 1);
    options.cells = LANEDOKU_CELLS_CANDIDATES;
    compare(bytes + 1, 160, &options, 1);
}

/* The step limit of the options ends a search. Its result is no longer that of a search that runs. */
static void test_step_limit(void) {
    lanedoku_options options = large;
    lanedoku_result result;
    char solution[625];
    for (options.step_limit = 100; options.step_limit < 10000; options.step_limit *= 10) {
        CHECK(lanedoku_search_begin_count(endless, 625, &options, UINT64_MAX, 0, memory, sizeof memory) == LANEDOKU_OK);
        CHECK(run(memory, 20, &result) > 1);
        CHECK(result.status == (options.step_limit == 100 ? LANEDOKU_LIMIT : LANEDOKU_MULTIPLE));
        CHECK(result.steps == options.step_limit && result.is_exact == 0);
    }
    options = defaults();
    options.engine = LANEDOKU_ENGINE_BACKTRACK;
    options.step_limit = 100;
    CHECK(lanedoku_search_begin_solve(PUZZLE, 81, &options, memory, sizeof memory) == LANEDOKU_OK);
    CHECK(run(memory, 60, &result) == 2);
    CHECK(result.status == LANEDOKU_LIMIT && result.steps == 100 && result.solutions == 0);
    solution[0] = '#';
    CHECK(lanedoku_search_solution(memory, solution, 81) == LANEDOKU_LIMIT && solution[0] == '#');
}

#ifdef __cplusplus
extern "C" {
#endif

/* Stops when the time has come. */
static int is_late(const lanedoku_result *so_far, void *user) {
    struct timespec now;
    const struct timespec *deadline = (const struct timespec *)user;
    CHECK(so_far->status == LANEDOKU_RUNNING);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec || (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

/* A flag that another thread sets once the search runs. */
typedef struct flag {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int runs;
    int is_set;
} flag;

static int is_cancelled(const lanedoku_result *so_far, void *user) {
    flag *shared = (flag *)user;
    int is_set;
    CHECK(so_far->status == LANEDOKU_RUNNING);
    pthread_mutex_lock(&shared->lock);
    shared->runs = 1;
    pthread_cond_signal(&shared->changed);
    is_set = shared->is_set;
    pthread_mutex_unlock(&shared->lock);
    return is_set;
}

static void *cancel(void *user) {
    flag *shared = (flag *)user;
    pthread_mutex_lock(&shared->lock);
    while (!shared->runs)
        pthread_cond_wait(&shared->changed, &shared->lock);
    shared->is_set = 1;
    pthread_mutex_unlock(&shared->lock);
    return NULL;
}

/* Lets a number of slices pass. */
static int counts_down(const lanedoku_result *so_far, void *user) {
    CHECK(so_far->status == LANEDOKU_RUNNING);
    return (*(int *)user)-- == 0;
}

static int is_never(const lanedoku_result *so_far, void *user) {
    (void)so_far;
    (void)user;
    return 0;
}

/* Calls with the search that runs. */
static int meddles(const lanedoku_result *so_far, void *user) {
    lanedoku_result result;
    char solution[81];
    CHECK(lanedoku_search_run(memory, 1, &result) == LANEDOKU_ERROR_SEARCH);
    CHECK(lanedoku_search_run_until(memory, meddles, NULL, &result) == LANEDOKU_ERROR_SEARCH);
    CHECK(lanedoku_search_solution(memory, NULL, 0) == LANEDOKU_ERROR_SEARCH);
    /* Any other call is allowed. */
    CHECK(lanedoku_solve(PUZZLE, 81, NULL, solution, 81, NULL) == LANEDOKU_UNIQUE);
    ++*(int *)user;
    return is_never(so_far, NULL);
}

#ifdef __cplusplus
}
#endif

static void test_deadline(void) {
    struct timespec deadline;
    lanedoku_result result;
    CHECK(lanedoku_search_begin_count(endless, 625, &large, UINT64_MAX, 0, memory, sizeof memory) == LANEDOKU_OK);
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_nsec += 20000000;
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_nsec -= 1000000000;
        deadline.tv_sec++;
    }
    CHECK(lanedoku_search_run_until(memory, is_late, &deadline, &result) == LANEDOKU_RUNNING);
    CHECK(result.status == LANEDOKU_RUNNING && is_late(&result, &deadline));
}

static void test_cancel(void) {
    flag shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
    lanedoku_result before, after;
    pthread_t thread;
    uint64_t steps = 0;
    int slices = 2;
    CHECK(lanedoku_search_begin_count(endless, 625, &large, UINT64_MAX, 0, memory, sizeof memory) == LANEDOKU_OK);
    if (pthread_create(&thread, NULL, cancel, &shared) != 0)
        exit(2);
    CHECK(lanedoku_search_run_until(memory, is_cancelled, &shared, &before) == LANEDOKU_RUNNING);
    pthread_join(thread, NULL);
    CHECK(shared.is_set);
    /* The search goes on where it stopped. */
    steps = before.steps;
    CHECK(lanedoku_search_run_until(memory, counts_down, &slices, &after) == LANEDOKU_RUNNING && slices == -1);
    CHECK(after.steps > steps && after.solutions >= before.solutions);
    /* A stop before the first slice, and 0 steps, leave it as it is. */
    slices = 0;
    CHECK(lanedoku_search_run_until(memory, counts_down, &slices, &before) == LANEDOKU_RUNNING);
    CHECK(before.steps == after.steps);
    CHECK(lanedoku_search_run(memory, 0, &before) == LANEDOKU_RUNNING && before.steps == after.steps);
}

/* A stop condition that is never met. */
static void test_end(void) {
    lanedoku_result result, expected;
    char solution[81];
    int slices = 0;
    CHECK(lanedoku_search_begin_solve(PUZZLE, 81, NULL, memory, sizeof memory) == LANEDOKU_OK);
    CHECK(lanedoku_search_run(memory, 0, &result) == LANEDOKU_RUNNING && result.steps == 0);
    CHECK(lanedoku_search_run_until(memory, meddles, &slices, &result) == LANEDOKU_UNIQUE && slices > 0);
    CHECK(result.status == LANEDOKU_UNIQUE && result.solutions == 1);
    CHECK(lanedoku_search_solution(memory, solution, 81) == LANEDOKU_UNIQUE && memcmp(solution, SOLUTION, 81) == 0);
    CHECK(lanedoku_count(MANY, 81, NULL, 10000, &expected, NULL, 0) == LANEDOKU_MULTIPLE);
    CHECK(lanedoku_search_begin_count(MANY, 81, NULL, 10000, 0, memory, sizeof memory) == LANEDOKU_OK);
    CHECK(lanedoku_search_run_until(memory, is_never, NULL, NULL) == LANEDOKU_MULTIPLE);
    CHECK(lanedoku_search_run(memory, 1, &result) == LANEDOKU_MULTIPLE && are_equal(&result, &expected));
    /* With progress. */
    double before = 0;
    char small[16];
    lanedoku_options four;
    memset(small, '.', sizeof small);
    memset(&four, 0, sizeof four);
    four.side = 4;
    CHECK(lanedoku_search_begin_count(small, 16, &four, UINT64_MAX, 1, memory, sizeof memory) == LANEDOKU_OK);
    CHECK(lanedoku_search_run(memory, 0, &result) == LANEDOKU_RUNNING && result.progress == 0);
    CHECK(run(memory, 1, &result) > 20 && result.solutions == 288 && result.progress == 1);
    CHECK(lanedoku_search_begin_count(small, 16, &four, UINT64_MAX, 1, memory, sizeof memory) == LANEDOKU_OK);
    while (lanedoku_search_run(memory, 1, &result) == LANEDOKU_RUNNING)
        before = result.progress;
    CHECK(before > 0.5 && result.status == LANEDOKU_MULTIPLE && result.is_exact == 1);
    CHECK(lanedoku_search_begin_count("11", 2, NULL, 1, 1, memory, sizeof memory) == LANEDOKU_INVALID);
    CHECK(lanedoku_search_run(memory, 1, &result) == LANEDOKU_INVALID && result.progress < 1);
    /* A count to 0. */
    CHECK(lanedoku_search_begin_count(MANY, 81, NULL, 0, 0, memory, sizeof memory) == LANEDOKU_OK);
    CHECK(lanedoku_search_run(memory, 1, &result) == LANEDOKU_STOPPED && result.solutions == 0);
}

/* Memory at any address, with nothing written outside. */
static void test_memory(void) {
    size_t size = lanedoku_search_size();
    CHECK(size > 0 && size < LANEDOKU_SEARCH_MAX);
    for (size_t offset = 0; offset < 3; offset++) {
        unsigned char *bytes = (unsigned char *)malloc(size + offset + 16);
        lanedoku_result result;
        if (bytes == NULL)
            exit(2);
        memset(bytes, 0x5a, size + offset + 16);
        memset(bytes + offset, 0, size);
        CHECK(lanedoku_search_begin_count(endless, 625, &large, 3, 0, bytes + offset, size) == LANEDOKU_OK);
        run(bytes + offset, 1000, &result);
        CHECK(result.status == LANEDOKU_MULTIPLE && result.solutions == 3 && result.is_exact == 0);
        /* The memory is used again, for a smaller board. */
        CHECK(lanedoku_search_begin_solve(PUZZLE, 81, NULL, bytes + offset, size) == LANEDOKU_OK);
        run(bytes + offset, 10, &result);
        CHECK(result.status == LANEDOKU_UNIQUE);
        for (size_t i = 0; i < offset; i++)
            CHECK(bytes[i] == 0x5a);
        for (size_t i = 0; i < 16; i++)
            CHECK(bytes[offset + size + i] == 0x5a);
        free(bytes);
    }
}

static void test_misuse(void) {
    size_t size = lanedoku_search_size();
    unsigned char *other = (unsigned char *)calloc(1, size + 64);
    lanedoku_options options = defaults();
    lanedoku_result result;
    char solution[81];
    if (other == NULL)
        exit(2);
    memset(solution, '#', sizeof solution);

    CHECK(lanedoku_search_run(other, 1, &result) == LANEDOKU_ERROR_SEARCH);

    /* After an invalid call, the search that was in the memory goes on. */
    options.engine = LANEDOKU_ENGINE_BACKTRACK;
    CHECK(lanedoku_search_begin_solve(PUZZLE, 81, &options, other, size) == LANEDOKU_OK);
    options.side = 5;
    CHECK(lanedoku_search_begin_solve(PUZZLE, 81, &options, other, size) == LANEDOKU_ERROR_OPTION);
    CHECK(lanedoku_search_run(other, 1, NULL) == LANEDOKU_RUNNING);
    /* A search that has not ended shows no solution. */
    CHECK(lanedoku_search_solution(other, solution, 81) == LANEDOKU_RUNNING && solution[0] == '#');

    /* A search does not go on in a copy, also if only the alignment is the same, but it does at its own address. */
    memcpy(memory, other, size);
    CHECK(lanedoku_search_run(memory, 1, &result) == LANEDOKU_ERROR_SEARCH);
    memmove(other + 64, other, size);
    CHECK(lanedoku_search_run(other + 64, 1, &result) == LANEDOKU_ERROR_SEARCH);
    memcpy(other, memory, size);
    run(other, 10, &result);
    CHECK(result.status == LANEDOKU_UNIQUE);

    /* A text that is no board, and one whose clues collide: the answer is known at once. */
    CHECK(lanedoku_search_begin_solve("x", 1, NULL, other, size) == LANEDOKU_INVALID);
    CHECK(lanedoku_search_solution(other, solution, 81) == LANEDOKU_INVALID && solution[0] == '#');
    CHECK(lanedoku_search_run(other, 1, &result) == LANEDOKU_INVALID);
    CHECK(result.status == LANEDOKU_INVALID && result.steps == 0);
    free(other);
}

int main(void) {
    memset(endless, '.', sizeof endless);
    large = defaults();
    large.side = 25;
    test_slices();
    test_candidates();
    test_step_limit();
    test_deadline();
    test_cancel();
    test_end();
    test_memory();
    test_misuse();
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
