/*
 * Makes the calls of tests/agree/table.tsv, which every language makes, and compares the answers.
 *
 *   table_of_calls FILE
 *
 * Prints the number of each call that was made, each failed check and its row. The exit code is 1 if any failed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanedoku.h>

#include "check.h"

enum { MOST_FIELDS = 9, LONGEST = 1 << 13 };

static char line[LONGEST];
static char *fields[MOST_FIELDS];
static int row = 0;

#define SAME(what) \
    do { \
        if (!(what)) { \
            printf("row %d: ", row); \
            CHECK(what); \
        } \
    } while (0)

static uint64_t number(const char *field, uint64_t none) {
    return strcmp(field, "-") == 0 ? none : strtoull(field, NULL, 10);
}

static lanedoku_status status_of(const char *name) {
    static const char *const names[] = {"", "unique", "multiple", "none", "limit", "invalid", "stopped"};
    for (int status = 1; status < 7; status++)
        if (strcmp(name, names[status]) == 0)
            return status;
    return -1;
}

/* Reads cells such as "3,17". */
static void read_cells(const char *field, uint64_t cells[2]) {
    cells[0] = cells[1] = 0;
    while (*field != '-' && *field != '\0') {
        char *end;
        unsigned long cell = strtoul(field, &end, 10);
        cells[cell / 64] |= (uint64_t)1 << cell % 64;
        field = *end == ',' ? end + 1 : end;
    }
}

static lanedoku_options options_for(const char *side, const char *puzzle) {
    lanedoku_options options;
    memset(&options, 0, sizeof options);
    options.side = (uint32_t)strtoul(side, NULL, 10);
    if (options.side == 9 && strlen(puzzle) == 729)
        options.cells = LANEDOKU_CELLS_MARKS;
    return options;
}

static void solve(void) {
    const char *puzzle = fields[2], *expected = fields[5];
    char solution[625];
    lanedoku_options options = options_for(fields[1], puzzle);
    size_t cells = (size_t)options.side * options.side;
    options.step_limit = number(fields[3], 0);
    for (uint32_t kernel = LANEDOKU_KERNEL_BEST; kernel <= LANEDOKU_KERNEL_PORTABLE; kernel++) {
        lanedoku_result result;
        options.kernel = kernel;
        memset(solution, 'x', sizeof solution);
        SAME(lanedoku_solve(puzzle, strlen(puzzle), &options, solution, cells, &result) == status_of(fields[4]));
        SAME(result.status == status_of(fields[4]));
        SAME(memcmp(solution, *expected == '-' ? "xxxx" : expected, *expected == '-' ? 4 : cells) == 0);
    }
}

static void *workspace, *search;

static void count(void) {
    const char *puzzle = fields[2];
    lanedoku_options options = options_for(fields[1], puzzle);
    uint64_t max = number(fields[3], UINT64_MAX), solutions = number(fields[6], 0);
    lanedoku_status status = status_of(fields[5]);
    uint32_t exact = strcmp(fields[7], "true") == 0;
    options.step_limit = number(fields[4], 0);
    for (uint32_t kernel = LANEDOKU_KERNEL_BEST; kernel <= LANEDOKU_KERNEL_PORTABLE; kernel++) {
        /* At a limit, only the number of the portable kernel is in the table. */
        int is_known = kernel == LANEDOKU_KERNEL_PORTABLE || exact || options.step_limit == 0;
        lanedoku_result result;
        options.kernel = kernel;
        for (int way = 0; way < 4; way++) {
            size_t size = way == 1 ? lanedoku_workspace_size() : 0;
            if (way < 2) {
                SAME(lanedoku_count(puzzle, strlen(puzzle), &options, max, &result, way ? workspace : NULL, size) ==
                     status);
            } else {
                lanedoku_status begun = lanedoku_search_begin_count(puzzle, strlen(puzzle), &options, max, way == 3,
                                                                    search, lanedoku_search_size());
                SAME(begun == (status == LANEDOKU_INVALID ? LANEDOKU_INVALID : LANEDOKU_OK));
                while (lanedoku_search_run(search, 1000, &result) == LANEDOKU_RUNNING) {
                }
                SAME((result.progress == 1) == (result.is_exact == 1));
            }
            SAME(result.status == status && result.is_exact == exact);
            SAME(is_known ? result.solutions == solutions : (result.solutions > 1) == (solutions > 1));
        }
    }
}

static void possible(void) {
    uint16_t digits[81], expected[81];
    lanedoku_status status = -1;
    for (int cell = 0; cell < 81; cell++) {
        expected[cell] = 0;
        for (int digit = 0; digit < 9; digit++)
            expected[cell] = (uint16_t)(expected[cell] | (fields[4][9 * cell + digit] != '.') << digit);
    }
    memset(digits, 0, sizeof digits);
    SAME(lanedoku_possible(fields[2], 1, 81, NULL, digits, NULL, &status, NULL, 0) == LANEDOKU_OK);
    SAME(status == status_of(fields[3]) && memcmp(digits, expected, sizeof digits) == 0);
}

static void wrong_clues(void) {
    lanedoku_wrong_clues found;
    uint64_t removable[2], colliding[2];
    read_cells(fields[4], removable);
    read_cells(fields[5], colliding);
    SAME(lanedoku_find_wrong_clues(fields[2], 81, NULL, &found) == status_of(fields[3]));
    SAME(memcmp(found.removable, removable, sizeof removable) == 0);
    SAME(memcmp(found.colliding, colliding, sizeof colliding) == 0);
}

static void grade(void) {
    int is_solution = -1;
    SAME(lanedoku_is_solution_of(fields[3], 81, fields[2], 81, NULL, &is_solution) == LANEDOKU_OK);
    SAME(is_solution == (strcmp(fields[4], "true") == 0));
}

static void made(void) {
    char board[81];
    size_t size = lanedoku_generator_workspace_size();
    lanedoku_status status = -1;
    uint64_t redundant[2], expected[2];
    switch (fields[0][0]) {
    case 'g':
        SAME(lanedoku_generate(number(fields[2], 0), number(fields[3], 0), 1, NULL, NULL, board, 81, &status,
                               workspace, size) == LANEDOKU_OK);
        SAME(memcmp(board, fields[4], 81) == 0);
        break;
    case 'm':
        SAME(lanedoku_minimize(fields[2], 1, 81, NULL, number(fields[3], 0), 0, board, 81, &status, workspace,
                               size) == LANEDOKU_OK);
        SAME(status == LANEDOKU_UNIQUE && memcmp(board, fields[4], 81) == 0);
        break;
    case 's':
        SAME(lanedoku_shuffle(fields[2], 81, NULL, number(fields[3], 0), number(fields[4], 0), board, 81) ==
             LANEDOKU_OK);
        SAME(memcmp(board, fields[5], 81) == 0);
        break;
    default:
        read_cells(fields[3], expected);
        SAME(lanedoku_redundant_clues(fields[2], 1, 81, NULL, redundant, &status, workspace, size) == LANEDOKU_OK);
        SAME(status == LANEDOKU_UNIQUE && memcmp(redundant, expected, sizeof redundant) == 0);
    }
}

int main(int count_of_arguments, char **arguments) {
    static const struct {
        const char *name;
        void (*call)(void);
    } calls[] = {{"solve", solve},       {"count", count},         {"possible", possible},
                 {"grade", grade},       {"wrong-clues", wrong_clues}, {"generate", made},
                 {"minimize", made},     {"shuffle", made},        {"redundant", made}};
    enum { CALLS = sizeof calls / sizeof calls[0] };
    FILE *table = count_of_arguments > 1 ? fopen(arguments[1], "r") : NULL;
    int made_calls = 0;
    if (table == NULL)
        return 2;
    workspace = calloc(1, LANEDOKU_GENERATOR_WORKSPACE_MAX);
    search = calloc(1, LANEDOKU_SEARCH_MAX);
    while (fgets(line, sizeof line, table) != NULL) {
        int used = 0;
        row++;
        line[strcspn(line, "\r\n")] = '\0';
        for (char *rest = line; rest != NULL && used < MOST_FIELDS; used++) {
            fields[used] = rest;
            rest = strchr(rest, '\t');
            if (rest != NULL)
                *rest++ = '\0';
        }
        for (int i = 0; i < CALLS; i++)
            if (strcmp(fields[0], calls[i].name) == 0) {
                calls[i].call();
                made_calls++;
            }
    }
    fclose(table);
    free(workspace);
    free(search);
    printf("%d of %d rows, %d failures\n", made_calls, row, failures);
    return failures != 0;
}
