/* Linked with two libraries, each of which is linked with its own version. */
#include <stdio.h>

const char *old_version(void);
int old_solves(void);
const char *new_version(void);
int new_solves(void);

int main(void) {
    printf("%s%s\n", old_version(), old_solves() ? "" : " fails");
    printf("%s%s\n", new_version(), new_solves() ? "" : " fails");
    return 0;
}
