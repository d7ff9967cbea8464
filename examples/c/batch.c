/*
 * Solves a file of Sudokus, one on a line, and counts the answers. Build and run it, in the project's folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -Iinclude examples/c/batch.c target/release/liblanedoku.a -o target/batch
 *     target/batch puzzles.txt
 *
 * Without an argument it reads standard input. Lines may end in CR and LF, and empty lines are ignored. Errors in lines
 * are printed to standard error. The exit code is 0 if every puzzle has exactly one solution, 1 if not, and 2 if the
 * file cannot be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanedoku.h>

enum { CELLS = 81, BATCH = 2048, STATUSES = LANEDOKU_INVALID + 1 };

/* The puzzles of the next batch, one after the other, and their line numbers. */
static char puzzles[BATCH * CELLS];
static size_t lines[BATCH];
static size_t waiting;

static lanedoku_result results[BATCH];
static void *workspace;
static size_t workspace_size;

/* The number of puzzles, and of those with each status. */
static size_t total;
static size_t counts[STATUSES];

/* Returns the whole file in memory that the caller frees, or NULL if it cannot be read. */
static char *read_all(FILE *file, size_t *length) {
    size_t room = 1 << 16;
    char *text = (char *)malloc(room);
    *length = 0;
    while (text != NULL) {
        *length += fread(text + *length, 1, room - *length, file);
        if (*length < room)
            break;
        room *= 2;
        char *larger = (char *)realloc(text, room);
        if (larger == NULL)
            free(text);
        text = larger;
    }
    if (text != NULL && ferror(file)) {
        free(text);
        return NULL;
    }
    return text;
}

/* Counts an answer, and prints the error of a line that is not a puzzle. */
static void take(lanedoku_status status, const char *text, size_t length, size_t line) {
    /* Even a truncated message ends with a NUL. */
    char message[200];
    total++;
    if (status < STATUSES)
        counts[status]++;
    if (status == LANEDOKU_INVALID
        && lanedoku_error_message(text, length, NULL, message, sizeof message, NULL) == LANEDOKU_INVALID) {
        /* The message's line number is that in the text passed to the function, which is one line. */
        if (strncmp(message, "line 1, ", 8) == 0)
            fprintf(stderr, "line %zu, %s\n", line, message + 8);
        else
            fprintf(stderr, "line %zu: %s\n", line, message);
    }
}

/* Solves the batch. Only an invalid call could fail, which would be a bug in this program. */
static void solve_waiting(void) {
    /* To get the solutions, pass an array and CELLS in place of NULL and 0. */
    lanedoku_status status = lanedoku_solve_batch(puzzles, waiting, CELLS, NULL, NULL, 0, results,
                                                  workspace, workspace_size);
    if (status < 0) {
        fprintf(stderr, "%s\n", lanedoku_status_text(status));
        exit(2);
    }
    for (size_t i = 0; i < waiting; i++)
        take(results[i].status, puzzles + i * CELLS, CELLS, lines[i]);
    waiting = 0;
}

static void add(const char *text, size_t length, size_t line) {
    if (length == CELLS) {
        memcpy(puzzles + waiting * CELLS, text, CELLS);
        lines[waiting++] = line;
        if (waiting == BATCH)
            solve_waiting();
    } else if (length > 0) {
        /* A batch takes plain puzzles. Any other line may be a puzzle with spaces, so it is solved alone. Solves
         * the pending batch first, so that messages are in line order. */
        solve_waiting();
        lanedoku_status status = lanedoku_solve(text, length, NULL, NULL, 0, NULL);
        take(status < 0 ? LANEDOKU_INVALID : status, text, length, line);
    }
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "standard input";
    FILE *file = argc > 1 ? fopen(name, "rb") : stdin;
    size_t length = 0, line = 0;
    char *text = file == NULL ? NULL : read_all(file, &length);
    if (text == NULL) {
        perror(name);
        return 2;
    }

    /* Zeroed before its first use, a workspace serves any number of batches. Without one, batches are slower. */
    workspace = calloc(1, lanedoku_workspace_size());
    workspace_size = workspace == NULL ? 0 : lanedoku_workspace_size();

    const char *end = text + length;
    for (const char *begin = text, *next; begin < end; begin = next) {
        const char *feed = (const char *)memchr(begin, '\n', (size_t)(end - begin));
        const char *last = feed == NULL ? end : feed;
        next = feed == NULL ? end : feed + 1;
        if (last > begin && last[-1] == '\r')
            last--;
        add(begin, (size_t)(last - begin), ++line);
    }
    solve_waiting();

    for (lanedoku_status status = LANEDOKU_UNIQUE; status < STATUSES; status++)
        if (counts[status] > 0)
            printf("%10zu %s\n", counts[status], lanedoku_status_text(status));
    printf("%10zu in all\n", total);

    free(workspace);
    free(text);
    if (file != stdin)
        fclose(file);
    return counts[LANEDOKU_UNIQUE] == total ? 0 : 1;
}
