/* Shared by the test programs: buffers between canaries. */
#include <stdlib.h>
#include <string.h>

/* A buffer between canaries. */
enum { CANARIES = 16, CANARY = 0x5a };
typedef struct guarded {
    unsigned char *memory;
    char *buffer;
    size_t length;
} guarded;

static guarded guard(size_t length) {
    guarded made;
    made.memory = (unsigned char *)malloc(length + 2 * CANARIES);
    if (made.memory == NULL)
        exit(2);
    memset(made.memory, CANARY, length + 2 * CANARIES);
    made.buffer = (char *)made.memory + CANARIES;
    made.length = length;
    return made;
}

static int is_untouched(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != CANARY)
            return 0;
    return 1;
}

/* Returns whether the canaries are intact and only the first `written` bytes were written. */
static int only_wrote(guarded it, size_t written) {
    return is_untouched((char *)it.memory, CANARIES)
        && is_untouched(it.buffer + written, it.length - written + CANARIES);
}
