/*
 * Solves a Sudoku given as pencil marks, the candidates of each cell. Build and run it, in the project's
 * folder, with
 *
 *     cargo build --release -p liblanedoku
 *     cc -Iinclude examples/c/pencil_marks.c target/release/liblanedoku.a -o target/pencil_marks
 *     target/pencil_marks
 *
 * The argument has 729 characters: nine for each cell, a digit where it is a candidate and a dot where not. Without
 * one, the marks below are solved. The exit code is 0 if there is exactly one solution, 1 if there is none or several,
 * and 2 if the argument is invalid.
 */
#include <stdio.h>
#include <string.h>

#include <lanedoku.h>

/* A line for each row, and a group for each cell: the library ignores spaces and line ends. */
static const char built_in[] =
    ".......8. 12.4.6... .2.456..9 .234..7.. 123.5.7.. 1234..... 1.3.56..9 ...45.7.9 1.34567.9\n"
    "12.45...9 12.4..... ..3...... .....6... 12..5.78. 12.4...8. 1...5..89 ...45.789 1..45.7.9\n"
    "1..456... ......7.. ...456... ..34...8. ........9 1.34...8. .2....... ...45..8. 1.3456...\n"
    "1234.6..9 ....5.... .2.4.6..9 .23....89 .23..6.8. ......7.. 1....6.89 .2.4...89 12.4.6..9\n"
    "123..6..9 123..6.8. .2...6..9 .23....89 ...4..... ....5.... ......7.. .2.....89 12...6..9\n"
    ".2.4.67.9 .2.4.6.8. .2.4.67.9 1........ .2...6.8. .2...6.89 ....56.89 ..3...... .2.456..9\n"
    ".2345.7.. .234..... 1........ .234..7.9 .23...7.. .234....9 ..3.5...9 .....6... .......8.\n"
    ".234.67.. .234.6... .......8. ....5.... .23..67.. .234.6..9 ..3.....9 1........ .23...7.9\n"
    ".23.567.. ........9 .2..567.. .23...78. 123..678. 123..6.8. ...4..... .2..5.7.. .23.5.7..\n";

int main(int argc, char **argv) {
    const char *text = argc > 1 ? argv[1] : built_in;
    unsigned candidates = 0;
    char solution[81];
    lanedoku_options options;
    lanedoku_result result;

    memset(&options, 0, sizeof options);
    /* A program that has masks, bit d - 1 for digit d, passes them with LANEDOKU_CELLS_CANDIDATES. */
    options.cells = LANEDOKU_CELLS_MARKS;
    lanedoku_status status = lanedoku_solve(text, strlen(text), &options, solution, sizeof solution, &result);
    if (status == LANEDOKU_INVALID) {
        fprintf(stderr, "not 729 characters: nine for each cell, the digit itself or a dot\n");
        return 2;
    }
    if (status < 0) {
        fprintf(stderr, "%s\n", lanedoku_status_text(status));
        return 2;
    }
    for (const char *place = text; *place != '\0'; place++)
        candidates += *place >= '1' && *place <= '9';
    /* If there are several solutions, prints the first. */
    if (result.solutions > 0)
        for (int row = 0; row < 9; row++)
            printf("%.9s\n", solution + 9 * row);
    printf("%s, from %u candidates\n", lanedoku_status_text(status), candidates);
    return status == LANEDOKU_UNIQUE ? 0 : 1;
}
