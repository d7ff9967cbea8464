/*
 * Lanedoku as a function of tdoku's signature, so that tdoku's own benchmark can measure it:
 *
 *     size_t f(const char *puzzle, size_t limit, uint32_t kernel, char *solution, size_t *guesses);
 *
 * The kernel is one of LANEDOKU_KERNEL_...; as in tdoku, a puzzle with several solutions is answered with any of them.
 */
#include <stdint.h>
#include <string.h>

#include "lanedoku.h"

size_t lanedoku_as_tdoku(const char *puzzle, size_t limit, uint32_t kernel, char *solution, size_t *guesses) {
    lanedoku_options options;
    lanedoku_result result;
    lanedoku_status status;
    memset(&options, 0, sizeof options);
    memset(&result, 0, sizeof result);
    options.kernel = (lanedoku_kernel)kernel;
    options.any_solution = 1;
    if (puzzle[81] >= '.') {
        options.cells = LANEDOKU_CELLS_MARKS;
        status = lanedoku_solve(puzzle, 729, &options, solution, 81, &result);
    } else if (limit == 1) {
        status = lanedoku_first_solution(puzzle, 81, &options, solution, 81, &result);
    } else if (limit == 2) {
        status = lanedoku_solve(puzzle, 81, &options, solution, 81, &result);
    } else {
        status = lanedoku_count(puzzle, 81, &options, limit, &result, NULL, 0);
    }
    *guesses = (size_t)result.guesses;
    return status < 0 ? 0 : (size_t)result.solutions;
}
