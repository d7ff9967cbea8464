/*
 * Runs the calls of functions.table, for the program that is made of it.
 *
 * Each argument that is memory ends at a page that cannot be touched. While a call runs, memory that it must not write
 * is write-protected: inputs always, all outputs if the call is wrong. So a forbidden access is a signal, which the
 * program reports as a failure of this call. The bytes before each argument are compared after the call.
 *
 * Prints each failed call, and how many calls were made. The exit code is 1 if any call failed.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <lanedoku.h>

#include "check.h"

/* A pointer to anything. C++ does not convert a `void *`. */
#ifdef __cplusplus
struct place {
    void *start;
    template <typename T> operator T *() const { return static_cast<T *>(start); }
};
#else
typedef void *place;
#endif

static place place_at(void *start) {
#ifdef __cplusplus
    place made = {start};
    return made;
#else
    return start;
#endif
}

/* When a call may write to an argument: never; if its status is not negative; if it has the status of the right call. A
 * workspace is as an output, but it keeps its bytes from call to call. */
enum use { INPUT, OUTPUT, ANSWER, KEPT };
/* The memory of the kept ones, by number. Those of other arguments have the numbers from KEPT_SLOTS on. */
enum { WORKSPACE, GENERATOR, EXPLAINER, SEARCH, GRIDS, LAYOUT, COPY, KEPT_SLOTS, SLOTS = KEPT_SLOTS + 8 };
enum { ROOM = 1 << 22, BEFORE = 64, FILLED = 0x5a };

static struct slot {
    unsigned char *start;
    size_t size;
    enum use use;
    int is_taken, is_hidden, was_shifted;
} slots[SLOTS];
static unsigned char *memory;
static size_t page;
static int taken;

/* The solution with open cells in its first row. */
static const char EASY[] =
    "8........943682175675491283154237896369845721287169534521974368438526917796318452";

/* A 4x4 puzzle, and its solution. */
static const char SMALL[] = "123.3..22..3.321";
static const char TWO_SMALL[] = "123.3..22..3.321123.3..22..3.321";
static const char SMALL_SOLUTION[] = "1234341221434321";

/* The call that is made. */
static const char *function_name, *wrong_name;
static lanedoku_status expected, right_status;
static void *expected_user;
static int calls_of_user;
static sigjmp_buf crashed;

static void permit(struct slot *it, int access) {
    unsigned char *end = memory + (size_t)(it - slots) * (ROOM + page) + ROOM;
    unsigned char *first = end - (it->size + BEFORE + page) / page * page;
    CHECK(mprotect(first, (size_t)(end - first), access) == 0);
}

static struct slot *take(int number, size_t size, enum use use) {
    struct slot *it = &slots[number];
    if (number >= SLOTS || size + BEFORE + page > ROOM)
        exit(2);
    it->start = memory + (size_t)number * (ROOM + page) + ROOM - size;
    it->size = size;
    it->use = use;
    it->is_taken = 1;
    it->is_hidden = 0;
    memset(it->start - BEFORE, FILLED, BEFORE);
    if (it->was_shifted) {
        memset(it->start, 0, size);
        it->was_shifted = 0;
    }
    return it;
}

static unsigned char *filled(size_t size, enum use use) {
    unsigned char *start = take(taken++, size, use)->start;
    memset(start, FILLED, size);
    return start;
}

static place new_output(size_t size) { return place_at(filled(size, OUTPUT)); }
static place new_answer(size_t size) { return place_at(filled(size, ANSWER)); }
static place new_input(const char *bytes, size_t size) { return place_at(memcpy(filled(size, INPUT), bytes, size)); }
static place new_zeros(size_t size) { return place_at(memset(filled(size, INPUT), 0, size)); }
static place new_workspace(int number, size_t size) { return place_at(take(number, size, KEPT)->start); }

static struct slot *slot_of(const void *start) {
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].is_taken && (const unsigned char *)start >= slots[i].start
            && (const unsigned char *)start <= slots[i].start + slots[i].size)
            return &slots[i];
    exit(2);
}

/* Makes memory of an argument unreadable. */
static void hide(const void *start) { slot_of(start)->is_hidden = 1; }

/* Moves a workspace by one byte, and clears it. */
static place shifted(void *start) {
    struct slot *it = slot_of(start);
    it->start--;
    memset(it->start - BEFORE, FILLED, BEFORE);
    memset(it->start, 0, it->size);
    it->was_shifted = 1;
    return place_at(it->start);
}

static lanedoku_options *settings(void) { return (lanedoku_options *)new_zeros(sizeof(lanedoku_options)); }

static lanedoku_step *new_step(void) {
    lanedoku_step *made = (lanedoku_step *)new_zeros(sizeof *made);
    made->technique = 1;
    made->link_count = made->links[0].digit = 1;
    return made;
}

static lanedoku_board_symmetry *identity(void) {
    lanedoku_board_symmetry *made = (lanedoku_board_symmetry *)new_zeros(sizeof *made);
    for (uint8_t i = 0; i < 9; i++) {
        made->rows[i] = made->columns[i] = i;
        made->digits[i] = (uint8_t)(i + 1);
    }
    return made;
}

static place new_boards(void) {
    char *both = (char *)new_zeros(82 + 81);
    memcpy(both, EASY, 81);
    memcpy(both + 82, EASY, 81);
    both[81] = '\n';
    return place_at(both);
}

static uint16_t candidates_of(char cell) { return (uint16_t)(cell == '.' ? 0x1ff : 1 << (cell - '1')); }

/* The byte of the last mask that has its higher bits. */
static const uint16_t ONE = 1;
#define HIGH (160 + *(const char *)&ONE)

/* The masks of puzzles. An odd address leaves a byte before the end of the page. */
static place new_masks(size_t count, size_t is_odd) {
    char *made = (char *)new_zeros(count * 162 + is_odd);
    for (size_t i = 0; i < count * 81; i++) {
        uint16_t mask = candidates_of(PUZZLE[i % 81]);
        memcpy(made + 2 * i, &mask, 2);
    }
    return place_at(made);
}

static place new_marks(size_t count) {
    char *made = (char *)new_zeros(count * 729);
    for (size_t i = 0; i < count * 729; i++)
        made[i] = (char)(candidates_of(PUZZLE[i / 9 % 81]) >> i % 9 & 1 ? '1' + i % 9 : '.');
    return place_at(made);
}

/* The pencil marks of a person. */
static place new_pencil_marks(void) {
    uint16_t *made = (uint16_t *)new_zeros(81 * sizeof *made);
    for (size_t i = 0; i < 81; i++)
        made[i] = candidates_of(PUZZLE[i]);
    return place_at(made);
}

static place new_techniques(void) {
    lanedoku_techniques *made = (lanedoku_techniques *)new_zeros(sizeof *made);
    memset(made, 0xff, sizeof *made);
    return place_at(made);
}

/* A kernel that cannot run here, or 0. */
static lanedoku_kernel lacking(void) {
    for (lanedoku_kernel kernel = 1; kernel <= LANEDOKU_KERNEL_AVX512; kernel++)
        if (lanedoku_kernel_check(kernel) == LANEDOKU_ERROR_KERNEL)
            return kernel;
    return 0;
}

/* A kernel that has an engine of its own, or 0. */
static lanedoku_kernel wide(void) {
    return lanedoku_kernel_check(LANEDOKU_KERNEL_AVX2) == LANEDOKU_OK ? LANEDOKU_KERNEL_AVX2 : 0;
}

static place begun(void) {
    size_t size = lanedoku_search_size();
    place search = new_workspace(SEARCH, size);
    if (lanedoku_search_begin_solve(PUZZLE, 81, NULL, search, size) != LANEDOKU_OK)
        exit(2);
    return search;
}

static void finish(void *search) {
    if (lanedoku_search_run(search, UINT64_MAX, NULL) != LANEDOKU_UNIQUE)
        exit(2);
}

static place copied(const void *search) {
    size_t size = lanedoku_search_size();
    return place_at(memcpy(take(COPY, size, KEPT)->start, search, size));
}

static place new_layout(enum use use) {
    size_t size = lanedoku_layout_size();
    place layout = place_at(take(LAYOUT, size, use)->start);
    if (lanedoku_layout_init(layout, size, "4x4", 3, NULL, 0, NULL) != LANEDOKU_OK)
        exit(2);
    return layout;
}

static place copied_layout(const void *layout) {
    size_t size = lanedoku_layout_size();
    return place_at(memcpy(take(COPY, size, KEPT)->start, layout, size));
}

static place new_digits(const char *board) {
    size_t length = strlen(board);
    uint8_t *made = (uint8_t *)new_zeros(length);
    for (size_t i = 0; i < length; i++)
        made[i] = (uint8_t)(board[i] == '.' ? 0 : board[i] - '0');
    return place_at(made);
}

static place new_regions(void) { return new_digits("1122112233443344"); }

static place new_house(void) {
    uint16_t *made = (uint16_t *)new_zeros(2 * sizeof *made);
    made[0] = 10;
    made[1] = 5;
    return place_at(made);
}

static place new_sets(void) {
    uint32_t *made = (uint32_t *)new_zeros(16 * sizeof *made);
    memset(made, 0xff, 16 * sizeof *made);
    return place_at(made);
}

/* Something to point `user` at. */
static void *mark(void) {
    expected_user = &calls_of_user;
    return expected_user;
}

static void fail(const char *what) {
    printf("%s, %s: %s\n", function_name, wrong_name, what);
    failures++;
}

#ifdef __cplusplus
extern "C" {
#endif
static int visit(const char *solution, size_t length, void *user) {
    (void)solution;
    if (length != 81 || user != expected_user)
        fail("the visitor gets other arguments");
    calls_of_user++;
    return 0;
}

static int visit_small(const char *solution, size_t length, void *user) {
    /* The stop condition has a pointer of its own. */
    if (length != 16 || (user != NULL && user != &calls_of_user) || solution[0] != 1)
        fail("the visitor gets other arguments");
    calls_of_user++;
    return 0;
}

static int never(const lanedoku_result *so_far, void *user) {
    if (so_far->status != LANEDOKU_RUNNING || user != expected_user)
        fail("the stop condition gets other arguments");
    calls_of_user++;
    return 0;
}

static void catch_signal(int number) {
    (void)number;
    siglongjmp(crashed, 1);
}
#ifdef __cplusplus
}
#endif

/* Names what is wrong with the call, and its status. */
static void wrong_is(const char *name, lanedoku_status status) {
    wrong_name = name;
    expected = status;
}

/* Protects the arguments, now that they have their values. */
static void protect(void) {
    calls_of_user = 0;
    for (int i = 0; i < SLOTS; i++) {
        struct slot *it = &slots[i];
        int is_written = it->use == ANSWER ? expected == right_status : it->use != INPUT && expected >= 0;
        if (it->is_taken)
            permit(it, it->is_hidden ? PROT_NONE : is_written ? PROT_READ | PROT_WRITE : PROT_READ);
    }
}

static int has_filled(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != FILLED)
            return 0;
    return 1;
}

/* Makes memory accessible again, and compares what lies before the arguments. */
static void release(int is_right) {
    for (int i = 0; i < SLOTS; i++) {
        struct slot *it = &slots[i];
        if (!it->is_taken)
            continue;
        permit(it, PROT_READ | PROT_WRITE);
        if (!has_filled(it->start - BEFORE, BEFORE))
            fail("bytes before an argument have changed");
        if (is_right && (it->use == OUTPUT || it->use == ANSWER) && has_filled(it->start, it->size))
            fail("an output is not written");
        it->is_taken = 0;
    }
}

struct function {
    const char *name;
    void (*call)(int wrong);
    int calls;
    lanedoku_status right;
};

static void returned(lanedoku_status status) {
    if (status != expected) {
        char text[100];
        snprintf(text, sizeof text, "the status is %d instead of %d", (int)status, (int)expected);
        fail(text);
    }
    if (expected < 0 && calls_of_user != 0)
        fail("a function of the caller was called");
}

static int run(const struct function *functions, size_t count) {
    static volatile size_t i, made;
    static volatile int wrong;
    struct sigaction action;
    page = (size_t)sysconf(_SC_PAGESIZE);
    memory = (unsigned char *)mmap(NULL, SLOTS * (ROOM + page), PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return 2;
    for (size_t slot = 1; slot <= SLOTS; slot++)
        if (mprotect(memory + slot * (ROOM + page) - page, page, PROT_NONE) != 0)
            return 2;
    memset(&action, 0, sizeof action);
    action.sa_handler = catch_signal;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    for (i = 0; i < count; i++) {
        for (wrong = 0; wrong < functions[i].calls; wrong++) {
            function_name = functions[i].name;
            right_status = functions[i].right;
            wrong_is("the right call", right_status);
            taken = KEPT_SLOTS;
            if (sigsetjmp(crashed, 1) == 0)
                functions[i].call(wrong);
            else
                fail("it touches memory that it must not");
            release(wrong == 0);
            made++;
        }
    }
    printf("%u calls, %d failures\n", (unsigned)made, failures);
    return failures == 0 ? 0 : 1;
}
