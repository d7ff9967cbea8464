/* A library that a program loads or links, and that uses lanedoku internally: returns its version and solves a
 * puzzle. */
#include <lanedoku.h>

#ifndef PLUGIN
#define PLUGIN plugin
#endif
#define JOINED(name, end) name##end
#define NAME(name, end) JOINED(name, end)

const char *NAME(PLUGIN, _version)(void);
int NAME(PLUGIN, _solves)(void);

const char *NAME(PLUGIN, _version)(void) {
    return lanedoku_version();
}

int NAME(PLUGIN, _solves)(void) {
    char solution[16];
    lanedoku_options options = {0};
    options.side = 4;
    return lanedoku_solve("1..4.........32.", 16, &options, solution, sizeof solution, NULL) == LANEDOKU_UNIQUE
           && lanedoku_version_number() == LANEDOKU_VERSION_NUMBER;
}
