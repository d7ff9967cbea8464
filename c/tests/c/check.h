/* Shared by the test programs: a check that counts failures, and a puzzle with its solution. */
#include <stdio.h>

static int failures = 0;

static void check(int holds, const char *what, const char *file, int line) {
    if (!holds) {
        printf("%s:%d: %s\n", file, line, what);
        failures++;
    }
}
#define CHECK(what) check((what) != 0, #what, __FILE__, __LINE__)

static const char PUZZLE[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
static const char SOLUTION[] =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
