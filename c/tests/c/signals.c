/*
 * Calls the library in a signal handler that interrupts its calls, and after a fork. Prints each failed check and its
 * line. The exit code is 1 if any check failed.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lanedoku.h>

#include "check.h"

enum { COUNT = 64, SIGNALS = 20 };

static volatile sig_atomic_t handled = 0, wrong = 0;
static void *handler_workspace;
static size_t workspace_size;

/* Solves alone and with a workspace of its own. */
static void handle(int number) {
    char solution[81];
    lanedoku_result result;
    (void)number;
    errno = 77;
    if (lanedoku_solve(PUZZLE, 81, NULL, solution, sizeof solution, NULL) != LANEDOKU_UNIQUE
        || memcmp(solution, SOLUTION, 81) != 0
        || lanedoku_solve_batch(PUZZLE, 1, 81, NULL, solution, 81, &result, handler_workspace, workspace_size)
               != LANEDOKU_OK
        || result.status != LANEDOKU_UNIQUE || errno != 77)
        wrong++;
    handled++;
}

static int raises(const char *solution, size_t length, void *user) {
    (void)solution;
    (void)length;
    (void)user;
    return raise(SIGUSR1);
}

static void test_signals(void) {
    struct sigaction action;
    struct itimerval timer;
    lanedoku_options options;
    char puzzles[COUNT * 81], solutions[COUNT * 81];
    lanedoku_result results[COUNT];
    void *workspace = calloc(1, workspace_size);
    if (workspace == NULL)
        exit(2);
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0 && sigaction(SIGALRM, &action, NULL) == 0);

    /* In the middle of a visit. */
    memset(&options, 0, sizeof options);
    options.side = 4;
    CHECK(lanedoku_visit("1234............", 16, &options, raises, NULL, results) == LANEDOKU_MULTIPLE);
    CHECK(results[0].solutions == 12 && handled == 12);

    /* At any instruction of a batch. */
    for (size_t i = 0; i < COUNT; i++)
        memcpy(puzzles + i * 81, PUZZLE, 81);
    memset(&timer, 0, sizeof timer);
    timer.it_interval.tv_usec = timer.it_value.tv_usec = 1000;
    CHECK(setitimer(ITIMER_REAL, &timer, NULL) == 0);
    for (handled = 0; handled < SIGNALS;) {
        memset(solutions, 0, sizeof solutions);
        CHECK(lanedoku_solve_batch(puzzles, COUNT, 81, NULL, solutions, 81, results, workspace, workspace_size)
              == LANEDOKU_OK);
        for (size_t i = 0; i < COUNT; i++)
            CHECK(results[i].status == LANEDOKU_UNIQUE && memcmp(solutions + i * 81, SOLUTION, 81) == 0);
    }
    memset(&timer, 0, sizeof timer);
    CHECK(setitimer(ITIMER_REAL, &timer, NULL) == 0);
    CHECK(wrong == 0);
    free(workspace);
}

/* Goes on with a search to its end, and returns its answer. */
static uint64_t end_of(void *search) {
    lanedoku_result result;
    while (lanedoku_search_run(search, 1000, &result) == LANEDOKU_RUNNING)
        continue;
    return result.is_exact ? result.solutions : 0;
}

static void test_fork(void) {
    static const char open[] = "1...............";
    size_t size = lanedoku_search_size();
    void *search = calloc(1, size);
    lanedoku_options options;
    pid_t child;
    int status = 0;
    if (search == NULL)
        exit(2);
    memset(&options, 0, sizeof options);
    options.side = 4;
    CHECK(lanedoku_search_begin_count(open, 16, &options, UINT64_MAX, 0, search, size) == LANEDOKU_OK);
    CHECK(lanedoku_search_run(search, 10, NULL) == LANEDOKU_RUNNING);
    child = fork();
    if (child == 0) {
        int solves = lanedoku_solve(PUZZLE, 81, NULL, NULL, 0, NULL) == LANEDOKU_UNIQUE;
        _exit(solves && end_of(search) == 72 ? 33 : 1);
    }
    CHECK(child > 0 && end_of(search) == 72);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 33);
    free(search);
}

int main(void) {
    workspace_size = lanedoku_workspace_size();
    handler_workspace = calloc(1, workspace_size);
    if (handler_workspace == NULL)
        return 2;
    test_signals();
    test_fork();
    free(handler_workspace);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
