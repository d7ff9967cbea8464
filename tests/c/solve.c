/*
 * Solves a Sudoku and prints the board. Build it, in the project's folder, with
 *
 *     cargo build --release -p lanedoku-c
 *     cc -Iinclude tests/c/solve.c target/release/liblanedoku.a -o solve
 *
 * The argument is a puzzle of any size; without one, a well-known hard puzzle is solved.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <lanedoku.h>

static const char hard_grid[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

static void print_board(const char *cells, unsigned side) {
    unsigned order = side == 4 ? 2 : side == 9 ? 3 : side == 16 ? 4 : 5;
    for (unsigned row = 0; row < side; row++) {
        if (row > 0 && row % order == 0)
            putchar('\n');
        for (unsigned column = 0; column < side; column++) {
            if (column > 0)
                fputs(column % order == 0 ? "  " : " ", stdout);
            putchar(cells[row * side + column]);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    const char *puzzle = argc > 1 ? argv[1] : hard_grid;
    char solution[625]; /* as many cells as the largest board has */
    char message[128];
    lanedoku_options options;
    lanedoku_result result;

    memset(&options, 0, sizeof options); /* the defaults */
    lanedoku_find_side(puzzle, strlen(puzzle), &options.side);

    lanedoku_status status =
        lanedoku_solve(puzzle, strlen(puzzle), &options, solution, sizeof solution, &result);
    if (status < 0) {
        fprintf(stderr, "%s\n", lanedoku_status_text(status));
        return 2;
    }
    if (status == LANEDOKU_INVALID) {
        lanedoku_error_message(puzzle, strlen(puzzle), &options, message, sizeof message, NULL);
        fprintf(stderr, "%s\n", message);
        return 2;
    }
    if (result.solutions > 0)
        print_board(solution, options.side);
    printf("%s, %lu steps\n", lanedoku_status_text(status), (unsigned long)result.steps);
    return status == LANEDOKU_UNIQUE ? 0 : 1;
}
