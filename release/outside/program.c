/* Solves a puzzle with a library found by a build system. */
#include <stdio.h>

#include <lanedoku.h>

int main(void) {
    static const char puzzle[] =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    char solution[81];
    if (lanedoku_solve(puzzle, 81, NULL, solution, sizeof solution, NULL) != LANEDOKU_UNIQUE)
        return 1;
    printf("%s %.81s\n", lanedoku_version(), solution);
    return lanedoku_version_number() == LANEDOKU_VERSION_NUMBER ? 0 : 1;
}
