/*
 * Solves a Sudoku and prints the board. Build and run it, in the project's folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -Iinclude -Wl,--gc-sections examples/c/solve.c target/release/liblanedoku.a -o target/solve
 *     target/solve
 *
 * The argument is a puzzle of any size; without one, a well-known hard puzzle is solved. The exit code is 0 if
 * the puzzle has exactly one solution, 1 if it has none or several, and 2 if it is not a puzzle.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <lanedoku.h>

/* A line of 81 characters, row by row. An open cell is `.`, `0`, `_`, `*`, `-`, `x`, `X` or `?`. */
static const char hard_grid[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/* A solution is side * side characters without a NUL. */
static void print_board(const char *cells, unsigned side) {
    /* The side of a box. */
    unsigned box_side = side == 4 ? 2 : side == 9 ? 3 : side == 16 ? 4 : 5;
    for (unsigned row = 0; row < side; row++) {
        if (row > 0 && row % box_side == 0)
            putchar('\n');
        for (unsigned column = 0; column < side; column++) {
            if (column > 0)
                fputs(column % box_side == 0 ? "  " : " ", stdout);
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

    /* Zeros mean the defaults: a 9x9 board, the fastest engine, the best kernel of this machine, and no step limit.
     */
    memset(&options, 0, sizeof options);
    /* Finds the side of the board from the number of cells. If the text is not a board, it is the side of the board
     * that the text resembles, and lanedoku_solve reports that the puzzle is invalid. */
    lanedoku_status status = lanedoku_find_side(puzzle, strlen(puzzle), &options.side);
    if (status >= 0)
        status = lanedoku_solve(puzzle, strlen(puzzle), &options, solution, sizeof solution, &result);
    /* A negative status means that the call was invalid. */
    if (status < 0) {
        fprintf(stderr, "%s\n", lanedoku_status_text(status));
        return 2;
    }
    /* The text is not a board, or it has equal clues in a row, column or box. This function returns the reason. */
    if (status == LANEDOKU_INVALID) {
        if (lanedoku_error_message(puzzle, strlen(puzzle), &options, message, sizeof message, NULL) >= 0)
            fprintf(stderr, "%s\n", message);
        return 2;
    }
    /* If there are several solutions, prints the first. */
    if (result.solutions > 0)
        print_board(solution, options.side);
    printf("%s, %lu steps\n", lanedoku_status_text(status), (unsigned long)result.steps);
    return status == LANEDOKU_UNIQUE ? 0 : 1;
}
