/* A program with two libraries written in Rust. */
#include <stdio.h>

#include <lanedoku.h>

int another_catches(void);

int main(void) {
    char solution[81];
    const lanedoku_status status =
        lanedoku_solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 81, NULL,
                       solution, sizeof solution, NULL);
    puts(status == LANEDOKU_UNIQUE && another_catches() == 1 ? "both work" : "one fails");
    return 0;
}
