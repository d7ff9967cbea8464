/* A small solver with tdoku's C functions, and variants of it that give wrong answers. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The state of a search. Each bit of `allowed` is a digit permitted by the pencil marks. */
struct search {
    char grid[81], last[81];
    unsigned allowed[81];
    size_t guesses;
    void (*show)(const char *, void *);
    void *argument;
};

/* Starts a search from 81 characters and a zero byte, or from 729 characters. */
static void start(struct search *search, const char *puzzle) {
    int has_pencil_marks = puzzle[81] >= '.';
    memset(search, 0, sizeof *search);
    for (int cell = 0; cell < 81; cell++) {
        search->grid[cell] = has_pencil_marks ? '.' : puzzle[cell];
        for (int digit = 0; digit < 9; digit++) {
            if (!has_pencil_marks || puzzle[cell * 9 + digit] != '.') search->allowed[cell] |= 1u << digit;
        }
    }
}

/* Returns the allowed digits that no cell in the row, column or box of `cell` has, one bit each. */
static unsigned candidates(const struct search *search, int cell) {
    const char *grid = search->grid;
    int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
    unsigned taken = 0;
    for (int i = 0; i < 9; i++) {
        int in_row = row * 9 + i, in_column = i * 9 + column, in_box = corner + i / 3 * 9 + i % 3;
        if (in_row != cell && grid[in_row] != '.') taken |= 1u << (grid[in_row] - '1');
        if (in_column != cell && grid[in_column] != '.') taken |= 1u << (grid[in_column] - '1');
        if (in_box != cell && grid[in_box] != '.') taken |= 1u << (grid[in_box] - '1');
    }
    return ~taken & search->allowed[cell];
}

/* Tries every candidate of the cell with the fewest, and counts the solutions. */
static size_t run(struct search *search, size_t limit) {
    char *grid = search->grid;
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        int count = __builtin_popcount(candidates(search, cell));
        if (grid[cell] != '.') {
            if (!(candidates(search, cell) >> (grid[cell] - '1') & 1)) return 0;
        } else if (count < fewest) {
            best = cell;
            fewest = count;
        }
    }
    if (best < 0) {
        memcpy(search->last, grid, 81);
        if (search->show) search->show(search->last, search->argument);
        return 1;
    }
    if (fewest > 1) search->guesses++;
    size_t found = 0;
    for (int digit = 0; digit < 9 && found < limit; digit++) {
        if (!(candidates(search, best) >> digit & 1)) continue;
        grid[best] = (char)('1' + digit);
        found += run(search, limit - found);
        grid[best] = '.';
    }
    return found;
}

/* With configuration 1, writes a solution only if the limit is 1, as tdoku does. */
size_t solve(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses) {
    struct search search;
    start(&search, puzzle);
    size_t found = run(&search, limit);
    if (found && (configuration != 1 || limit == 1)) memcpy(solution, search.last, 81);
    *guesses = search.guesses;
    return found;
}

/* Shows every solution. */
size_t show_all(const char *puzzle, size_t limit, void (*show)(const char *, void *), void *argument) {
    struct search search;
    start(&search, puzzle);
    search.show = show;
    search.argument = argument;
    return run(&search, limit);
}

/* Returns the correct count, but shows the last solution in place of all others. */
size_t show_one(const char *puzzle, size_t limit, void (*show)(const char *, void *), void *argument) {
    struct search search;
    start(&search, puzzle);
    size_t found = run(&search, limit);
    for (size_t i = 0; i < found; i++) show(search.last, argument);
    return found;
}

/* Wrong: stops at the first solution. */
size_t solve_one(const char *puzzle, size_t limit, uint32_t configuration, char *solution,
                     size_t *guesses) {
    (void)limit;
    return solve(puzzle, 1, configuration, solution, guesses);
}

/* Wrong: swaps two digits of the solution. */
size_t solve_swapped(const char *puzzle, size_t limit, uint32_t configuration, char *solution,
                        size_t *guesses) {
    size_t found = solve(puzzle, limit, configuration, solution, guesses);
    char first = solution[0];
    solution[0] = solution[80];
    solution[80] = first;
    return found;
}
