/*
 * Reads Sudoku boards from text in any common format. Only in a library that was built with the feature `formats`:
 *
 *     cargo build --release -p liblanedoku --features formats
 *     cc -Iinclude program.c target/release/liblanedoku.a -lpthread -ldl -lm -o program
 *
 * Without it, the library allocates no memory and needs only the C library; this reader needs the Rust standard
 * library.
 */
#ifndef LANEDOKU_FORMATS_H
#define LANEDOKU_FORMATS_H

#include "lanedoku.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reads the boards of a text in any format of the command line: lines, tables, JSON, drawn boards, boards in loose
 * text, links, files of several boards.
 *
 * - `text`, `length`: the text, below 4 GiB.
 * - `options`: only the side and the cells have an effect. All boards have this side.
 * - `boards`, `boards_length`: a buffer, or NULL and 0. It receives the boards one after the other, as many as fit, a
 *   character (or digit, see `lanedoku_cells`) for each cell, `.` for an open cell, without a NUL.
 * - `count`: NULL, or receives the number of boards in the text, also if they do not fit. Those after an error count.
 * - `message`, `message_length`, `needed`: as for `lanedoku_error_message`. The first error, such as
 *   `line 3, column 9: '!' is not valid on a 9x9 board`. Without an error, the first line that is no puzzle and is
 *   left out, such as a title beside a drawn board; empty if there is none.
 *
 * Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a part of the text is not a board, or candidates; or
 * `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
 */
lanedoku_status lanedoku_read_boards(const char *text, size_t length, const lanedoku_options *options, char *boards,
                                     size_t boards_length, size_t *count, char *message, size_t message_length,
                                     size_t *needed);

#ifdef __cplusplus
}
#endif

#endif
