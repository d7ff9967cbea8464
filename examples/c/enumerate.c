/*
 * Shows the solutions of a Sudoku one by one, up to a limit. Build and run it, in the project's folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -Iinclude examples/c/enumerate.c target/release/liblanedoku.a -o target/enumerate
 *     target/enumerate
 *
 * The arguments are a puzzle of any size and the limit. Without them, it shows 5 solutions of a puzzle that has 85. The
 * exit code is 0 if there is a solution, 1 if there is none, and 2 if the puzzle or the limit is invalid.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanedoku.h>

static const char several[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..8....1..9....4..";

/* The state of the visitor, which gets its address as `user`. */
typedef struct limit {
    unsigned long left;
} limit;

/* Called with each solution: `length` characters without a NUL. */
static int show(const char *solution, size_t length, void *user) {
    limit *mine = (limit *)user;
    printf("%.*s\n", (int)length, solution);
    mine->left--;
    /* 0 requests the next solution; any other value stops. */
    return mine->left == 0;
}

int main(int argc, char **argv) {
    const char *puzzle = argc > 1 ? argv[1] : several;
    limit mine = {5};
    char message[128];
    lanedoku_options options;
    lanedoku_result result;

    if (argc > 2) {
        char *end;
        mine.left = strtoul(argv[2], &end, 10);
        if (*end != '\0' || mine.left == 0) {
            fprintf(stderr, "%s: not a limit\n", argv[2]);
            return 2;
        }
    }
    memset(&options, 0, sizeof options);
    /* If the text is not a board, this is the side of the board that it resembles. */
    lanedoku_status status = lanedoku_find_side(puzzle, strlen(puzzle), &options.side);
    if (status >= 0)
        status = lanedoku_visit(puzzle, strlen(puzzle), &options, show, &mine, &result);
    if (status < 0) {
        fprintf(stderr, "%s\n", lanedoku_status_text(status));
        return 2;
    }
    if (status == LANEDOKU_INVALID) {
        if (lanedoku_error_message(puzzle, strlen(puzzle), &options, message, sizeof message, NULL) >= 0)
            fprintf(stderr, "%s\n", message);
        return 2;
    }
    printf("%lu shown, %s\n", (unsigned long)result.solutions,
           result.is_exact ? "and there are no others" : "and there may be others");
    return result.solutions > 0 ? 0 : 1;
}
