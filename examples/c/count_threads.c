/*
 * Counts all solutions of a Sudoku on several threads. Build and run it, in the project's folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -pthread -Iinclude examples/c/count_threads.c target/release/liblanedoku.a -o target/count_threads
 *     target/count_threads
 *
 * The arguments are a puzzle of any size and the number of threads. Without them, four threads count the 360,544
 * solutions of a built-in puzzle. The exit code is 0 if there is a solution, 1 if there is none, and 2 if the puzzle or
 * the number is invalid. Nearly empty puzzles have too many solutions to count.
 *
 * The count is the sum over the digits of the first open cell: each thread takes the next digit, writes it to the cell
 * in its own copy of the puzzle, and counts.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanedoku.h>

static const char many[] =
    "...................7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

enum { MOST_PARTS = 25, MOST_THREADS = 64 };

/* Returns the puzzle with a digit in its first open cell. */
typedef struct part {
    char *text;
    lanedoku_status status;
    lanedoku_result result;
} part;

/* Shared by the threads. Only `next` changes while they run, always under the lock. */
static struct {
    pthread_mutex_t lock;
    unsigned next;
    unsigned parts;
    size_t length;
    lanedoku_options options;
    part all[MOST_PARTS];
} work;

static part *next_part(void) {
    pthread_mutex_lock(&work.lock);
    part *mine = work.next < work.parts ? &work.all[work.next++] : NULL;
    pthread_mutex_unlock(&work.lock);
    return mine;
}

static void *count(void *unused) {
    /* Each thread has its own workspace. Zeroed before its first use, it serves any number of counts; without one,
     * counts are slower. */
    void *workspace = calloc(1, lanedoku_workspace_size());
    size_t size = workspace == NULL ? 0 : lanedoku_workspace_size();
    part *mine;
    while ((mine = next_part()) != NULL)
        mine->status = lanedoku_count(mine->text, work.length, &work.options, UINT64_MAX, &mine->result, workspace,
                                      size);
    free(workspace);
    return unused;
}

int main(int argc, char **argv) {
    const char *puzzle = argc > 1 ? argv[1] : many;
    unsigned long threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 4;
    pthread_t others[MOST_THREADS];
    unsigned started = 0;
    uint64_t solutions = 0;
    char message[128];

    if (threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "%s: not a number of threads from 1 to %d\n", argv[2], MOST_THREADS);
        return 2;
    }
    work.length = strlen(puzzle);
    /* Also detects equal clues, which make the puzzle invalid with any digit in the open cell. */
    if (lanedoku_find_side(puzzle, work.length, &work.options.side) < 0
        || lanedoku_error_message(puzzle, work.length, &work.options, message, sizeof message, NULL) != LANEDOKU_OK) {
        fprintf(stderr, "%s\n", message);
        return 2;
    }

    /* A puzzle without an open cell is counted as one part. */
    size_t open = strcspn(puzzle, ".0_*");
    work.parts = open < work.length ? work.options.side : 1;
    char *copies = (char *)malloc(work.parts * work.length);
    if (copies == NULL) {
        perror("copies of the puzzle");
        return 2;
    }
    for (unsigned i = 0; i < work.parts; i++) {
        work.all[i].text = copies + i * work.length;
        memcpy(work.all[i].text, puzzle, work.length);
        if (open < work.length)
            work.all[i].text[open] = "123456789ABCDEFGHIJKLMNOP"[i];
    }

    /* The main thread counts, too. If other threads cannot be started, it counts their parts. */
    pthread_mutex_init(&work.lock, NULL);
    while (started < threads - 1 && pthread_create(&others[started], NULL, count, NULL) == 0)
        started++;
    count(NULL);
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    pthread_mutex_destroy(&work.lock);
    free(copies);

    for (unsigned i = 0; i < work.parts; i++) {
        /* LANEDOKU_INVALID with 0 solutions: the digit is already in the row, column or box. */
        if (work.all[i].status < 0) {
            fprintf(stderr, "%s\n", lanedoku_status_text(work.all[i].status));
            return 2;
        }
        solutions += work.all[i].result.solutions;
    }
    printf("%" PRIu64 " solutions, counted on %u threads\n", solutions, started + 1);
    return solutions > 0 ? 0 : 1;
}
