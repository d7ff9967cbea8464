/*
 * Lanedoku: a hand-tuned Sudoku solver. This is a thin C++ header (C++17 and later) over `lanedoku.h`, which
 * documents each function in detail.
 *
 * A complete program:
 *
 *     #include <iostream>
 *     #include <lanedoku.hpp>
 *
 *     int main() {
 *         const auto answer = lanedoku::solve(
 *             "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
 *         if (answer.solution)
 *             std::cout << lanedoku::view(*answer.solution) << '\n';
 *         std::cout << lanedoku::name(answer.status) << '\n';
 *     }
 *
 * Build it like a C program, for example with
 *
 *     cargo build --release -p liblanedoku
 *     c++ -std=c++17 -Iinclude program.cpp target/release/liblanedoku.a -o program
 *
 * Rules that hold for every function:
 *
 * - Functions that read a puzzle are templates over the side of its board, the number of cells in a row, as in
 *   `lanedoku::solve<4>("1..4........2..3")`: 9 (the default), 4, 16 or 25. If the side is known only at run time, it
 *   is `lanedoku::any_side`: then it is found from the puzzle, or given in the `options`, and a solution is a
 *   `std::string`, or a `std::vector` of digits.
 * - A puzzle is a `std::string_view`: one line, or a drawn board of several lines. Nothing needs a NUL at its end.
 * - Or it is an array of digits: bytes from 0, for an open cell, to the side of the board, in a `std::array`, a
 *   `std::vector`, a `std::span` or an array of `std::uint8_t`. Then solutions are digits, too.
 * - Or it is the candidates of a 9x9 puzzle: `lanedoku::candidates`, or any 81 masks of type `std::uint16_t` in a row,
 *   with solutions in digits; or `lanedoku::marks`, a text, with solutions in text. Functions that need a board do not
 *   compile with candidates.
 * - A text that is not a board, and a puzzle whose clues collide, give `status::invalid`. `find_error` and
 *   `error_message` find the error.
 * - A wrong call throws `lanedoku::error`: contradictory options, a kernel that the processor lacks, an array that is
 *   too small. Functions that allocate can throw `std::bad_alloc`. Without exceptions (`-fno-exceptions`), a wrong call
 *   writes the error to `stderr` and ends the program with `std::abort`.
 * - Any number of threads may call any function at once, each with its own workspace.
 * - Boards of other layouts have the functions of `lanedoku.h` alone, `lanedoku_layout_init` and others.
 */
#ifndef LANEDOKU_HPP
#define LANEDOKU_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#ifdef __cpp_lib_span
#include <span>
#endif

#include <lanedoku.h>

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define LANEDOKU_HPP_EXCEPTIONS 1
#else
#define LANEDOKU_HPP_EXCEPTIONS 0
#endif

namespace lanedoku {

/** In place of the side of a board: the side is known only at run time. */
inline constexpr std::size_t any_side = 0;

/** The distance between the puzzles of a batch: text has a line feed after each puzzle, and digits have nothing. */
inline constexpr std::size_t default_stride = static_cast<std::size_t>(-1);

/** The answer to a search. Later versions may add others. */
enum class status : lanedoku_status {
    /** All puzzles were visited. */
    ok = LANEDOKU_OK,
    /** Exactly one solution. */
    unique = LANEDOKU_UNIQUE,
    /** Two or more solutions. */
    multiple = LANEDOKU_MULTIPLE,
    /** No solution, although no two equal clues share a row, column or box. */
    none = LANEDOKU_NONE,
    /** The search reached the step limit before it found the answer. */
    limit = LANEDOKU_LIMIT,
    /** The text is not a board, or two equal clues share a row, column or box. */
    invalid = LANEDOKU_INVALID,
    /** A count or a visit was ended before it had an answer: at a limit of one solution or none, or by the visitor. */
    stopped = LANEDOKU_STOPPED,
    /** A `search` has not ended: it can go on. */
    running = LANEDOKU_RUNNING,
    /** `first_solution` found a solution. It did not look for another. */
    found = LANEDOKU_FOUND
};

/** The method of a search. */
enum class engine : lanedoku_engine {
    best = LANEDOKU_ENGINE_BEST,
    simd = LANEDOKU_ENGINE_SIMD,
    backtrack = LANEDOKU_ENGINE_BACKTRACK,
    propagate = LANEDOKU_ENGINE_PROPAGATE
};

/** The order in which `engine::backtrack` visits the open cells. */
enum class order : lanedoku_order {
    constrained = LANEDOKU_ORDER_CONSTRAINED,
    rows = LANEDOKU_ORDER_ROWS
};

/** The processor instructions that a search uses. */
enum class kernel : lanedoku_kernel {
    best = LANEDOKU_KERNEL_BEST,
    portable = LANEDOKU_KERNEL_PORTABLE,
    assembly = LANEDOKU_KERNEL_ASSEMBLY,
    avx2 = LANEDOKU_KERNEL_AVX2,
    avx512 = LANEDOKU_KERNEL_AVX512
};

/** A symmetry of the pattern of clues, see the C header. */
enum class symmetry : lanedoku_symmetry {
    none = LANEDOKU_SYMMETRY_NONE,
    half_turn = LANEDOKU_SYMMETRY_HALF_TURN,
    quarter_turn = LANEDOKU_SYMMETRY_QUARTER_TURN,
    left_right = LANEDOKU_SYMMETRY_LEFT_RIGHT,
    top_bottom = LANEDOKU_SYMMETRY_TOP_BOTTOM,
    diagonal = LANEDOKU_SYMMETRY_DIAGONAL,
    antidiagonal = LANEDOKU_SYMMETRY_ANTIDIAGONAL,
    both_mirrors = LANEDOKU_SYMMETRY_BOTH_MIRRORS,
    both_diagonals = LANEDOKU_SYMMETRY_BOTH_DIAGONALS,
    full = LANEDOKU_SYMMETRY_FULL
};

/** What puzzles are made. As it is made, it stands for minimal ones. The C header describes its fields. */
struct generator {
    lanedoku::symmetry symmetry = lanedoku::symmetry::none;
    /** Whether a symmetry is drawn for each puzzle. */
    bool random_symmetry = false;
    std::uint32_t fewest_clues = 0;
    std::uint32_t most_clues = 0;
    /** Whether puzzles are minimal also if a number of clues is asked for. */
    bool minimal = false;
    /** The maximum number of grids that are tried for one puzzle; 0 means 100,000. */
    std::uint32_t attempts = 0;
    /** If not zeros: the cells that hold clues, bit `c % 64` of number `c / 64` for cell `c`. */
    std::array<std::uint64_t, 2> pattern = {};
};

/** How to search. As it is made, it stands for the defaults. */
struct options {
    /** The side of the board: 4, 9, 16 or 25. 0 means the side of the template or, with `any_side`, of the puzzle. */
    std::uint32_t side = 0;
    lanedoku::engine engine = lanedoku::engine::best;
    lanedoku::order order = lanedoku::order::constrained;
    lanedoku::kernel kernel = lanedoku::kernel::best;
    /** The maximum number of steps for one puzzle; 0 means no limit. */
    std::uint64_t step_limit = 0;
    /**
     * Whether a puzzle with several solutions is answered with the first one that the engine finds, instead of the
     * least, read row by row as a number. It may depend on the engine, the kernel and the other puzzles of a batch.
     */
    bool any_solution = false;
};

/** Not part of the interface. */
namespace detail {

template <std::size_t Side, class Cell>
struct board_of {
    static_assert(Side == 4 || Side == 9 || Side == 16 || Side == 25, "the side of a board is 4, 9, 16 or 25");
    using type = std::array<Cell, Side * Side>;
};

template <class Cell>
struct board_of<any_side, Cell> {
    using type = std::conditional_t<std::is_same_v<Cell, char>, std::string, std::vector<Cell>>;
};

} // namespace detail

/**
 * A board, row by row: a character for each cell, or a digit if `Cell` is `std::uint8_t`. A `std::array`; with
 * `any_side`, a `std::string` or a `std::vector`.
 */
template <std::size_t Side = 9, class Cell = char>
using board = typename detail::board_of<Side, Cell>::type;

/** The candidates of a 9x9 puzzle, row by row: bit `d - 1` of a mask for digit `d`. */
using candidates = std::array<std::uint16_t, 81>;

/**
 * The candidates of a 9x9 puzzle in a text of 729 characters: nine for each cell, where character `d` is the digit `d`
 * if that is a candidate, and a dot if not. In a batch, several of them.
 */
struct marks {
    std::string_view text;
};

/** What a search found, and its work. */
template <std::size_t Side = 9, class Cell = char>
struct answer {
    /**
     * `unique`, `multiple`, `none`, `limit` or `invalid`. From `first_solution`: `found`, `none`, `limit` or `invalid`.
     */
    lanedoku::status status = lanedoku::status::invalid;
    /** The solution, if there is one: of several the least, or any, see `options`. None at the step limit. */
    std::optional<board<Side, Cell>> solution;
    /** Steps taken, as the engine counts them. */
    std::uint64_t steps = 0;
    /** Search nodes that branched. */
    std::uint64_t guesses = 0;
};

/** How many solutions were counted or visited, and the work that it took. */
struct tally {
    /**
     * The status of the puzzle, as far as the search tells: `multiple`, also if it was cut; `unique` or `none`; or with
     * fewer than two solutions `stopped`, `limit` or `invalid`.
     */
    lanedoku::status status = lanedoku::status::invalid;
    std::uint64_t solutions = 0;
    std::uint64_t steps = 0;
    std::uint64_t guesses = 0;
    /** Whether these are all solutions. */
    bool is_exact = false;
    /** The part of the search that is done, from 0 to 1: 1 exactly if it has ended with all solutions. */
    double progress = 0;
};

/** What is wrong with a puzzle. The C header describes its kinds and fields. */
using input_error = lanedoku_input_error;

/** The result of one puzzle of a batch. The C header describes its fields. */
using result = lanedoku_result;

/** The difficulty of a puzzle for a plain search. The C header describes its fields. */
using rating = lanedoku_rating;

/** A symmetry of 9x9 boards. The C header describes its fields. */
using board_symmetry = lanedoku_board_symmetry;

/** Cells of a 9x9 board: bit `c % 64` of number `c / 64` for cell `c`. */
using cell_set = std::array<std::uint64_t, 2>;

/** The clues that may be wrong in a board without a solution. The C header describes its fields. */
using wrong_clues = lanedoku_wrong_clues;

/** The digits that a puzzle allows in each cell, as masks: bit `d - 1` for digit `d`. */
struct possible {
    /** `unique`, `multiple` or `none`; `limit` if some digits are not decided; `invalid`, without digits. */
    lanedoku::status status = lanedoku::status::invalid;
    /** The digits that occur in some solution. */
    std::array<std::uint16_t, 81> digits{};
    /** The digits that are not excluded: the same, unless some digits are not decided. */
    std::array<std::uint16_t, 81> not_excluded{};
};

/** A move: a cell, counted from 0, and the digit that is written into it. */
struct move {
    std::uint8_t cell = 0;
    std::uint8_t digit = 0;
};

/** The redundant clues of a puzzle, or the reason why there are none. */
struct redundant {
    /** `unique` if the puzzle has one solution; otherwise `multiple`, `none` or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::optional<cell_set> cells;
};

/** How many puzzles were visited. */
struct visited {
    /** `ok` or `stopped`; `multiple`, `none` or `invalid` for a puzzle that does not have one solution. */
    lanedoku::status status = lanedoku::status::invalid;
    std::uint64_t puzzles = 0;
    /** Choices of removed clues that were skipped, because they leave more solutions than there is memory for. */
    std::uint64_t skipped = 0;
};

/** A rating, or the reason why there is none. */
struct rated {
    /** `unique` if there is a rating; otherwise `multiple`, `none`, `limit` or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::optional<lanedoku::rating> rating;
};

/** A minimal puzzle, or the reason why there is none. */
template <class Cell = char>
struct minimized {
    /** `unique` if there is a puzzle; otherwise `multiple`, `none` or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::optional<board<9, Cell>> puzzle;
};

/** The exception for a wrong call. */
class error : public std::exception {
public:
    explicit error(lanedoku_status code) noexcept : code_(code) {}
    /** One of `LANEDOKU_ERROR_...`. */
    [[nodiscard]] lanedoku_status code() const noexcept { return code_; }
    [[nodiscard]] const char *what() const noexcept override { return lanedoku_status_text(code_); }

private:
    lanedoku_status code_;
};

#ifdef __cpp_lib_span
/** `std::span`. */
template <class T>
using span = std::span<T>;
#else
/** A substitute for `std::span`, made from a pointer and a size, an array, or an object with `data` and `size`. */
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t Size>
    constexpr span(T (&array)[Size]) noexcept : data_(array), size_(Size) {}
    /* What ends with the call can be read from, but not written to. */
    template <class Container,
              class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container &>().data()), T *>
                                       && (std::is_lvalue_reference_v<Container> || std::is_const_v<T>)
                                       && !std::is_same_v<std::remove_cv_t<std::remove_reference_t<Container>>, span>>>
    constexpr span(Container &&container) noexcept : data_(container.data()), size_(container.size()) {}
    [[nodiscard]] constexpr T *data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr T *begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T *end() const noexcept { return data_ + size_; }
    [[nodiscard]] constexpr T &operator[](std::size_t index) const { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/** Not part of the interface. */
namespace detail {

/** Throws the error of a wrong call. */
[[noreturn]] inline void fail(lanedoku_status code) {
#if LANEDOKU_HPP_EXCEPTIONS
    throw error(code);
#else
    std::fprintf(stderr, "lanedoku: %s\n", lanedoku_status_text(code));
    std::abort();
#endif
}

/** Input of the form `LANEDOKU_CELLS_...` for the C functions, which need a pointer even for nothing. */
template <lanedoku_cells Form>
struct input {
    static constexpr lanedoku_cells form = Form;
    static constexpr bool is_text = Form == LANEDOKU_CELLS_TEXT || Form == LANEDOKU_CELLS_MARKS;
    static constexpr bool is_board = Form == LANEDOKU_CELLS_TEXT || Form == LANEDOKU_CELLS_DIGITS;
    /** The cells of solutions. */
    using cell = std::conditional_t<is_text, char, std::uint8_t>;

    const char *data = "";
    /** In bytes. */
    std::size_t size = 0;

    input(const void *first, std::size_t bytes) noexcept : size(bytes) {
        if (first != nullptr)
            data = static_cast<const char *>(first);
    }
    /** The bytes of a puzzle in a batch. */
    static constexpr std::size_t length(std::uint32_t side) noexcept {
        return is_board ? std::size_t{side} * side : is_text ? 729 : sizeof(candidates);
    }
};

inline input<LANEDOKU_CELLS_TEXT> input_of(std::string_view text) noexcept {
    return {text.data(), text.size()};
}

inline input<LANEDOKU_CELLS_DIGITS> input_of(span<const std::uint8_t> digits) noexcept {
    return {digits.data(), digits.size()};
}

inline input<LANEDOKU_CELLS_CANDIDATES> input_of(span<const std::uint16_t> masks) noexcept {
    return {masks.data(), masks.size() * sizeof(std::uint16_t)};
}

inline input<LANEDOKU_CELLS_CANDIDATES> input_of(span<const candidates> puzzles) noexcept {
    return {puzzles.data(), puzzles.size() * sizeof(candidates)};
}

inline input<LANEDOKU_CELLS_MARKS> input_of(const marks &puzzle) noexcept {
    return {puzzle.text.data(), puzzle.text.size()};
}

/** The form of an argument. */
template <class Puzzle>
using form_of = decltype(input_of(std::declval<const Puzzle &>()));

/** The cells of the solutions of a puzzle; and those of a puzzle that is a board. */
template <class Puzzle>
using cell_of = typename form_of<Puzzle>::cell;
template <class Puzzle>
using board_cell_of = std::enable_if_t<form_of<Puzzle>::is_board, cell_of<Puzzle>>;

/** The form of boards of these cells. */
template <class Cell>
using form_of_cells = form_of<std::conditional_t<std::is_same_v<Cell, char>, std::string_view, span<const Cell>>>;

/** The argument of a visitor. */
template <class Cell>
using shown = std::conditional_t<std::is_same_v<Cell, char>, std::string_view, span<const std::uint8_t>>;

template <class Input>
lanedoku_options c_options(const options &asked, std::uint32_t side) noexcept {
    lanedoku_options made = {};
    made.side = side;
    made.order = static_cast<lanedoku_order>(asked.order);
    made.kernel = static_cast<lanedoku_kernel>(asked.kernel);
    made.engine = static_cast<lanedoku_engine>(asked.engine);
    made.step_limit = asked.step_limit;
    made.cells = Input::form;
    made.any_solution = asked.any_solution ? 1 : 0;
    return made;
}

inline lanedoku_generator c_generator(const generator &wanted) noexcept {
    lanedoku_generator made = {};
    made.symmetry = static_cast<lanedoku_symmetry>(wanted.symmetry);
    made.random_symmetry = wanted.random_symmetry ? 1 : 0;
    made.fewest_clues = wanted.fewest_clues;
    made.most_clues = wanted.most_clues;
    made.minimal = wanted.minimal ? 1 : 0;
    made.attempts = wanted.attempts;
    made.pattern[0] = wanted.pattern[0];
    made.pattern[1] = wanted.pattern[1];
    return made;
}

/** Output cells for the C functions. */
template <class Cell>
char *output(Cell *cells) noexcept {
    return reinterpret_cast<char *>(cells);
}

/** Returns the status, or throws if the call was wrong. */
inline status checked(lanedoku_status code) {
#ifdef LANEDOKU_ABI_OBJECT
    // Only a file that calls this has the reference.
    LANEDOKU_KEPT static const unsigned char *const abi = &LANEDOKU_ABI_OBJECT;
#endif
    if (code < 0)
        fail(code);
    return static_cast<status>(code);
}

/** The side of a puzzle's board. */
template <std::size_t Side, class Input>
std::uint32_t side_of([[maybe_unused]] Input puzzle, const options &how) {
    if constexpr (Side != any_side) {
        if (how.side != 0 && how.side != Side)
            fail(LANEDOKU_ERROR_OPTION);
        return Side;
    } else {
        std::uint32_t side = how.side;
        if (side == 0 && Input::form == LANEDOKU_CELLS_TEXT)
            checked(lanedoku_find_side(puzzle.data, puzzle.size, &side));
        for (std::uint32_t known : {4u, 9u, 16u, 25u})
            if (side == known || (side == 0 && Input::is_board && puzzle.size == known * known))
                return known;
        if (side != 0)
            fail(LANEDOKU_ERROR_OPTION);
        /* Candidates; or digits that are no board: they have an error on a board of any side. */
        return 9;
    }
}

/** A board of zeros. */
template <std::size_t Side, class Cell>
board<Side, Cell> blank(std::uint32_t side) {
    board<Side, Cell> made{};
    if constexpr (Side == any_side)
        made.resize(std::size_t{side} * side);
    return made;
}

inline tally tally_of(const lanedoku_result &found) noexcept {
    return {static_cast<status>(found.status), found.solutions, found.steps, found.guesses, found.is_exact != 0,
            found.progress};
}

/** Returns the answer of `lanedoku_solve` or `lanedoku_first_solution`. */
template <std::size_t Side, class Input, class Call>
answer<Side, typename Input::cell> answer_of(Input puzzle, const options &how, Call &&call) {
    const std::uint32_t side = side_of<Side>(puzzle, how);
    const lanedoku_options asked = c_options<Input>(how, side);
    lanedoku_result found;
    auto solution = blank<Side, typename Input::cell>(side);
    answer<Side, typename Input::cell> given;
    given.status =
        checked(call(puzzle.data, puzzle.size, &asked, output(solution.data()), solution.size(), &found));
    if (found.solutions != 0)
        given.solution = std::move(solution);
    given.steps = found.steps;
    given.guesses = found.guesses;
    return given;
}

/** Calls functions that may throw, where no exception may pass: it is kept until the call of the library returns. */
struct keeper {
#if LANEDOKU_HPP_EXCEPTIONS
    std::exception_ptr thrown = nullptr;

    /** Returns 0 if the function returns true, 1 if it returns false or throws. */
    template <class Call>
    int stops(Call &&call) noexcept {
        try {
            return call() ? 0 : 1;
        } catch (...) {
            thrown = std::current_exception();
            return 1;
        }
    }
    void rethrow() const {
        if (thrown)
            std::rethrow_exception(thrown);
    }
#else
    template <class Call>
    int stops(Call &&call) noexcept {
        return call() ? 0 : 1;
    }
    void rethrow() const noexcept {}
#endif
};

/** A visitor of any type. */
struct visiting {
    bool (*call)(void *visitor, const char *solution, std::size_t length);
    void *visitor;
    keeper kept = {};
};

extern "C" inline int lanedoku_hpp_visitor(const char *solution, std::size_t length, void *user) noexcept {
    visiting &now = *static_cast<visiting *>(user);
    return now.kept.stops([&] { return now.call(now.visitor, solution, length); });
}

/** Visits with a C function; `call` gets the options, and a function with its pointer. */
template <class Input, class Visitor, class Call>
status visit_by(Visitor &visitor, const options &how, std::uint32_t side, Call &&call) {
    using cell = typename Input::cell;
    static_assert(std::is_invocable_v<Visitor &, shown<cell>>,
                  "the visitor takes a std::string_view, or a span of digits");
    const lanedoku_options asked = c_options<Input>(how, side);
    // A pointer to a pointer, because the address of a const object or a function does not convert to `void *`.
    auto *place = std::addressof(visitor);
    visiting now = {
        [](void *user, const char *solution, std::size_t length) -> bool {
            Visitor &called = **static_cast<Visitor **>(user);
            const shown<cell> cells(reinterpret_cast<const cell *>(solution), length);
            if constexpr (std::is_void_v<std::invoke_result_t<Visitor &, shown<cell>>>) {
                called(cells);
                return true;
            } else {
                return static_cast<bool>(called(cells));
            }
        },
        &place};
    const lanedoku_status ended = call(&asked, lanedoku_hpp_visitor, &now);
    now.kept.rethrow();
    return checked(ended);
}

/** Returns the 9x9 board that a C function makes, or none; `call` gets options and output. */
template <class Input, class Call>
std::optional<board<9, typename Input::cell>> made_by(Call &&call) {
    const lanedoku_options asked = c_options<Input>({}, 9);
    board<9, typename Input::cell> made;
    if (checked(call(&asked, output(made.data()))) == status::invalid)
        return std::nullopt;
    return made;
}

/**
 * Returns the message of a C function; `call` gets the buffer, its length and a pointer for the length of the message.
 */
template <class Call>
std::string message_of(Call &&call) {
    std::array<char, 256> message;
    std::size_t needed = 0;
    checked(call(message.data(), message.size(), &needed));
    if (needed <= message.size())
        return std::string(message.data(), needed - 1);
    std::string longer(needed, '\0');
    checked(call(longer.data(), longer.size(), &needed));
    longer.pop_back();
    return longer;
}

/** The layout of a batch of puzzles. */
struct layout {
    std::size_t stride;
    /** How many puzzles there is space for. */
    std::size_t count;
};

/** Returns the layout of a batch. */
template <class Input>
layout layout_of(Input puzzles, std::uint32_t side, std::size_t stride) {
    const std::size_t length = Input::length(side);
    if (stride == default_stride)
        stride = length + (Input::is_text ? 1 : 0);
    if (stride < length)
        fail(LANEDOKU_ERROR_SIZE);
    return {stride, puzzles.size < length ? 0 : (puzzles.size - length) / stride + 1};
}

/** The side of the boards of a batch, which cannot be found from its text. */
template <std::size_t Side, class Input>
std::uint32_t batch_side(Input puzzles, const options &how) {
    if (Side == any_side && how.side == 0 && Input::is_board)
        fail(LANEDOKU_ERROR_OPTION);
    return side_of<Side>(puzzles, how);
}

/**
 * Calls a C function for a batch of 9x9 puzzles, and makes something of each puzzle; `call` gets the puzzles and their
 * layout, the options and the array of statuses, `make` a number and a status.
 */
template <class Made, class Input, class Call, class Make>
std::vector<Made> batch_by(Input puzzles, const options &how, std::size_t stride, Call &&call, Make &&make) {
    const layout given = layout_of(puzzles, 9, stride);
    const lanedoku_options asked = c_options<Input>(how, how.side);
    std::vector<lanedoku_status> statuses(given.count);
    checked(call(puzzles.data, given, &asked, statuses.data()));
    std::vector<Made> made(given.count);
    for (std::size_t i = 0; i < given.count; i++)
        make(made[i], i, static_cast<status>(statuses[i]));
    return made;
}

/** As `batch_by`, of what has a status and, if that is `unique`, an item of an array that the C function writes. */
template <class Item, class Made, class Input, class Call>
std::vector<Made> rated_by(Input puzzles, const options &how, std::size_t stride, std::optional<Item> Made::*item,
                           Call &&call) {
    std::vector<Item> items(layout_of(puzzles, 9, stride).count);
    return batch_by<Made>(
        puzzles, how, stride,
        [&](const char *first, layout given, const lanedoku_options *asked, lanedoku_status *statuses) {
            return call(first, given, asked, items.data(), statuses);
        },
        [&](Made &made, std::size_t i, status of) {
            made.status = of;
            if (of == status::unique)
                made.*item = items[i];
        });
}

/** Memory of the size that a C function returns, set to zero. */
template <std::size_t (*Size)()>
class memory {
public:
    memory() : size_(Size()), memory_(std::make_unique<unsigned char[]>(size_)) {}
    /** A moved-from object is empty. */
    memory(memory &&other) noexcept : size_(std::exchange(other.size_, 0)), memory_(std::move(other.memory_)) {}
    memory &operator=(memory &&other) noexcept {
        size_ = std::exchange(other.size_, 0);
        memory_ = std::move(other.memory_);
        return *this;
    }
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;
    ~memory() = default;

    [[nodiscard]] void *data() noexcept { return memory_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    std::size_t size_;
    std::unique_ptr<unsigned char[]> memory_;
};

} // namespace detail

/**
 * Memory that makes batches and counts of many solutions faster. It can be used for any number of calls, by one thread
 * at a time. Calls still work with an object that was moved from, but are slower.
 */
using workspace = detail::memory<lanedoku_workspace_size>;

/** Memory for generating and minimizing puzzles. It can be used for any number of calls, by one thread at a time. */
using generator_workspace = detail::memory<lanedoku_generator_workspace_size>;

/** Memory for human solving steps. It can be used for any number of calls, by one thread at a time. */
using explainer_workspace = detail::memory<lanedoku_explainer_workspace_size>;

/** The text of a board. */
template <std::size_t Cells>
[[nodiscard]] constexpr std::string_view view(const std::array<char, Cells> &text) noexcept {
    return {text.data(), Cells};
}

/** The word for a status, such as `unique`. */
[[nodiscard]] inline std::string_view name(status of) noexcept {
    return lanedoku_status_text(static_cast<lanedoku_status>(of));
}

/**
 * The name of a kernel, such as `avx2`; for `kernel::best`, of the best one that can run here. Empty if there is none.
 */
[[nodiscard]] inline std::string_view name(kernel of) noexcept {
    const char *known = lanedoku_kernel_name(static_cast<lanedoku_kernel>(of));
    return known == nullptr ? std::string_view() : std::string_view(known);
}

/** The kernel with this name, even if this machine does not have it. */
[[nodiscard]] inline std::optional<kernel> kernel_from_name(std::string_view name) {
    lanedoku_kernel found = 0;
    if (lanedoku_kernel_from_name(detail::input_of(name).data, name.size(), &found) != LANEDOKU_OK)
        return std::nullopt;
    return static_cast<kernel>(found);
}

/** The vectors that the portable kernel of this build has: `SSE2`, `NEON`, `simd128` or `arrays`. */
[[nodiscard]] inline std::string_view portable_vectors() noexcept {
    return lanedoku_portable_vectors();
}

/** Whether this build and this processor have a kernel. */
[[nodiscard]] inline bool is_available(kernel asked) noexcept {
    return lanedoku_kernel_check(static_cast<lanedoku_kernel>(asked)) == LANEDOKU_OK;
}

/** The version of the library that the program runs with. */
[[nodiscard]] inline std::string_view version() noexcept {
    return lanedoku_version();
}

/** Finds the solution of a puzzle, the least of several, and whether it is the only one. */
template <std::size_t Side = 9, class Puzzle = std::string_view>
[[nodiscard]] answer<Side, detail::cell_of<Puzzle>> solve(const Puzzle &puzzle, const options &how = {}) {
    return detail::answer_of<Side>(detail::input_of(puzzle), how, lanedoku_solve);
}

/** Finds the solution that `solve` finds, but not whether it is the only one: `found` or `none`. */
template <std::size_t Side = 9, class Puzzle = std::string_view>
[[nodiscard]] answer<Side, detail::cell_of<Puzzle>> first_solution(const Puzzle &puzzle, const options &how = {}) {
    return detail::answer_of<Side>(detail::input_of(puzzle), how, lanedoku_first_solution);
}

/** Whether a board is a solution of a puzzle of the same form. False if one of the two is not a board. */
template <std::size_t Side = 9, class Solution = std::string_view, class Puzzle = Solution,
          class = std::enable_if_t<
              std::is_same_v<detail::board_cell_of<Solution>, detail::board_cell_of<Puzzle>>>>
[[nodiscard]] bool is_solution_of(const Solution &solution, const Puzzle &puzzle) {
    const auto first = detail::input_of(solution);
    const auto second = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>({}, detail::side_of<Side>(second, {}));
    int is_solution = 0;
    detail::checked(
        lanedoku_is_solution_of(first.data, first.size, second.data, second.size, &asked, &is_solution));
    return is_solution != 0;
}

/** Counts the solutions of a puzzle, up to a limit. Faster with a workspace if a 9x9 board has many solutions. */
template <std::size_t Side = 9, class Puzzle = std::string_view, class = detail::cell_of<Puzzle>>
[[nodiscard]] tally count(const Puzzle &puzzle, std::uint64_t limit, const options &how = {},
                          workspace *memory = nullptr) {
    const auto from = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>(how, detail::side_of<Side>(from, how));
    lanedoku_result found;
    detail::checked(lanedoku_count(from.data, from.size, &asked, limit, &found, memory ? memory->data() : nullptr,
                                   memory ? memory->size() : 0));
    return detail::tally_of(found);
}

/**
 * Calls `visitor` with every solution of a puzzle, as a `std::string_view` that is valid until `visitor` returns; or,
 * if the puzzle is digits or masks, as a `lanedoku::span<const std::uint8_t>`. They are not sorted.
 *
 * `visitor` returns nothing, or whether to continue. An exception that it throws ends the search and is rethrown.
 */
template <std::size_t Side = 9, class Puzzle = std::string_view, class Visitor, class = detail::cell_of<Puzzle>>
tally visit(const Puzzle &puzzle, Visitor &&visitor, const options &how = {}) {
    const auto from = detail::input_of(puzzle);
    lanedoku_result found;
    detail::visit_by<detail::form_of<Puzzle>>(
        visitor, how, detail::side_of<Side>(from, how),
        [&](const lanedoku_options *asked, lanedoku_visitor call, void *user) {
            return lanedoku_visit(from.data, from.size, asked, call, user, &found);
        });
    return detail::tally_of(found);
}

/**
 * Solves many puzzles of one size without allocating memory.
 *
 * Each puzzle is plain text, or digits or masks. `stride` is the distance from one puzzle to the next, in bytes; by
 * default, each text is a line that ends with a line feed, and digits and masks start where the puzzle before ends. The
 * number of puzzles is the size of `results`. With `any_side`, the side is in the options. Solution `i` is written to
 * `solutions`, `i` boards from its start, if there is one; `solutions` may be empty if only the results are wanted.
 */
template <std::size_t Side = 9, class Puzzles = std::string_view>
void solve_batch_into(const Puzzles &puzzles, span<typename detail::form_of<Puzzles>::cell> solutions,
                      span<result> results, workspace &memory, const options &how = {},
                      std::size_t stride = default_stride) {
    const auto from = detail::input_of(puzzles);
    const std::uint32_t side = detail::batch_side<Side>(from, how);
    const std::size_t cells = std::size_t{side} * side;
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzles>>(how, side);
    const std::size_t count = results.size();
    const bool wanted = solutions.size() != 0;
    if (count == 0)
        return;
    const detail::layout given = detail::layout_of(from, side, stride);
    if (given.count < count || (wanted && solutions.size() / cells < count))
        detail::fail(LANEDOKU_ERROR_SIZE);
    detail::checked(lanedoku_solve_batch(from.data, count, given.stride, &asked,
                                         wanted ? detail::output(solutions.data()) : nullptr, wanted ? cells : 0,
                                         results.data(), memory.data(), memory.size()));
}

/** Solves all puzzles in `puzzles`, which has the layout of `solve_batch_into`. The last line end may be missing. */
template <std::size_t Side = 9, class Puzzles = std::string_view>
[[nodiscard]] std::vector<answer<Side, detail::cell_of<Puzzles>>>
solve_batch(const Puzzles &puzzles, workspace &memory, const options &how = {}, std::size_t stride = default_stride) {
    using cell = detail::cell_of<Puzzles>;
    const auto from = detail::input_of(puzzles);
    const std::uint32_t side = detail::batch_side<Side>(from, how);
    const std::size_t cells = std::size_t{side} * side;
    std::vector<result> results(detail::layout_of(from, side, stride).count);
    std::vector<cell> solutions(results.size() * cells);
    solve_batch_into<Side>(puzzles, solutions, results, memory, how, stride);
    std::vector<answer<Side, cell>> answers(results.size());
    for (std::size_t i = 0; i < results.size(); i++) {
        answers[i].status = static_cast<status>(results[i].status);
        answers[i].steps = results[i].steps;
        answers[i].guesses = results[i].guesses;
        if (results[i].solutions != 0)
            std::copy_n(solutions.data() + i * cells, cells,
                        answers[i].solution.emplace(detail::blank<Side, cell>(side)).data());
    }
    return answers;
}

namespace detail {

/** A function of any type that decides whether a search goes on. */
struct deciding {
    bool (*call)(void *go_on, const tally &so_far);
    void *go_on;
    keeper kept = {};
};

extern "C" inline int lanedoku_hpp_stop(const lanedoku_result *so_far, void *user) noexcept {
    deciding &now = *static_cast<deciding *>(user);
    return now.kept.stops([&] { return now.call(now.go_on, tally_of(*so_far)); });
}

} // namespace detail

/**
 * A search that stops and goes on where it stopped, for deadlines, progress reports and cancelling. Its answers are
 * those of `solve` and `count`.
 *
 * It owns its memory, which serves any number of searches, one after the other. One thread at a time can use it. A
 * puzzle has the form of text, or of digits or masks if `Cell` is `std::uint8_t`. A moved-from object can only be
 * assigned to or destroyed.
 */
template <std::size_t Side = 9, class Cell = char>
class search {
public:
    search() : memory_(std::make_unique<unsigned char[]>(lanedoku_search_size())) {}

    /** Begins a search for the solution of a puzzle. */
    template <class Puzzle = detail::shown<Cell>>
    void begin_solve(const Puzzle &puzzle, const options &how = {}) {
        const auto from = detail::input_of(puzzle);
        const lanedoku_options asked = begin<Puzzle>(from, how, false);
        detail::checked(
            lanedoku_search_begin_solve(from.data, from.size, &asked, memory_.get(), lanedoku_search_size()));
    }

    /** Begins a count of the solutions of a puzzle, up to a limit. With progress, its tallies show that. */
    template <class Puzzle = detail::shown<Cell>>
    void begin_count(const Puzzle &puzzle, std::uint64_t limit, const options &how = {}, bool with_progress = false) {
        const auto from = detail::input_of(puzzle);
        const lanedoku_options asked = begin<Puzzle>(from, how, true);
        detail::checked(lanedoku_search_begin_count(from.data, from.size, &asked, limit, with_progress ? 1 : 0,
                                                    memory_.get(), lanedoku_search_size()));
    }

    /** Goes on for about this many steps. Returns whether the search has ended. */
    bool run(std::uint64_t steps) {
        return detail::checked(lanedoku_search_run(memory_.get(), steps, nullptr)) != status::running;
    }

    /**
     * Goes on, in slices of about a millisecond, for as long as `go_on` returns true. It gets the `tally` so far.
     * Returns whether the search has ended. An exception that `go_on` throws stops the search and is rethrown.
     */
    template <class GoOn>
    bool run_while(GoOn &&go_on) {
        // A pointer to a pointer, because the address of a const object or a function does not convert to `void *`.
        auto *place = std::addressof(go_on);
        detail::deciding now = {
            [](void *user, const tally &so_far) -> bool { return (**static_cast<decltype(place) *>(user))(so_far); },
            &place};
        const lanedoku_status ended =
            lanedoku_search_run_until(memory_.get(), detail::lanedoku_hpp_stop, &now, nullptr);
        now.kept.rethrow();
        return detail::checked(ended) != status::running;
    }

    /** Goes on until a deadline, within about a millisecond. Returns whether the search has ended. */
    template <class Clock, class Duration>
    bool run_until(const std::chrono::time_point<Clock, Duration> &deadline) {
        return run_while([&](const tally &) { return Clock::now() < deadline; });
    }

    /** The tally so far: `running` until the search ends. Until then, a search for the solution counts none. */
    [[nodiscard]] tally so_far() const {
        lanedoku_result found;
        detail::checked(lanedoku_search_run(memory_.get(), 0, &found));
        return detail::tally_of(found);
    }

    /** The answer of a search, with the solution if it is for that and has ended. */
    [[nodiscard]] answer<Side, Cell> outcome() const {
        const tally now = so_far();
        answer<Side, Cell> given = {now.status, std::nullopt, now.steps, now.guesses};
        if (!is_count_ && (now.status == status::unique || now.status == status::multiple)) {
            board<Side, Cell> &solution = given.solution.emplace(detail::blank<Side, Cell>(side_));
            detail::checked(
                lanedoku_search_solution(memory_.get(), detail::output(solution.data()), solution.size()));
        }
        return given;
    }

private:
    template <class Puzzle>
    lanedoku_options begin(detail::form_of<Puzzle> from, const options &how, bool is_count) {
        static_assert(std::is_same_v<Cell, detail::cell_of<Puzzle>>,
                      "the puzzle has the form of text; or of digits or masks, if the cells are std::uint8_t");
        side_ = detail::side_of<Side>(from, how);
        is_count_ = is_count;
        return detail::c_options<detail::form_of<Puzzle>>(how, side_);
    }

    std::uint32_t side_ = 9;
    bool is_count_ = false;
    std::unique_ptr<unsigned char[]> memory_;
};

/** The canonical form of a 9x9 board: the same for all equivalent boards. None if the text is not a board. */
template <class Puzzle = std::string_view>
[[nodiscard]] std::optional<board<9, detail::board_cell_of<Puzzle>>> canonical(const Puzzle &puzzle) {
    const auto from = detail::input_of(puzzle);
    return detail::made_by<detail::form_of<Puzzle>>([&](const lanedoku_options *asked, char *form) {
        return lanedoku_canonical(from.data, from.size, asked, form, 81);
    });
}

/** Shuffles a 9x9 board: its image under random symmetry number `index` of `seed`. None if the text is not a board. */
template <class Puzzle = std::string_view>
[[nodiscard]] std::optional<board<9, detail::board_cell_of<Puzzle>>> shuffle(const Puzzle &puzzle, std::uint64_t seed,
                                                                             std::uint64_t index) {
    const auto from = detail::input_of(puzzle);
    return detail::made_by<detail::form_of<Puzzle>>([&](const lanedoku_options *asked, char *shuffled) {
        return lanedoku_shuffle(from.data, from.size, asked, seed, index, shuffled, 81);
    });
}

/** Applies a symmetry to a 9x9 board. None if the text is not a board. What is not a symmetry is a wrong call. */
template <class Puzzle = std::string_view>
[[nodiscard]] std::optional<board<9, detail::board_cell_of<Puzzle>>> apply(const board_symmetry &symmetry,
                                                                           const Puzzle &puzzle) {
    const auto from = detail::input_of(puzzle);
    return detail::made_by<detail::form_of<Puzzle>>([&](const lanedoku_options *asked, char *image) {
        return lanedoku_apply_symmetry(from.data, from.size, asked, &symmetry, image, 81);
    });
}

/** The canonical forms of the 9x9 boards in `puzzles`, which has the layout of `solve_batch`. */
template <class Puzzles = std::string_view>
[[nodiscard]] std::vector<std::optional<board<9, detail::board_cell_of<Puzzles>>>>
canonical_batch(const Puzzles &puzzles, std::size_t stride = default_stride) {
    using form = board<9, detail::cell_of<Puzzles>>;
    const auto from = detail::input_of(puzzles);
    std::vector<form> forms(detail::layout_of(from, 9, stride).count);
    return detail::batch_by<std::optional<form>>(
        from, {}, stride,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, lanedoku_status *statuses) {
            return lanedoku_canonical_batch(first, given.count, given.stride, asked,
                                            reinterpret_cast<char *>(forms.data()), 81, statuses);
        },
        [&](std::optional<form> &made, std::size_t i, status of) {
            if (of == status::ok)
                made = forms[i];
        });
}

/** Random full 9x9 grid number `index` of `seed`; digits if `Cell` is `std::uint8_t`. */
template <class Cell = char>
[[nodiscard]] board<9, Cell> random_grid(std::uint64_t seed, std::uint64_t index) {
    return *detail::made_by<detail::form_of_cells<Cell>>([&](const lanedoku_options *asked, char *grid) {
        return lanedoku_random_grid(seed, index, asked, grid, 81);
    });
}

/**
 * Generates 9x9 puzzles from a seed, with the numbers from `first_index` on; digits if `Cell` is `std::uint8_t`. None
 * if the limit on the attempts was reached. Hundreds at a time are faster than a few.
 */
template <class Cell = char>
[[nodiscard]] std::vector<std::optional<board<9, Cell>>> generate(std::uint64_t seed, std::uint64_t first_index,
                                                                   std::size_t count, generator_workspace &memory,
                                                                   const generator &wanted = {},
                                                                   const options &how = {}) {
    const lanedoku_options asked = detail::c_options<detail::form_of_cells<Cell>>(how, how.side);
    const lanedoku_generator made = detail::c_generator(wanted);
    std::vector<board<9, Cell>> boards(count);
    std::vector<lanedoku_status> statuses(count);
    detail::checked(lanedoku_generate(seed, first_index, count, &made, &asked,
                                      reinterpret_cast<char *>(boards.data()), 81, statuses.data(), memory.data(),
                                      memory.size()));
    std::vector<std::optional<board<9, Cell>>> puzzles(count);
    for (std::size_t i = 0; i < count; i++)
        if (statuses[i] == LANEDOKU_UNIQUE)
            puzzles[i] = boards[i];
    return puzzles;
}

/**
 * Minimizes the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`: removes clues one by one, in random
 * order, as long as there is one solution. The order depends on the seed and the puzzle's number, `first_index` for the
 * first.
 */
template <class Puzzles = std::string_view>
[[nodiscard]] std::vector<minimized<detail::board_cell_of<Puzzles>>>
minimize(const Puzzles &puzzles, std::uint64_t seed, std::uint64_t first_index, generator_workspace &memory,
         const options &how = {}, std::size_t stride = default_stride) {
    using cell = detail::cell_of<Puzzles>;
    return detail::rated_by(
        detail::input_of(puzzles), how, stride, &minimized<cell>::puzzle,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, board<9, cell> *left,
            lanedoku_status *statuses) {
            return lanedoku_minimize(first, given.count, given.stride, asked, seed, first_index,
                                     reinterpret_cast<char *>(left), 81, statuses, memory.data(), memory.size());
        });
}

/**
 * Finds the redundant clues of the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`: those without which
 * the puzzle still has one solution.
 */
template <class Puzzles = std::string_view, class = detail::board_cell_of<Puzzles>>
[[nodiscard]] std::vector<redundant> redundant_clues(const Puzzles &puzzles, generator_workspace &memory,
                                                     const options &how = {}, std::size_t stride = default_stride) {
    return detail::rated_by(
        detail::input_of(puzzles), how, stride, &redundant::cells,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, cell_set *cells,
            lanedoku_status *statuses) {
            return lanedoku_redundant_clues(first, given.count, given.stride, asked,
                                            reinterpret_cast<std::uint64_t *>(cells), statuses, memory.data(),
                                            memory.size());
        });
}

/**
 * Finds the digits that the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`, allow in each cell: those
 * that occur there in some solution.
 */
template <class Puzzles = std::string_view, class = detail::cell_of<Puzzles>>
[[nodiscard]] std::vector<possible> possible_digits(const Puzzles &puzzles, workspace &memory, const options &how = {},
                                                    std::size_t stride = default_stride) {
    const auto from = detail::input_of(puzzles);
    std::vector<candidates> digits(detail::layout_of(from, 9, stride).count), not_excluded(digits.size());
    return detail::batch_by<possible>(
        from, how, stride,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, lanedoku_status *statuses) {
            return lanedoku_possible(first, given.count, given.stride, asked,
                                     reinterpret_cast<std::uint16_t *>(digits.data()),
                                     reinterpret_cast<std::uint16_t *>(not_excluded.data()), statuses, memory.data(),
                                     memory.size());
        },
        [&](possible &made, std::size_t i, status of) { made = {of, digits[i], not_excluded[i]}; });
}

/**
 * Finds, for each board in `puzzles`, which has the layout of `solve_batch`, whether it still has a solution after its
 * move: `found`, `none`, `limit` or `invalid`.
 */
template <class Puzzles = std::string_view, class = detail::board_cell_of<Puzzles>>
[[nodiscard]] std::vector<status> moves_keep_solution(const Puzzles &puzzles, const std::vector<move> &moves,
                                                      workspace &memory, const options &how = {},
                                                      std::size_t stride = default_stride) {
    const auto from = detail::input_of(puzzles);
    if (detail::layout_of(from, 9, stride).count != moves.size())
        detail::fail(LANEDOKU_ERROR_SIZE);
    std::vector<std::uint8_t> numbers;
    for (const move &made : moves)
        numbers.insert(numbers.end(), {made.cell, made.digit});
    return detail::batch_by<status>(
        from, how, stride,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, lanedoku_status *statuses) {
            return lanedoku_moves_keep_solution(first, given.count, given.stride, asked, numbers.data(), statuses,
                                                memory.data(), memory.size());
        },
        [](status &kept, std::size_t, status of) { kept = of; });
}

/** Finds the clues that may be wrong in a 9x9 board without a solution: `none` or `invalid`, and the clues. */
template <class Puzzle = std::string_view, class = detail::board_cell_of<Puzzle>>
[[nodiscard]] std::pair<status, wrong_clues> find_wrong_clues(const Puzzle &puzzle, const options &how = {}) {
    const auto from = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>(how, how.side);
    wrong_clues found{};
    const status answer = detail::checked(lanedoku_find_wrong_clues(from.data, from.size, &asked, &found));
    return {answer, found};
}

/** Calls `visitor` with every minimal puzzle that results from removing clues of a 9x9 puzzle, as `visit` does. */
template <class Puzzle = std::string_view, class Visitor, class = detail::board_cell_of<Puzzle>>
visited visit_minimal(const Puzzle &puzzle, Visitor &&visitor, generator_workspace &memory, const options &how = {}) {
    const auto from = detail::input_of(puzzle);
    visited seen;
    seen.status = detail::visit_by<detail::form_of<Puzzle>>(
        visitor, how, how.side, [&](const lanedoku_options *asked, lanedoku_visitor call, void *user) {
            return lanedoku_visit_minimal(from.data, from.size, asked, call, user, &seen.puzzles, memory.data(),
                                          memory.size());
        });
    return seen;
}

/**
 * Calls `visitor` with every puzzle with one solution that results from removing `remove` clues of a 9x9 puzzle and
 * adding `add` others, as `visit` does. `memory` has space for the solutions of the puzzle without the removed clues,
 * such as a `std::vector<lanedoku::board<>>` of a few thousand.
 */
template <class Puzzle = std::string_view, class Visitor, class = detail::board_cell_of<Puzzle>>
visited visit_neighbours(const Puzzle &puzzle, std::size_t remove, std::size_t add, Visitor &&visitor,
                         span<board<>> memory, const options &how = {}) {
    const auto from = detail::input_of(puzzle);
    visited seen;
    seen.status = detail::visit_by<detail::form_of<Puzzle>>(
        visitor, how, how.side, [&](const lanedoku_options *asked, lanedoku_visitor call, void *user) {
            return lanedoku_visit_neighbours(from.data, from.size, asked, remove, add, call, user, memory.data(),
                                             memory.size() * 81, &seen.puzzles, &seen.skipped);
        });
    return seen;
}

/** Rates a 9x9 puzzle by the work of a plain search, measured on `samples` equivalent puzzles. */
template <class Puzzle = std::string_view, class = detail::board_cell_of<Puzzle>>
[[nodiscard]] rated rate(const Puzzle &puzzle, std::uint32_t samples = LANEDOKU_RATING_SAMPLES) {
    const auto from = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>({}, 9);
    rating found;
    rated given;
    given.status = detail::checked(lanedoku_rate(from.data, from.size, &asked, samples, &found));
    if (given.status == status::unique)
        given.rating = found;
    return given;
}

/** Rates the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`. */
template <class Puzzles = std::string_view, class = detail::board_cell_of<Puzzles>>
[[nodiscard]] std::vector<rated> rate_batch(const Puzzles &puzzles, std::uint32_t samples = LANEDOKU_RATING_SAMPLES,
                                            std::size_t stride = default_stride) {
    return detail::rated_by(
        detail::input_of(puzzles), {}, stride, &rated::rating,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, rating *ratings,
            lanedoku_status *statuses) {
            return lanedoku_rate_batch(first, given.count, given.stride, asked, samples, ratings, statuses);
        });
}

/** The number of cells in a row of the board in a text: 4, 9, 16 or 25. None if it is not a board. */
[[nodiscard]] inline std::optional<std::uint32_t> find_side(std::string_view text) {
    std::uint32_t side = 0;
    const auto from = detail::input_of(text);
    if (detail::checked(lanedoku_find_side(from.data, from.size, &side)) == status::invalid)
        return std::nullopt;
    return side;
}

/** Finds the first error in a puzzle. */
template <std::size_t Side = 9, class Puzzle = std::string_view, class = detail::cell_of<Puzzle>>
[[nodiscard]] std::optional<input_error> find_error(const Puzzle &puzzle) {
    const auto from = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>({}, detail::side_of<Side>(from, {}));
    input_error found;
    if (detail::checked(lanedoku_find_error(from.data, from.size, &asked, &found)) != status::invalid)
        return std::nullopt;
    return found;
}

/** The same as a message, such as `line 1, column 9: 'x' is not valid on a 9x9 board`. Empty if there is no error. */
template <std::size_t Side = 9, class Puzzle = std::string_view, class = detail::cell_of<Puzzle>>
[[nodiscard]] std::string error_message(const Puzzle &puzzle) {
    const auto from = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>({}, detail::side_of<Side>(from, {}));
    return detail::message_of([&](char *message, std::size_t length, std::size_t *needed) {
        return lanedoku_error_message(from.data, from.size, &asked, message, length, needed);
    });
}

/** A human solving step. The C header describes its fields. */
using step = lanedoku_step;

/** How hard a puzzle is for a person. The C header describes its fields. */
using difficulty = lanedoku_difficulty;
using techniques = lanedoku_techniques;
/** A part of a step. The C header describes its fields. */
using step_part = lanedoku_step_part;
/** More about a link of a chain. The C header describes its fields. */
using step_link = lanedoku_step_link;

/** How much a hint says. */
enum class hint : lanedoku_hint {
    /** Where to look: units or digits. */
    where = LANEDOKU_HINT_WHERE,
    /** The technique, and its units or digits. */
    what = LANEDOKU_HINT_WHAT,
    /** The whole step. */
    why = LANEDOKU_HINT_WHY,
    /** A chain in Eureka notation; empty for other steps. */
    eureka = LANEDOKU_HINT_EUREKA,
    /** The whole step; a line for each statement of a chain in which one follows from several others. */
    lines = LANEDOKU_HINT_LINES,
};

/** The next step on a board, or the reason why there is none. */
struct stepped {
    /** `found`; `none` if there is no step; or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::optional<lanedoku::step> step;
};

/** The way of a puzzle, or the reason why there is none. */
struct explained {
    /** `unique` if there is a difficulty, or `multiple` without uniqueness; else `multiple`, `none` or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::optional<lanedoku::difficulty> difficulty;
    /** None from `difficulty_batch`. */
    std::vector<step> steps;
};

/** The name of a technique, such as `hidden single`; empty if no technique has this number. */
[[nodiscard]] inline std::string_view technique_name(lanedoku_technique technique) noexcept {
    const char *known = lanedoku_technique_name(technique);
    return known == nullptr ? std::string_view() : std::string_view(known);
}

/** The name of a role, such as `fins`; empty if no role has this number. */
[[nodiscard]] inline std::string_view role_name(lanedoku_role role) noexcept {
    const char *known = lanedoku_role_name(role);
    return known == nullptr ? std::string_view() : std::string_view(known);
}

/** The number of the technique with this name. */
[[nodiscard]] inline std::optional<lanedoku_technique> technique_from_name(std::string_view name) {
    lanedoku_technique found = 0;
    if (lanedoku_technique_from_name(detail::input_of(name).data, name.size(), &found) != LANEDOKU_OK)
        return std::nullopt;
    return found;
}

/** A set of techniques, from names such as `singles,x-wing`. */
[[nodiscard]] inline std::optional<techniques> techniques_from_names(std::string_view names) {
    techniques found = {};
    if (lanedoku_techniques_from_names(detail::input_of(names).data, names.size(), &found) != LANEDOKU_OK)
        return std::nullopt;
    return found;
}

/** A step, or a hint at it, as a sentence. */
[[nodiscard]] inline std::string text_of(const step &of, hint how_much = hint::why) {
    return detail::message_of([&](char *text, std::size_t length, std::size_t *needed) {
        return lanedoku_step_text(&of, static_cast<lanedoku_hint>(how_much), text, length, needed);
    });
}

/** The parts of a step that is not a chain, by their roles. */
[[nodiscard]] inline std::vector<step_part> parts_of(const step &of) {
    lanedoku_step_parts found;
    (void)detail::checked(lanedoku_find_step_parts(&of, &found));
    return std::vector<step_part>(found.parts, found.parts + found.count);
}

/** More about a link of a chain: its cells, and all links that it follows from. None if there is no such link. */
[[nodiscard]] inline std::optional<step_link> link_of(const step &of, std::size_t number) {
    step_link found;
    if (lanedoku_find_step_link(&of, number, &found) != LANEDOKU_OK)
        return std::nullopt;
    return found;
}

/**
 * The next human solving step on a board. `left` are the candidates that the person still has, by default all; `chosen`
 * are the techniques to try, by default those of the scale.
 */
template <class Board = std::string_view, class = detail::board_cell_of<Board>>
[[nodiscard]] stepped next_step(const Board &board, explainer_workspace &memory, const candidates *left = nullptr,
                                const techniques *chosen = nullptr) {
    const auto from = detail::input_of(board);
    const lanedoku_options asked = detail::c_options<detail::form_of<Board>>({}, 9);
    step found;
    stepped given;
    given.status = detail::checked(lanedoku_next_step(from.data, from.size, &asked, left ? left->data() : nullptr,
                                                      chosen, &found, memory.data(), memory.size()));
    if (given.status == status::found)
        given.step = found;
    return given;
}

/** All human solving steps on a board; none if the board is refused, as by `next_step`. */
template <class Board = std::string_view, class = detail::board_cell_of<Board>>
[[nodiscard]] std::vector<step> all_steps(const Board &board, explainer_workspace &memory,
                                          const candidates *left = nullptr, const techniques *chosen = nullptr) {
    const auto from = detail::input_of(board);
    const lanedoku_options asked = detail::c_options<detail::form_of<Board>>({}, 9);
    std::vector<step> found(400);
    std::size_t count = 0;
    const auto walk = [&] {
        (void)detail::checked(lanedoku_all_steps(from.data, from.size, &asked, left ? left->data() : nullptr, chosen,
                                                 found.data(), found.size(), &count, memory.data(), memory.size()));
    };
    walk();
    const bool are_all = count <= found.size();
    found.resize(count);
    if (!are_all)
        walk();
    return found;
}

/** The steps with which a person solves a puzzle, and how hard it is. */
template <class Puzzle = std::string_view, class = detail::board_cell_of<Puzzle>>
[[nodiscard]] explained explain(const Puzzle &puzzle, explainer_workspace &memory,
                                const techniques *chosen = nullptr) {
    const auto from = detail::input_of(puzzle);
    const lanedoku_options asked = detail::c_options<detail::form_of<Puzzle>>({}, 9);
    difficulty found = {};
    explained given;
    given.steps.resize(400);
    const auto walk = [&] {
        given.status = detail::checked(lanedoku_explain(from.data, from.size, &asked, chosen, given.steps.data(),
                                                        given.steps.size(), &found, memory.data(), memory.size()));
    };
    walk();
    /* Steps that do not rely on uniqueness are made on a board with several solutions, too. */
    if (given.status != status::unique && found.level == 0) {
        given.steps.clear();
        return given;
    }
    const bool are_all = found.steps <= given.steps.size();
    given.steps.resize(found.steps);
    if (!are_all)
        walk();
    given.difficulty = found;
    return given;
}

/** How hard each puzzle in `puzzles` is, which has the layout of `solve_batch`. */
template <class Puzzles = std::string_view, class = detail::board_cell_of<Puzzles>>
[[nodiscard]] std::vector<explained>
difficulty_batch(const Puzzles &puzzles, explainer_workspace &memory,
                 const techniques *chosen = nullptr, std::size_t stride = default_stride) {
    return detail::rated_by(
        detail::input_of(puzzles), {}, stride, &explained::difficulty,
        [&](const char *first, detail::layout given, const lanedoku_options *asked, difficulty *found,
            lanedoku_status *statuses) {
            return lanedoku_difficulty_batch(first, given.count, given.stride, asked, chosen, found, statuses,
                                             memory.data(), memory.size());
        });
}

} // namespace lanedoku

#endif /* LANEDOKU_HPP */
