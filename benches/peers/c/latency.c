/*
 * Measures the latency of one call: right after another call, and after a pause of 10 ms, in which the processor slows
 * down and other programs use the caches.
 *
 *     cc -O2 -Iinclude benches/peers/c/latency.c target/release/liblanedoku.a -o latency
 *     ./latency FILE [CALLS]
 *
 * FILE has a puzzle of 81 characters in each line, `.` for an open cell. For another solver with tdoku's signature, add
 * -DSOLVER=NAME.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef SOLVER
size_t SOLVER(const char *puzzle, size_t limit, uint32_t kernel, char *solution, size_t *guesses);
#else
#include "solver_function.c"
#define SOLVER lanedoku_as_tdoku
#endif

enum { MOST = 10000, LENGTH = 82 };

static char puzzles[MOST][LENGTH];
static double times[MOST];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

/* Returns the number of solutions, up to 2. */
static size_t solutions(const char *puzzle) {
    char solution[81];
    size_t guesses = 0;
    return SOLVER(puzzle, 2, 0, solution, &guesses);
}

/* Times the calls, and prints the least, the median, the 99th of a hundred, and the greatest, in microseconds. */
static void measure(const char *name, int count, int calls, long pause) {
    const struct timespec length = {0, pause};
    for (int call = 0; call < calls; call++) {
        if (pause)
            nanosleep(&length, NULL);
        double start = now();
        solutions(puzzles[call % count]);
        times[call] = now() - start;
    }
    qsort(times, (size_t)calls, sizeof *times, compare);
    printf("%s,%.2f,%.2f,%.2f,%.2f\n", name, times[0], times[calls / 2], times[calls * 99 / 100], times[calls - 1]);
}

int main(int argc, char **argv) {
    char line[256];
    int count = 0, found[3] = {0}, calls = argc > 2 ? atoi(argv[2]) : 1000;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || calls < 1 || calls > MOST) {
        fprintf(stderr, "usage: %s FILE [CALLS, up to %d]\n", argv[0], MOST);
        return 2;
    }
    while (count < MOST && fgets(line, sizeof line, file))
        if (strcspn(line, " ,\r\n") == 81)
            memcpy(puzzles[count++], line, 81);
    fclose(file);
    if (!count) {
        fprintf(stderr, "%s: no puzzles\n", argv[1]);
        return 1;
    }
    /* The answers, so that those of two solvers can be compared. */
    for (int number = 0; number < count; number++)
        found[solutions(puzzles[number])]++;
    printf("# %d puzzles: %d without a solution, %d with one, %d with more\n", count, found[0], found[1], found[2]);
    printf("calls,least,median,99 %%,greatest\n");
    measure("one after another", count, calls, 0);
    measure("every 10 ms", count, calls, 10000000);
    return 0;
}
