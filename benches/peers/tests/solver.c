/* A small solver behind the C function that shared libraries bring, and some that lie. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The digits that no cell in the row, the column and the box of `cell` holds, a bit each. */
static unsigned candidates(const char *grid, int cell) {
    int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
    unsigned taken = 0;
    for (int i = 0; i < 9; i++) {
        int in_row = row * 9 + i, in_column = i * 9 + column, in_box = corner + i / 3 * 9 + i % 3;
        if (in_row != cell && grid[in_row] != '.') taken |= 1u << (grid[in_row] - '1');
        if (in_column != cell && grid[in_column] != '.') taken |= 1u << (grid[in_column] - '1');
        if (in_box != cell && grid[in_box] != '.') taken |= 1u << (grid[in_box] - '1');
    }
    return ~taken & 0x1ff;
}

/* Fills the cell with the fewest candidates in every way, and counts. */
static size_t search(char *grid, size_t limit, char *solution, size_t *guesses) {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        int count = __builtin_popcount(candidates(grid, cell));
        if (grid[cell] != '.') {
            if (!(candidates(grid, cell) >> (grid[cell] - '1') & 1)) return 0;
        } else if (count < fewest) {
            best = cell;
            fewest = count;
        }
    }
    if (best < 0) {
        memcpy(solution, grid, 81);
        return 1;
    }
    if (fewest > 1) ++*guesses;
    size_t found = 0;
    for (int digit = 0; digit < 9 && found < limit; digit++) {
        if (!(candidates(grid, best) >> digit & 1)) continue;
        grid[best] = (char)('1' + digit);
        found += search(grid, limit - found, solution, guesses);
        grid[best] = '.';
    }
    return found;
}

/* Configuration 1 gives a solution only if it is asked for one and no more, as tdoku does. */
size_t solve(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses) {
    char grid[81], last[81];
    memcpy(grid, puzzle, 81);
    *guesses = 0;
    size_t found = search(grid, limit, last, guesses);
    if (found && (configuration != 1 || limit == 1)) memcpy(solution, last, 81);
    return found;
}

/* Takes the first solution for the only one. */
size_t solve_hastily(const char *puzzle, size_t limit, uint32_t configuration, char *solution,
                     size_t *guesses) {
    (void)limit;
    return solve(puzzle, 1, configuration, solution, guesses);
}

/* Counts rightly and exchanges two digits of the solution. */
size_t solve_carelessly(const char *puzzle, size_t limit, uint32_t configuration, char *solution,
                        size_t *guesses) {
    size_t found = solve(puzzle, limit, configuration, solution, guesses);
    char first = solution[0];
    solution[0] = solution[80];
    solution[80] = first;
    return found;
}
