/* Loads each plugin named as an argument, resolving all symbols at once, keeps it loaded, and calls them one after
 * the other. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    void *plugins[8] = {0};
    if (argc > 8)
        return 2;
    for (int i = 1; i < argc; i++) {
        plugins[i] = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        if (plugins[i] == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
    }
    for (int i = 1; i < argc; i++) {
        /* C cannot convert an object pointer to a function pointer; POSIX guarantees that this works. */
        const char *(*version)(void);
        int (*solves)(void);
        void *found = dlsym(plugins[i], "plugin_version");
        memcpy(&version, &found, sizeof found);
        found = dlsym(plugins[i], "plugin_solves");
        memcpy(&solves, &found, sizeof found);
        printf("%s%s\n", version(), solves() ? "" : " fails");
    }
    return 0;
}
