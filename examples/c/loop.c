/*
 * Solves a Sudoku with the branchless backtracking loop, in portable Rust and in x86-64 assembly. Build and run it, in
 * the project's folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -Iinclude examples/c/loop.c target/release/liblanedoku.a -o target/loop
 *     target/loop
 *
 * With `--no-default-features --features all_sizes`, the library does not contain the assembly. The argument is a 9x9
 * puzzle; without one, a well-known hard puzzle is solved. The exit code is 0 if the puzzle has exactly one solution on
 * every path.
 */
#include <stdio.h>
#include <string.h>

#include <lanedoku.h>

static const char hard_grid[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

int main(int argc, char **argv) {
    static const lanedoku_kernel paths[] = {LANEDOKU_KERNEL_PORTABLE, LANEDOKU_KERNEL_ASSEMBLY};
    const char *puzzle = argc > 1 ? argv[1] : hard_grid;
    int exit_code = 0;

    for (unsigned path = 0; path < sizeof paths / sizeof *paths; path++) {
        const char *name = lanedoku_kernel_name(paths[path]);
        lanedoku_options options;
        lanedoku_result result;
        char solution[81];

        if (lanedoku_kernel_check(paths[path]) != LANEDOKU_OK) {
            printf("%-8s  not in this library, or not for this processor\n", name);
            continue;
        }
        memset(&options, 0, sizeof options);
        options.engine = LANEDOKU_ENGINE_BACKTRACK;
        options.kernel = paths[path];
        /* The open cells row by row, as the loop's inventor visits them. */
        options.order = LANEDOKU_ORDER_ROWS;
        lanedoku_status status =
            lanedoku_solve(puzzle, strlen(puzzle), &options, solution, sizeof solution, &result);
        if (status < 0) {
            fprintf(stderr, "%s\n", lanedoku_status_text(status));
            return 2;
        }
        printf("%-8s  %.*s  %s, %lu steps\n", name, result.solutions > 0 ? 81 : 0, solution,
               lanedoku_status_text(status), (unsigned long)result.steps);
        if (status != LANEDOKU_UNIQUE)
            exit_code = 1;
    }
    return exit_code;
}
