/* Reads standard input with lanedoku_read_boards: boards of the side in the first argument. Prints the status, the
 * number of boards, the boards and the message, a line each. */
#include <lanedoku_formats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    ((condition) ? (void)0 : (fprintf(stderr, "line %d: %s\n", __LINE__, #condition), exit(3)))

/* Short buffers, NULL and wrong calls. */
static void check_calls(void) {
    static const char text[] = "1..4........2..3 easy\n....1..42..3....,x\n1..4\n!";
    lanedoku_options options;
    char boards[40], message[8];
    size_t count = 7, needed = 7;
    memset(&options, 0, sizeof options);
    options.side = 4;
    memset(boards, '#', sizeof boards);
    CHECK(lanedoku_read_boards(text, sizeof text - 1, &options, boards, 31, &count, message, sizeof message, &needed) ==
          LANEDOKU_INVALID);
    CHECK(count == 2 && memcmp(boards, "1..4........2..3####", 20) == 0);
    CHECK(strcmp(message, "line 3:") == 0 && needed > sizeof message);
    CHECK(lanedoku_read_boards(text, 41, &options, boards, sizeof boards, &count, NULL, 0, &needed) == LANEDOKU_OK);
    CHECK(count == 2 && needed == 1 && memcmp(boards + 16, "....1..42..3....########", 24) == 0);
    CHECK(lanedoku_read_boards(text, 22, &options, NULL, 0, NULL, NULL, 0, NULL) == LANEDOKU_OK);
    options.cells = LANEDOKU_CELLS_DIGITS;
    CHECK(lanedoku_read_boards(text, 22, &options, boards, 16, NULL, NULL, 0, NULL) == LANEDOKU_OK);
    CHECK(memcmp(boards, "\1\0\0\4\0\0\0\0\0\0\0\0\2\0\0\3....", 20) == 0);
    count = 7;
    CHECK(lanedoku_read_boards(NULL, 0, &options, boards, 16, &count, NULL, 0, NULL) == LANEDOKU_ERROR_NULL);
    CHECK(lanedoku_read_boards(text, 22, &options, NULL, 16, &count, NULL, 0, NULL) == LANEDOKU_ERROR_NULL);
    CHECK(lanedoku_read_boards(text, (size_t)-1, &options, boards, 16, &count, NULL, 0, NULL) == LANEDOKU_ERROR_SIZE);
    options.side = 5;
    CHECK(lanedoku_read_boards(text, 22, &options, boards, 16, &count, NULL, 0, NULL) == LANEDOKU_ERROR_OPTION);
    CHECK(count == 7);
}

int main(int argc, char **argv) {
    static char text[65536], boards[65536], message[1024];
    size_t length, count, board;
    lanedoku_options options;
    int cells;
    CHECK(argc == 2);
    check_calls();
    memset(&options, 0, sizeof options);
    options.side = (uint32_t)atoi(argv[1]);
    cells = (int)(options.side * options.side);
    length = fread(text, 1, sizeof text, stdin);
    printf("%s\n", lanedoku_status_text(lanedoku_read_boards(text, length, &options, boards, sizeof boards, &count,
                                                             message, sizeof message, NULL)));
    for (board = 0; board < count; board++)
        printf("%.*s\n", cells, boards + board * (size_t)cells);
    printf("%s\n", message);
    return 0;
}
