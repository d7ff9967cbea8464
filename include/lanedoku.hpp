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
 * - Pencil marks of 9x9 puzzles are `lanedoku::candidates`, or any 81 masks of type `std::uint16_t` in a row. The
 *   functions for them give solutions as text, or as digits if asked, as in
 *   `lanedoku::solve_candidates<std::uint8_t>(marks)`.
 * - A text that is not a board, and a puzzle whose clues collide, give `status::invalid`. `find_error` and
 *   `error_message` find the error.
 * - A wrong call throws `lanedoku::error`: contradictory options, a kernel that the processor lacks, an array that is
 *   too small. Functions that allocate can throw `std::bad_alloc`. Without exceptions (`-fno-exceptions`), a wrong call
 *   writes the error to `stderr` and ends the program with `std::abort`.
 * - Any number of threads may call any function at once, each with its own workspace.
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
    /** Every solution was counted or visited. */
    exhausted = LANEDOKU_EXHAUSTED,
    /** A count reached its limit, or a visitor stopped. */
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
    /** `exhausted`, `stopped`, `limit` or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::uint64_t solutions = 0;
    std::uint64_t steps = 0;
    std::uint64_t guesses = 0;
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

/** The clues that may be slips in a board without a solution. The C header describes its fields. */
using slips = lanedoku_slips;

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
    /** `exhausted` or `stopped`; `multiple`, `none` or `invalid` for a puzzle that does not have one solution. */
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

/** The C constant for a type of cells. */
template <class Cell>
constexpr lanedoku_cells cells_of() noexcept {
    static_assert(std::is_same_v<Cell, char> || std::is_same_v<Cell, std::uint8_t>,
                  "a cell is a char, or a digit of type std::uint8_t");
    return std::is_same_v<Cell, char> ? LANEDOKU_CELLS_TEXT : LANEDOKU_CELLS_DIGITS;
}

template <class Cell>
lanedoku_options c_options(const options &asked, std::uint32_t side) noexcept {
    lanedoku_options made = {};
    made.side = side;
    made.order = static_cast<lanedoku_order>(asked.order);
    made.kernel = static_cast<lanedoku_kernel>(asked.kernel);
    made.engine = static_cast<lanedoku_engine>(asked.engine);
    made.step_limit = asked.step_limit;
    made.cells = cells_of<Cell>();
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

/** Accepts digits. With a template, `{}` still means an empty text. */
template <class Digits>
using if_digits = std::enable_if_t<std::is_convertible_v<const Digits &, span<const std::uint8_t>>>;

/** Input cells for the C functions, which need a pointer that is not NULL even for an empty view. */
template <class Cell>
struct input {
    const char *data = "";
    std::size_t size = 0;

    input(const Cell *first, std::size_t number) noexcept : size(number) {
        if (first != nullptr)
            data = reinterpret_cast<const char *>(first);
    }
};

inline input<char> input_of(std::string_view text) noexcept {
    return {text.data(), text.size()};
}

inline input<std::uint8_t> input_of(span<const std::uint8_t> digits) noexcept {
    return {digits.data(), digits.size()};
}

/** Output cells for the C functions. */
template <class Cell>
char *output(Cell *cells) noexcept {
    return reinterpret_cast<char *>(cells);
}

/** A type that is not deduced from an argument. */
template <class Cell>
using named = typename std::enable_if<true, Cell>::type;

/** The masks of one puzzle. */
inline const std::uint16_t *masks(span<const std::uint16_t> marks) {
    if (marks.size() != 81)
        fail(LANEDOKU_ERROR_SIZE);
    return marks.data();
}

/** Returns the status, or throws if the call was wrong. */
inline status checked(lanedoku_status code) {
#ifdef LANEDOKU_ABI_OBJECT
    // Only a file that calls this has the reference.
    __attribute__((__used__)) static const unsigned char *const abi = &LANEDOKU_ABI_OBJECT;
#endif
    if (code < 0)
        fail(code);
    return static_cast<status>(code);
}

/** The side of a puzzle's board. */
template <std::size_t Side, class Cell>
std::uint32_t side_of([[maybe_unused]] input<Cell> puzzle, const options &how) {
    if constexpr (Side != any_side) {
        if (how.side != 0 && how.side != Side)
            fail(LANEDOKU_ERROR_OPTION);
        return Side;
    } else {
        std::uint32_t side = how.side;
        if (side == 0 && std::is_same_v<Cell, char>)
            checked(lanedoku_find_side(puzzle.data, puzzle.size, &side));
        for (std::uint32_t known : {4u, 9u, 16u, 25u})
            if (side == known || (side == 0 && puzzle.size == known * known))
                return known;
        if (side != 0)
            fail(LANEDOKU_ERROR_OPTION);
        /* Digits that are no board: they have an error on a board of any side. */
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
    return {static_cast<status>(found.status), found.solutions, found.steps, found.guesses};
}

/** Returns the answer of a C function; `call` gets the options, the solution with its length, and the result. */
template <std::size_t Side, class Cell, class Call>
answer<Side, Cell> answer_of(const options &how, std::uint32_t side, Call &&call) {
    const lanedoku_options asked = c_options<Cell>(how, side);
    lanedoku_result found;
    board<Side, Cell> solution = blank<Side, Cell>(side);
    answer<Side, Cell> given;
    given.status = checked(call(&asked, output(solution.data()), solution.size(), &found));
    if (found.solutions != 0)
        given.solution = std::move(solution);
    given.steps = found.steps;
    given.guesses = found.guesses;
    return given;
}

template <std::size_t Side, class Cell>
answer<Side, Cell> solve(input<Cell> puzzle, const options &how) {
    return answer_of<Side, Cell>(how, side_of<Side>(puzzle, how),
                                 [&](const lanedoku_options *asked, char *solution, std::size_t length,
                                     lanedoku_result *found) {
                                     return lanedoku_solve(puzzle.data, puzzle.size, asked, solution, length, found);
                                 });
}

template <std::size_t Side, class Cell>
answer<Side, Cell> first_solution(input<Cell> puzzle, const options &how) {
    return answer_of<Side, Cell>(
        how, side_of<Side>(puzzle, how),
        [&](const lanedoku_options *asked, char *solution, std::size_t length, lanedoku_result *found) {
            return lanedoku_first_solution(puzzle.data, puzzle.size, asked, solution, length, found);
        });
}

template <std::size_t Side, class Cell>
bool is_solution_of(input<Cell> solution, input<Cell> puzzle) {
    const lanedoku_options asked = c_options<Cell>({}, side_of<Side>(puzzle, {}));
    int is_solution = 0;
    checked(lanedoku_is_solution_of(solution.data, solution.size, puzzle.data, puzzle.size, &asked, &is_solution));
    return is_solution != 0;
}

template <std::size_t Side, class Cell>
tally count(input<Cell> puzzle, std::uint64_t limit, const options &how) {
    const lanedoku_options asked = c_options<Cell>(how, side_of<Side>(puzzle, how));
    lanedoku_result found;
    checked(lanedoku_count(puzzle.data, puzzle.size, &asked, limit, &found));
    return tally_of(found);
}

/** The argument of a visitor. */
template <class Cell>
using shown = std::conditional_t<std::is_same_v<Cell, char>, std::string_view, span<const std::uint8_t>>;

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

/** Visits with a C function; `call` gets the options, a function with its pointer, and the pointer for the result. */
template <class Cell, class Visitor, class Call>
tally visit_by(Visitor &visitor, const options &how, std::uint32_t side, Call &&call) {
    static_assert(std::is_invocable_v<Visitor &, shown<Cell>>,
                  "the visitor takes a std::string_view, or a span of digits");
    const lanedoku_options asked = c_options<Cell>(how, side);
    lanedoku_result found;
    // A pointer to a pointer, because the address of a const object or a function does not convert to `void *`.
    auto *place = std::addressof(visitor);
    visiting now = {
        [](void *user, const char *solution, std::size_t length) -> bool {
            Visitor &called = **static_cast<Visitor **>(user);
            const shown<Cell> cells(reinterpret_cast<const Cell *>(solution), length);
            if constexpr (std::is_void_v<std::invoke_result_t<Visitor &, shown<Cell>>>) {
                called(cells);
                return true;
            } else {
                return static_cast<bool>(called(cells));
            }
        },
        &place};
    const lanedoku_status ended = call(&asked, lanedoku_hpp_visitor, &now, &found);
    now.kept.rethrow();
    checked(ended);
    return tally_of(found);
}

template <std::size_t Side, class Cell, class Visitor>
tally visit(input<Cell> puzzle, Visitor &visitor, const options &how) {
    return visit_by<Cell>(visitor, how, side_of<Side>(puzzle, how),
                          [&](const lanedoku_options *asked, lanedoku_visitor call, void *user,
                              lanedoku_result *found) {
                              return lanedoku_visit(puzzle.data, puzzle.size, asked, call, user, found);
                          });
}

/** Returns the answers of a batch from its results and its solutions. */
template <std::size_t Side, class Cell>
std::vector<answer<Side, Cell>> answers_of(const std::vector<result> &results, const std::vector<Cell> &solutions,
                                           std::uint32_t side) {
    const std::size_t cells = std::size_t{side} * side;
    std::vector<answer<Side, Cell>> answers(results.size());
    for (std::size_t i = 0; i < results.size(); i++) {
        answers[i].status = static_cast<status>(results[i].status);
        answers[i].steps = results[i].steps;
        answers[i].guesses = results[i].guesses;
        if (results[i].solutions != 0)
            std::copy_n(solutions.data() + i * cells, cells,
                        answers[i].solution.emplace(blank<Side, Cell>(side)).data());
    }
    return answers;
}

/**
 * Returns the 9x9 board that a C function makes from another; none if that is invalid. `call` gets options and output.
 */
template <class Cell, class Call>
std::optional<board<9, Cell>> made_by(Call &&call) {
    const lanedoku_options asked = c_options<Cell>({}, 9);
    board<9, Cell> made;
    if (checked(call(&asked, output(made.data()))) == status::invalid)
        return std::nullopt;
    return made;
}

template <class Cell>
std::optional<board<9, Cell>> canonical(input<Cell> puzzle) {
    return made_by<Cell>([&](const lanedoku_options *asked, char *form) {
        return lanedoku_canonical(puzzle.data, puzzle.size, asked, form, 81);
    });
}

template <class Cell>
std::optional<board<9, Cell>> shuffle(input<Cell> puzzle, std::uint64_t seed, std::uint64_t index) {
    return made_by<Cell>([&](const lanedoku_options *asked, char *shuffled) {
        return lanedoku_shuffle(puzzle.data, puzzle.size, asked, seed, index, shuffled, 81);
    });
}

template <class Cell>
std::optional<board<9, Cell>> apply(const board_symmetry &symmetry, input<Cell> puzzle) {
    return made_by<Cell>([&](const lanedoku_options *asked, char *image) {
        return lanedoku_apply_symmetry(puzzle.data, puzzle.size, asked, &symmetry, image, 81);
    });
}

template <class Cell>
rated rate(input<Cell> puzzle, std::uint32_t samples) {
    const lanedoku_options asked = c_options<Cell>({}, 9);
    rating found;
    rated given;
    given.status = checked(lanedoku_rate(puzzle.data, puzzle.size, &asked, samples, &found));
    if (given.status == status::unique)
        given.rating = found;
    return given;
}

template <std::size_t Side, class Cell>
std::optional<input_error> find_error(input<Cell> puzzle) {
    const lanedoku_options asked = c_options<Cell>({}, side_of<Side>(puzzle, {}));
    input_error found;
    if (checked(lanedoku_find_error(puzzle.data, puzzle.size, &asked, &found)) != status::invalid)
        return std::nullopt;
    return found;
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

template <std::size_t Side, class Cell>
std::string error_message(input<Cell> puzzle) {
    const lanedoku_options asked = c_options<Cell>({}, side_of<Side>(puzzle, {}));
    return message_of([&](char *message, std::size_t length, std::size_t *needed) {
        return lanedoku_error_message(puzzle.data, puzzle.size, &asked, message, length, needed);
    });
}

} // namespace detail

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
template <std::size_t Side = 9>
[[nodiscard]] answer<Side> solve(std::string_view puzzle, const options &how = {}) {
    return detail::solve<Side>(detail::input_of(puzzle), how);
}

/** The same, from digits to digits. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] answer<Side, std::uint8_t> solve(const Digits &puzzle, const options &how = {}) {
    return detail::solve<Side>(detail::input_of(puzzle), how);
}

/**
 * Finds the solution that `solve` finds, but not whether it is the only one: `found` if there is one, `none` if not.
 */
template <std::size_t Side = 9>
[[nodiscard]] answer<Side> first_solution(std::string_view puzzle, const options &how = {}) {
    return detail::first_solution<Side>(detail::input_of(puzzle), how);
}

/** The same, from digits to digits. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] answer<Side, std::uint8_t> first_solution(const Digits &puzzle, const options &how = {}) {
    return detail::first_solution<Side>(detail::input_of(puzzle), how);
}

/** Whether a board is a solution of a puzzle. False if one of the two is not a board. */
template <std::size_t Side = 9>
[[nodiscard]] bool is_solution_of(std::string_view solution, std::string_view puzzle) {
    return detail::is_solution_of<Side>(detail::input_of(solution), detail::input_of(puzzle));
}

/** The same for digits. */
template <std::size_t Side = 9, class Solution, class Digits, class = detail::if_digits<Solution>,
          class = detail::if_digits<Digits>>
[[nodiscard]] bool is_solution_of(const Solution &solution, const Digits &puzzle) {
    return detail::is_solution_of<Side>(detail::input_of(solution), detail::input_of(puzzle));
}

/** Counts the solutions of a puzzle, up to a limit. */
template <std::size_t Side = 9>
[[nodiscard]] tally count(std::string_view puzzle, std::uint64_t limit, const options &how = {}) {
    return detail::count<Side>(detail::input_of(puzzle), limit, how);
}

/** The same for digits. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] tally count(const Digits &puzzle, std::uint64_t limit, const options &how = {}) {
    return detail::count<Side>(detail::input_of(puzzle), limit, how);
}

/**
 * Calls `visitor` with every solution of a puzzle, as a `std::string_view` that is valid until `visitor` returns. They
 * are not sorted.
 *
 * `visitor` returns nothing, or whether to continue. An exception that it throws ends the search and is rethrown.
 */
template <std::size_t Side = 9, class Visitor>
tally visit(std::string_view puzzle, Visitor &&visitor, const options &how = {}) {
    return detail::visit<Side>(detail::input_of(puzzle), visitor, how);
}

/** The same for digits: `visitor` gets a `lanedoku::span<const std::uint8_t>`. */
template <std::size_t Side = 9, class Digits, class Visitor, class = detail::if_digits<Digits>>
tally visit(const Digits &puzzle, Visitor &&visitor, const options &how = {}) {
    return detail::visit<Side>(detail::input_of(puzzle), visitor, how);
}

/**
 * Memory that makes batches and counts of many solutions faster. It can be used for any number of calls, by one thread
 * at a time.
 */
class workspace {
public:
    workspace() : size_(lanedoku_workspace_size()), memory_(std::make_unique<unsigned char[]>(size_)) {}
    /** A moved-from workspace is empty. Calls still work with it, but are slower. */
    workspace(workspace &&other) noexcept
        : size_(std::exchange(other.size_, 0)), memory_(std::move(other.memory_)) {}
    workspace &operator=(workspace &&other) noexcept {
        size_ = std::exchange(other.size_, 0);
        memory_ = std::move(other.memory_);
        return *this;
    }
    workspace(const workspace &) = delete;
    workspace &operator=(const workspace &) = delete;
    ~workspace() = default;

    [[nodiscard]] void *data() noexcept { return memory_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    std::size_t size_;
    std::unique_ptr<unsigned char[]> memory_;
};

namespace detail {

template <std::size_t Side, class Cell>
tally count_with(input<Cell> puzzle, std::uint64_t limit, workspace &memory, const options &how) {
    const lanedoku_options asked = c_options<Cell>(how, side_of<Side>(puzzle, how));
    lanedoku_result found;
    checked(lanedoku_count_with(puzzle.data, puzzle.size, &asked, limit, &found, memory.data(), memory.size()));
    return tally_of(found);
}

/** The layout of a batch of puzzles. */
struct layout {
    std::size_t cells;
    std::size_t stride;
    /** How many puzzles there is space for. */
    std::size_t count;
};

/** Returns the layout of a batch. */
template <class Cell>
layout layout_of(input<Cell> puzzles, std::uint32_t side, std::size_t stride) {
    const std::size_t cells = std::size_t{side} * side;
    if (stride == default_stride)
        stride = cells + (std::is_same_v<Cell, char> ? 1 : 0);
    if (stride < cells)
        fail(LANEDOKU_ERROR_SIZE);
    return {cells, stride, puzzles.size < cells ? 0 : (puzzles.size - cells) / stride + 1};
}

/** The side of the boards of a batch, which cannot be found from its text. */
template <std::size_t Side, class Cell>
std::uint32_t batch_side(input<Cell> puzzles, const options &how) {
    if (Side == any_side && how.side == 0)
        fail(LANEDOKU_ERROR_OPTION);
    return side_of<Side>(puzzles, how);
}

template <std::size_t Side, class Cell>
void solve_batch_into(input<Cell> puzzles, span<Cell> solutions, span<result> results, workspace &memory,
                      const options &how, std::size_t stride) {
    const std::uint32_t side = batch_side<Side>(puzzles, how);
    const lanedoku_options asked = c_options<Cell>(how, side);
    const std::size_t count = results.size();
    const bool wanted = solutions.size() != 0;
    if (count == 0)
        return;
    const layout given = layout_of(puzzles, side, stride);
    if (given.count < count || (wanted && solutions.size() / given.cells < count))
        fail(LANEDOKU_ERROR_SIZE);
    checked(lanedoku_solve_batch(puzzles.data, count, given.stride, &asked,
                                 wanted ? output(solutions.data()) : nullptr, wanted ? given.cells : 0, results.data(),
                                 memory.data(), memory.size()));
}

template <std::size_t Side, class Cell>
std::vector<answer<Side, Cell>> solve_batch(input<Cell> puzzles, workspace &memory, const options &how,
                                            std::size_t stride) {
    const std::uint32_t side = batch_side<Side>(puzzles, how);
    const layout given = layout_of(puzzles, side, stride);
    std::vector<result> results(given.count);
    std::vector<Cell> solutions(given.count * given.cells);
    solve_batch_into<Side, Cell>(puzzles, solutions, results, memory, how, given.stride);
    return answers_of<Side>(results, solutions, side);
}

} // namespace detail

/** As `count`, but with a workspace: faster for 9x9 puzzles with many solutions. */
template <std::size_t Side = 9>
[[nodiscard]] tally count_with(std::string_view puzzle, std::uint64_t limit, workspace &memory,
                               const options &how = {}) {
    return detail::count_with<Side>(detail::input_of(puzzle), limit, memory, how);
}

/** The same for digits. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] tally count_with(const Digits &puzzle, std::uint64_t limit, workspace &memory,
                               const options &how = {}) {
    return detail::count_with<Side>(detail::input_of(puzzle), limit, memory, how);
}

/**
 * Solves many puzzles of one size without allocating memory.
 *
 * Each puzzle is plain text with a character per cell. `stride` is the distance from one puzzle to the next; by
 * default, each is a line that ends with a line feed. The number of puzzles is the size of `results`. With `any_side`,
 * the side is in the options. Solution `i` is written to `solutions`, `i` boards from its start, if there is one;
 * `solutions` may be empty if only the results are wanted.
 */
template <std::size_t Side = 9>
void solve_batch_into(std::string_view puzzles, span<char> solutions, span<result> results, workspace &memory,
                      const options &how = {}, std::size_t stride = default_stride) {
    detail::solve_batch_into<Side>(detail::input_of(puzzles), solutions, results, memory, how, stride);
}

/** The same, from digits to digits. By default each puzzle starts where the one before it ends. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
void solve_batch_into(const Digits &puzzles, span<std::uint8_t> solutions, span<result> results, workspace &memory,
                      const options &how = {}, std::size_t stride = default_stride) {
    detail::solve_batch_into<Side>(detail::input_of(puzzles), solutions, results, memory, how, stride);
}

/**
 * Solves all puzzles in `puzzles`, which has the layout of `solve_batch_into`. The last line end may be missing.
 */
template <std::size_t Side = 9>
[[nodiscard]] std::vector<answer<Side>> solve_batch(std::string_view puzzles, workspace &memory,
                                                     const options &how = {}, std::size_t stride = default_stride) {
    return detail::solve_batch<Side>(detail::input_of(puzzles), memory, how, stride);
}

/** The same, from digits to digits. By default each puzzle starts where the one before it ends. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<answer<Side, std::uint8_t>> solve_batch(const Digits &puzzles, workspace &memory,
                                                                   const options &how = {},
                                                                   std::size_t stride = default_stride) {
    return detail::solve_batch<Side>(detail::input_of(puzzles), memory, how, stride);
}

/**
 * Reads candidates from 729 characters: nine for each cell, where character `d` is the digit `d` if that is a
 * candidate, and a dot if not. None if the text is invalid.
 */
[[nodiscard]] inline std::optional<candidates> parse_candidates(std::string_view text) {
    candidates marks;
    const detail::input<char> from = detail::input_of(text);
    if (detail::checked(lanedoku_parse_candidates(from.data, from.size, marks.data())) == status::invalid)
        return std::nullopt;
    return marks;
}

/** The first error in a text of candidates. */
[[nodiscard]] inline std::optional<input_error> find_candidates_error(std::string_view text) {
    const detail::input<char> from = detail::input_of(text);
    input_error found;
    if (detail::checked(lanedoku_find_candidates_error(from.data, from.size, &found)) != status::invalid)
        return std::nullopt;
    return found;
}

/**
 * The same as a message, such as `line 1, column 5: expected 4 or an open place, found '2'`. Empty if there is no
 * error.
 */
[[nodiscard]] inline std::string candidates_error_message(std::string_view text) {
    const detail::input<char> from = detail::input_of(text);
    return detail::message_of([&](char *message, std::size_t length, std::size_t *needed) {
        return lanedoku_candidates_error_message(from.data, from.size, message, length, needed);
    });
}

/** Finds the solution of a 9x9 puzzle given as its candidates, the least of several, and whether it is the only one. */
template <class Cell = char>
[[nodiscard]] answer<9, Cell> solve_candidates(span<const std::uint16_t> marks, const options &how = {}) {
    const std::uint16_t *masks = detail::masks(marks);
    return detail::answer_of<9, Cell>(how, how.side,
                                      [=](const lanedoku_options *asked, char *solution, std::size_t length,
                                          lanedoku_result *found) {
                                          return lanedoku_solve_candidates(masks, asked, solution, length, found);
                                      });
}

/** Counts the solutions of a 9x9 puzzle given as its candidates, up to a limit. */
[[nodiscard]] inline tally count_candidates(span<const std::uint16_t> marks, std::uint64_t limit,
                                            const options &how = {}) {
    const lanedoku_options asked = detail::c_options<char>(how, how.side);
    lanedoku_result found;
    detail::checked(lanedoku_count_candidates(detail::masks(marks), &asked, limit, &found));
    return detail::tally_of(found);
}

/** Calls `visitor` with every solution of a 9x9 puzzle given as its candidates, as `visit` does. */
template <class Cell = char, class Visitor>
tally visit_candidates(span<const std::uint16_t> marks, Visitor &&visitor, const options &how = {}) {
    const std::uint16_t *masks = detail::masks(marks);
    return detail::visit_by<Cell>(visitor, how, how.side,
                                  [=](const lanedoku_options *asked, lanedoku_visitor call, void *user,
                                      lanedoku_result *found) {
                                      return lanedoku_visit_candidates(masks, asked, call, user, found);
                                  });
}

/**
 * Solves many 9x9 puzzles given as their candidates, 81 masks for each, without allocating memory. `solutions` and
 * `results` are as for `solve_batch_into`.
 */
template <class Cell = char>
void solve_candidates_batch_into(span<const std::uint16_t> marks, span<detail::named<Cell>> solutions,
                                 span<result> results, workspace &memory, const options &how = {}) {
    const lanedoku_options asked = detail::c_options<Cell>(how, how.side);
    const std::size_t count = results.size();
    const bool wanted = solutions.size() != 0;
    if (marks.size() / 81 < count || (wanted && solutions.size() / 81 < count))
        detail::fail(LANEDOKU_ERROR_SIZE);
    detail::checked(lanedoku_solve_candidates_batch(marks.data(), count, &asked,
                                                    wanted ? detail::output(solutions.data()) : nullptr,
                                                    wanted ? 81 : 0, results.data(), memory.data(), memory.size()));
}

/** Solves all 9x9 puzzles given as their candidates in `marks`, 81 masks for each. */
template <class Cell = char>
[[nodiscard]] std::vector<answer<9, Cell>> solve_candidates_batch(span<const std::uint16_t> marks, workspace &memory,
                                                                   const options &how = {}) {
    std::vector<result> results(marks.size() / 81);
    std::vector<Cell> solutions(results.size() * 81);
    solve_candidates_batch_into<Cell>(marks, solutions, results, memory, how);
    return detail::answers_of<9>(results, solutions, 9);
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
 * puzzle is a `std::string_view`, or digits if `Cell` is `std::uint8_t`. A moved-from object can only be assigned to or
 * destroyed.
 */
template <std::size_t Side = 9, class Cell = char>
class search {
public:
    search() : memory_(std::make_unique<unsigned char[]>(lanedoku_search_size())) {}

    /** Begins a search for the solution of a puzzle. */
    void begin_solve(detail::shown<Cell> puzzle, const options &how = {}) {
        const detail::input<Cell> from(puzzle.data(), puzzle.size());
        const lanedoku_options asked = detail::c_options<Cell>(how, side_ = detail::side_of<Side>(from, how));
        detail::checked(
            lanedoku_search_begin_solve(from.data, from.size, &asked, memory_.get(), lanedoku_search_size()));
    }

    /** Begins a count of the solutions of a puzzle, up to a limit. */
    void begin_count(detail::shown<Cell> puzzle, std::uint64_t limit, const options &how = {}) {
        const detail::input<Cell> from(puzzle.data(), puzzle.size());
        const lanedoku_options asked = detail::c_options<Cell>(how, side_ = detail::side_of<Side>(from, how));
        detail::checked(
            lanedoku_search_begin_count(from.data, from.size, &asked, limit, memory_.get(), lanedoku_search_size()));
    }

    /** Begins a count in parts, so that `share` returns its progress. */
    void begin_count_in_parts(detail::shown<Cell> puzzle, std::uint64_t limit, const options &how = {}) {
        const detail::input<Cell> from(puzzle.data(), puzzle.size());
        const lanedoku_options asked = detail::c_options<Cell>(how, side_ = detail::side_of<Side>(from, how));
        detail::checked(lanedoku_search_begin_count_in_parts(from.data, from.size, &asked, limit, memory_.get(),
                                                             lanedoku_search_size()));
    }

    /** Begins a search for the solution of a 9x9 puzzle given as its candidates. */
    void begin_solve_candidates(span<const std::uint16_t> marks, const options &how = {}) {
        const lanedoku_options asked = detail::c_options<Cell>(how, side_ = Side == any_side ? 9 : Side);
        detail::checked(lanedoku_search_begin_solve_candidates(detail::masks(marks), &asked, memory_.get(),
                                                               lanedoku_search_size()));
    }

    /** Begins a count of the solutions of a 9x9 puzzle given as its candidates, up to a limit. */
    void begin_count_candidates(span<const std::uint16_t> marks, std::uint64_t limit, const options &how = {}) {
        const lanedoku_options asked = detail::c_options<Cell>(how, side_ = Side == any_side ? 9 : Side);
        detail::checked(lanedoku_search_begin_count_candidates(detail::masks(marks), &asked, limit, memory_.get(),
                                                               lanedoku_search_size()));
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

    /** The share of the search that is done, from 0 to 1. Before the end, only a count in parts returns more than 0. */
    [[nodiscard]] double share() const {
        double done = 0;
        detail::checked(lanedoku_search_share(memory_.get(), &done));
        return done;
    }

    /** The answer of a search for the solution. It has none before the search has ended. */
    [[nodiscard]] answer<Side, Cell> outcome() const {
        const tally now = so_far();
        answer<Side, Cell> given = {now.status, std::nullopt, now.steps, now.guesses};
        if (now.status == status::unique || now.status == status::multiple) {
            board<Side, Cell> &solution = given.solution.emplace(detail::blank<Side, Cell>(side_));
            detail::checked(
                lanedoku_search_solution(memory_.get(), detail::output(solution.data()), solution.size()));
        }
        return given;
    }

private:
    std::uint32_t side_ = 9;
    std::unique_ptr<unsigned char[]> memory_;
};

/** The canonical form of a 9x9 board: the same for all equivalent boards. None if the text is not a board. */
[[nodiscard]] inline std::optional<board<>> canonical(std::string_view puzzle) {
    return detail::canonical(detail::input_of(puzzle));
}

/** The same, from digits to digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::optional<board<9, std::uint8_t>> canonical(const Digits &puzzle) {
    return detail::canonical(detail::input_of(puzzle));
}

/** Shuffles a 9x9 board: its image under random symmetry number `index` of `seed`. None if the text is not a board. */
[[nodiscard]] inline std::optional<board<>> shuffle(std::string_view puzzle, std::uint64_t seed, std::uint64_t index) {
    return detail::shuffle(detail::input_of(puzzle), seed, index);
}

/** The same, from digits to digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::optional<board<9, std::uint8_t>> shuffle(const Digits &puzzle, std::uint64_t seed,
                                                             std::uint64_t index) {
    return detail::shuffle(detail::input_of(puzzle), seed, index);
}

/**
 * Applies a symmetry to a 9x9 board. None if the text is not a board. What is not a symmetry is a wrong call.
 */
[[nodiscard]] inline std::optional<board<>> apply(const board_symmetry &symmetry, std::string_view puzzle) {
    return detail::apply(symmetry, detail::input_of(puzzle));
}

/** The same, from digits to digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::optional<board<9, std::uint8_t>> apply(const board_symmetry &symmetry, const Digits &puzzle) {
    return detail::apply(symmetry, detail::input_of(puzzle));
}

namespace detail {

template <class Cell>
std::vector<std::optional<board<9, Cell>>> canonical_batch(input<Cell> puzzles, std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    const lanedoku_options asked = c_options<Cell>({}, 9);
    std::vector<board<9, Cell>> boards(given.count);
    std::vector<lanedoku_status> statuses(given.count);
    checked(lanedoku_canonical_batch(puzzles.data, given.count, given.stride, &asked,
                                     reinterpret_cast<char *>(boards.data()), 81, statuses.data()));
    std::vector<std::optional<board<9, Cell>>> forms(given.count);
    for (std::size_t i = 0; i < given.count; i++)
        if (statuses[i] == LANEDOKU_OK)
            forms[i] = boards[i];
    return forms;
}

template <class Cell>
std::vector<rated> rate_batch(input<Cell> puzzles, std::uint32_t samples, std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    const lanedoku_options asked = c_options<Cell>({}, 9);
    std::vector<rating> ratings(given.count);
    std::vector<lanedoku_status> statuses(given.count);
    checked(lanedoku_rate_batch(puzzles.data, given.count, given.stride, &asked, samples, ratings.data(),
                                statuses.data()));
    std::vector<rated> all(given.count);
    for (std::size_t i = 0; i < given.count; i++) {
        all[i].status = static_cast<status>(statuses[i]);
        if (all[i].status == status::unique)
            all[i].rating = ratings[i];
    }
    return all;
}

} // namespace detail

/** The canonical forms of the 9x9 boards in `puzzles`, which has the layout of `solve_batch`. */
[[nodiscard]] inline std::vector<std::optional<board<>>> canonical_batch(std::string_view puzzles,
                                                                         std::size_t stride = default_stride) {
    return detail::canonical_batch(detail::input_of(puzzles), stride);
}

/** The same, from digits to digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<std::optional<board<9, std::uint8_t>>> canonical_batch(const Digits &puzzles,
                                                                                 std::size_t stride = default_stride) {
    return detail::canonical_batch(detail::input_of(puzzles), stride);
}

/** Random full 9x9 grid number `index` of `seed`; digits if `Cell` is `std::uint8_t`. */
template <class Cell = char>
[[nodiscard]] board<9, Cell> random_grid(std::uint64_t seed, std::uint64_t index) {
    const lanedoku_options asked = detail::c_options<Cell>({}, 9);
    board<9, Cell> grid;
    detail::checked(lanedoku_random_grid(seed, index, &asked, detail::output(grid.data()), 81));
    return grid;
}

namespace detail {

/** Memory of the size that a C function returns, set to zero. */
template <std::size_t (*Size)()>
class memory {
public:
    memory() : size_(Size()), memory_(std::make_unique<unsigned char[]>(size_)) {}
    /** A moved-from object can only be assigned to or destroyed. */
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

/** Memory for generating and minimizing puzzles. It can be used for any number of calls, by one thread at a time. */
using generator_workspace = detail::memory<lanedoku_generator_workspace_size>;

/** Memory for human solving steps. It can be used for any number of calls, by one thread at a time. */
using explainer_workspace = detail::memory<lanedoku_explainer_workspace_size>;

/**
 * Generates 9x9 puzzles from a seed, with the numbers from `first_index` on; digits if `Cell` is `std::uint8_t`. None
 * if the limit on the attempts was reached. Hundreds at a time are faster than a few.
 */
template <class Cell = char>
[[nodiscard]] std::vector<std::optional<board<9, Cell>>> generate(std::uint64_t seed, std::uint64_t first_index,
                                                                   std::size_t count, generator_workspace &memory,
                                                                   const generator &wanted = {},
                                                                   const options &how = {}) {
    const lanedoku_options asked = detail::c_options<Cell>(how, how.side);
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

namespace detail {

template <class Cell>
std::vector<minimized<Cell>> minimize(input<Cell> puzzles, std::uint64_t seed, std::uint64_t first_index,
                                      generator_workspace &memory, const options &how, std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    const std::size_t count = given.count;
    const lanedoku_options asked = c_options<Cell>(how, how.side);
    std::vector<board<9, Cell>> boards(count);
    std::vector<lanedoku_status> statuses(count);
    checked(lanedoku_minimize(puzzles.data, count, given.stride, &asked, seed, first_index,
                              reinterpret_cast<char *>(boards.data()), 81, statuses.data(), memory.data(),
                              memory.size()));
    std::vector<minimized<Cell>> left(count);
    for (std::size_t i = 0; i < count; i++) {
        left[i].status = static_cast<status>(statuses[i]);
        if (left[i].status == status::unique)
            left[i].puzzle = boards[i];
    }
    return left;
}

template <class Cell>
std::vector<redundant> redundant_clues(input<Cell> puzzles, generator_workspace &memory, const options &how,
                                       std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    const lanedoku_options asked = c_options<Cell>(how, how.side);
    std::vector<cell_set> cells(given.count);
    std::vector<lanedoku_status> statuses(given.count);
    checked(lanedoku_redundant_clues(puzzles.data, given.count, given.stride, &asked,
                                     reinterpret_cast<std::uint64_t *>(cells.data()), statuses.data(), memory.data(),
                                     memory.size()));
    std::vector<redundant> found(given.count);
    for (std::size_t i = 0; i < given.count; i++) {
        found[i].status = static_cast<status>(statuses[i]);
        if (found[i].status == status::unique)
            found[i].cells = cells[i];
    }
    return found;
}

/** The possible digits of `count` puzzles, which `call` writes. */
template <class Call>
std::vector<possible> possible_by(std::size_t count, Call &&call) {
    using masks = std::array<std::uint16_t, 81>;
    std::vector<masks> digits(count), not_excluded(count);
    std::vector<lanedoku_status> statuses(count);
    checked(call(reinterpret_cast<std::uint16_t *>(digits.data()),
                 reinterpret_cast<std::uint16_t *>(not_excluded.data()), statuses.data()));
    std::vector<possible> found(count);
    for (std::size_t i = 0; i < count; i++)
        found[i] = {static_cast<status>(statuses[i]), digits[i], not_excluded[i]};
    return found;
}

template <class Cell>
std::vector<possible> possible_digits(input<Cell> puzzles, workspace &memory, const options &how, std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    const lanedoku_options asked = c_options<Cell>(how, how.side);
    return possible_by(given.count, [&](std::uint16_t *digits, std::uint16_t *rest, lanedoku_status *statuses) {
        return lanedoku_possible(puzzles.data, given.count, given.stride, &asked, digits, rest, statuses, memory.data(),
                                 memory.size());
    });
}

template <class Cell>
std::vector<status> moves_keep_solution(input<Cell> puzzles, const std::vector<move> &moves, workspace &memory,
                                        const options &how, std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    if (given.count != moves.size())
        checked(LANEDOKU_ERROR_SIZE);
    const lanedoku_options asked = c_options<Cell>(how, how.side);
    std::vector<std::array<std::uint8_t, 2>> numbers(given.count);
    for (std::size_t i = 0; i < given.count; i++)
        numbers[i] = {moves[i].cell, moves[i].digit};
    std::vector<lanedoku_status> statuses(given.count);
    checked(lanedoku_moves_keep_solution(puzzles.data, given.count, given.stride, &asked,
                                         reinterpret_cast<std::uint8_t *>(numbers.data()), statuses.data(), memory.data(),
                                         memory.size()));
    std::vector<status> kept(given.count);
    for (std::size_t i = 0; i < given.count; i++)
        kept[i] = static_cast<status>(statuses[i]);
    return kept;
}

template <class Cell>
std::pair<status, slips> find_slips(input<Cell> puzzle, const options &how) {
    const lanedoku_options asked = c_options<Cell>(how, how.side);
    slips found{};
    const status answer = checked(lanedoku_find_slips(puzzle.data, puzzle.size, &asked, &found));
    return {answer, found};
}

template <class Cell, class Visitor>
visited visit_minimal(input<Cell> puzzle, Visitor &visitor, generator_workspace &memory, const options &how) {
    visited seen;
    const tally ended = visit_by<Cell>(visitor, how, how.side,
                                       [&](const lanedoku_options *asked, lanedoku_visitor call, void *user,
                                           lanedoku_result *found) {
                                           *found = {};
                                           found->status = lanedoku_visit_minimal(puzzle.data, puzzle.size, asked, call,
                                                                                  user, &seen.puzzles, memory.data(),
                                                                                  memory.size());
                                           return found->status;
                                       });
    seen.status = ended.status;
    return seen;
}

template <class Cell, class Visitor>
visited visit_neighbours(input<Cell> puzzle, std::size_t remove, std::size_t add, Visitor &visitor, span<board<>> memory,
                         const options &how) {
    visited seen;
    const tally ended = visit_by<Cell>(visitor, how, how.side,
                                       [&](const lanedoku_options *asked, lanedoku_visitor call, void *user,
                                           lanedoku_result *found) {
                                           *found = {};
                                           found->status = lanedoku_visit_neighbours(
                                               puzzle.data, puzzle.size, asked, remove, add, call, user, memory.data(),
                                               memory.size() * 81, &seen.puzzles, &seen.skipped);
                                           return found->status;
                                       });
    seen.status = ended.status;
    return seen;
}

} // namespace detail

/**
 * Finds the redundant clues of the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`: those without which
 * the puzzle still has one solution.
 */
[[nodiscard]] inline std::vector<redundant> redundant_clues(std::string_view puzzles, generator_workspace &memory,
                                                            const options &how = {},
                                                            std::size_t stride = default_stride) {
    return detail::redundant_clues(detail::input_of(puzzles), memory, how, stride);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<redundant> redundant_clues(const Digits &puzzles, generator_workspace &memory,
                                                     const options &how = {}, std::size_t stride = default_stride) {
    return detail::redundant_clues(detail::input_of(puzzles), memory, how, stride);
}

/**
 * Finds the digits that the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`, allow in each cell: those
 * that occur there in some solution.
 */
[[nodiscard]] inline std::vector<possible> possible_digits(std::string_view puzzles, workspace &memory,
                                                           const options &how = {},
                                                           std::size_t stride = default_stride) {
    return detail::possible_digits(detail::input_of(puzzles), memory, how, stride);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<possible> possible_digits(const Digits &puzzles, workspace &memory, const options &how = {},
                                                    std::size_t stride = default_stride) {
    return detail::possible_digits(detail::input_of(puzzles), memory, how, stride);
}

/** The same for 9x9 puzzles given as the candidates of 81 cells each. */
[[nodiscard]] inline std::vector<possible>
possible_candidates(const std::vector<std::array<std::uint16_t, 81>> &puzzles, workspace &memory, const options &how = {}) {
    const lanedoku_options asked = detail::c_options<char>(how, how.side);
    return detail::possible_by(puzzles.size(), [&](std::uint16_t *digits, std::uint16_t *rest, lanedoku_status *statuses) {
        return lanedoku_possible_candidates(reinterpret_cast<const std::uint16_t *>(puzzles.data()), puzzles.size(), &asked,
                                            digits, rest, statuses, memory.data(), memory.size());
    });
}

/**
 * Finds, for each board in `puzzles`, which has the layout of `solve_batch`, whether it still has a solution after its
 * move: `found`, `none`, `limit` or `invalid`.
 */
[[nodiscard]] inline std::vector<status> moves_keep_solution(std::string_view puzzles, const std::vector<move> &moves,
                                                             workspace &memory, const options &how = {},
                                                             std::size_t stride = default_stride) {
    return detail::moves_keep_solution(detail::input_of(puzzles), moves, memory, how, stride);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<status> moves_keep_solution(const Digits &puzzles, const std::vector<move> &moves,
                                                      workspace &memory, const options &how = {},
                                                      std::size_t stride = default_stride) {
    return detail::moves_keep_solution(detail::input_of(puzzles), moves, memory, how, stride);
}

/** Finds the clues that may be slips in a 9x9 board without a solution: `none` or `invalid`, and the clues. */
[[nodiscard]] inline std::pair<status, slips> find_slips(std::string_view puzzle, const options &how = {}) {
    return detail::find_slips(detail::input_of(puzzle), how);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::pair<status, slips> find_slips(const Digits &puzzle, const options &how = {}) {
    return detail::find_slips(detail::input_of(puzzle), how);
}

/** Calls `visitor` with every minimal puzzle that results from removing clues of a 9x9 puzzle, as `visit` does. */
template <class Visitor>
visited visit_minimal(std::string_view puzzle, Visitor &&visitor, generator_workspace &memory,
                      const options &how = {}) {
    return detail::visit_minimal(detail::input_of(puzzle), visitor, memory, how);
}

/** The same for digits. */
template <class Digits, class Visitor, class = detail::if_digits<Digits>>
visited visit_minimal(const Digits &puzzle, Visitor &&visitor, generator_workspace &memory, const options &how = {}) {
    return detail::visit_minimal(detail::input_of(puzzle), visitor, memory, how);
}

/**
 * Calls `visitor` with every puzzle with one solution that results from removing `remove` clues of a 9x9 puzzle and
 * adding `add` others, as `visit` does. `memory` has space for the solutions of the puzzle without the removed clues,
 * such as a `std::vector<lanedoku::board<>>` of a few thousand.
 */
template <class Visitor>
visited visit_neighbours(std::string_view puzzle, std::size_t remove, std::size_t add, Visitor &&visitor,
                         span<board<>> memory, const options &how = {}) {
    return detail::visit_neighbours(detail::input_of(puzzle), remove, add, visitor, memory, how);
}

/** The same for digits. */
template <class Digits, class Visitor, class = detail::if_digits<Digits>>
visited visit_neighbours(const Digits &puzzle, std::size_t remove, std::size_t add, Visitor &&visitor,
                         span<board<>> memory, const options &how = {}) {
    return detail::visit_neighbours(detail::input_of(puzzle), remove, add, visitor, memory, how);
}

/**
 * Minimizes the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`: removes clues one by one, in random
 * order, as long as there is one solution. The order depends on the seed and the puzzle's number, `first_index` for the
 * first.
 */
[[nodiscard]] inline std::vector<minimized<>> minimize(std::string_view puzzles, std::uint64_t seed,
                                                       std::uint64_t first_index, generator_workspace &memory,
                                                       const options &how = {}, std::size_t stride = default_stride) {
    return detail::minimize(detail::input_of(puzzles), seed, first_index, memory, how, stride);
}

/** The same, from digits to digits. By default each puzzle starts where the one before it ends. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<minimized<std::uint8_t>> minimize(const Digits &puzzles, std::uint64_t seed,
                                                            std::uint64_t first_index, generator_workspace &memory,
                                                            const options &how = {}, std::size_t stride = default_stride) {
    return detail::minimize(detail::input_of(puzzles), seed, first_index, memory, how, stride);
}

/** Rates a 9x9 puzzle by the work of a plain search, measured on `samples` equivalent puzzles. */
[[nodiscard]] inline rated rate(std::string_view puzzle, std::uint32_t samples = LANEDOKU_RATING_SAMPLES) {
    return detail::rate(detail::input_of(puzzle), samples);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] rated rate(const Digits &puzzle, std::uint32_t samples = LANEDOKU_RATING_SAMPLES) {
    return detail::rate(detail::input_of(puzzle), samples);
}

/** Rates the 9x9 puzzles in `puzzles`, which has the layout of `solve_batch`. */
[[nodiscard]] inline std::vector<rated> rate_batch(std::string_view puzzles,
                                                   std::uint32_t samples = LANEDOKU_RATING_SAMPLES,
                                                   std::size_t stride = default_stride) {
    return detail::rate_batch(detail::input_of(puzzles), samples, stride);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<rated> rate_batch(const Digits &puzzles, std::uint32_t samples = LANEDOKU_RATING_SAMPLES,
                                            std::size_t stride = default_stride) {
    return detail::rate_batch(detail::input_of(puzzles), samples, stride);
}

/** The number of cells in a row of the board in a text: 4, 9, 16 or 25. None if it is not a board. */
[[nodiscard]] inline std::optional<std::uint32_t> find_side(std::string_view text) {
    std::uint32_t side = 0;
    const detail::input<char> from = detail::input_of(text);
    if (detail::checked(lanedoku_find_side(from.data, from.size, &side)) == status::invalid)
        return std::nullopt;
    return side;
}

/** Finds the first error in the text of a puzzle. */
template <std::size_t Side = 9>
[[nodiscard]] std::optional<input_error> find_error(std::string_view puzzle) {
    return detail::find_error<Side>(detail::input_of(puzzle));
}

/** The same for digits. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::optional<input_error> find_error(const Digits &puzzle) {
    return detail::find_error<Side>(detail::input_of(puzzle));
}

/** The same as a message, such as `line 1, column 9: 'x' is not valid on a 9x9 board`. Empty if there is no error. */
template <std::size_t Side = 9>
[[nodiscard]] std::string error_message(std::string_view puzzle) {
    return detail::error_message<Side>(detail::input_of(puzzle));
}

/** The same for digits. */
template <std::size_t Side = 9, class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::string error_message(const Digits &puzzle) {
    return detail::error_message<Side>(detail::input_of(puzzle));
}

/** A human solving step. The C header describes its fields. */
using step = lanedoku_step;

/** How hard a puzzle is for a person. The C header describes its fields. */
using difficulty = lanedoku_difficulty;

/** How much a hint says. */
enum class hint : lanedoku_hint {
    /** Where to look: units or digits. */
    where = LANEDOKU_HINT_WHERE,
    /** The technique, and its units or digits. */
    what = LANEDOKU_HINT_WHAT,
    /** The whole step. */
    why = LANEDOKU_HINT_WHY,
};

/** The next step on a board, or the reason why there is none. */
struct stepped {
    /** `found`; `none` if there is no step; or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    std::optional<lanedoku::step> step;
};

/** The way of a puzzle, or the reason why there is none. */
struct explained {
    /** `unique` if there is a difficulty; otherwise `multiple`, `none` or `invalid`. */
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

/** The number of the technique with this name. */
[[nodiscard]] inline std::optional<lanedoku_technique> technique_from_name(std::string_view name) {
    lanedoku_technique found = 0;
    if (lanedoku_technique_from_name(detail::input_of(name).data, name.size(), &found) != LANEDOKU_OK)
        return std::nullopt;
    return found;
}

/** A step, or a hint at it, as a sentence. */
[[nodiscard]] inline std::string text_of(const step &of, hint how_much = hint::why) {
    return detail::message_of([&](char *text, std::size_t length, std::size_t *needed) {
        return lanedoku_step_text(&of, static_cast<lanedoku_hint>(how_much), text, length, needed);
    });
}

namespace detail {

template <class Cell>
stepped next_step(input<Cell> board, explainer_workspace &memory, const std::uint16_t *marks,
                  lanedoku_techniques techniques) {
    const lanedoku_options asked = c_options<Cell>({}, 9);
    step found;
    stepped given;
    given.status = checked(lanedoku_next_step(board.data, board.size, &asked, marks, techniques, &found,
                                              memory.data(), memory.size()));
    if (given.status == status::found)
        given.step = found;
    return given;
}

template <class Cell>
explained explain(input<Cell> puzzle, explainer_workspace &memory, lanedoku_techniques techniques) {
    const lanedoku_options asked = c_options<Cell>({}, 9);
    difficulty found;
    explained given;
    given.steps.resize(400);
    const auto walk = [&] {
        given.status = checked(lanedoku_explain(puzzle.data, puzzle.size, &asked, techniques, given.steps.data(),
                                                given.steps.size(), &found, memory.data(), memory.size()));
    };
    walk();
    if (given.status != status::unique) {
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

template <class Cell>
std::vector<explained> difficulty_batch(input<Cell> puzzles, explainer_workspace &memory,
                                        lanedoku_techniques techniques, std::size_t stride) {
    const layout given = layout_of(puzzles, 9, stride);
    const lanedoku_options asked = c_options<Cell>({}, 9);
    std::vector<difficulty> found(given.count);
    std::vector<lanedoku_status> statuses(given.count);
    checked(lanedoku_difficulty_batch(puzzles.data, given.count, given.stride, &asked, techniques, found.data(),
                                      statuses.data(), memory.data(), memory.size()));
    std::vector<explained> all(given.count);
    for (std::size_t i = 0; i < given.count; i++) {
        all[i].status = static_cast<status>(statuses[i]);
        if (all[i].status == status::unique)
            all[i].difficulty = found[i];
    }
    return all;
}

} // namespace detail

/** The next human solving step on a board. `marks` are the candidates that the person still has, by default all. */
[[nodiscard]] inline stepped next_step(std::string_view board, explainer_workspace &memory,
                                       const candidates *marks = nullptr,
                                       lanedoku_techniques techniques = LANEDOKU_TECHNIQUES_SCALE) {
    return detail::next_step(detail::input_of(board), memory, marks ? marks->data() : nullptr, techniques);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] stepped next_step(const Digits &board, explainer_workspace &memory,
                                const candidates *marks = nullptr,
                                lanedoku_techniques techniques = LANEDOKU_TECHNIQUES_SCALE) {
    return detail::next_step(detail::input_of(board), memory, marks ? marks->data() : nullptr, techniques);
}

/** The steps with which a person solves a puzzle, and how hard it is. */
[[nodiscard]] inline explained explain(std::string_view puzzle, explainer_workspace &memory,
                                       lanedoku_techniques techniques = LANEDOKU_TECHNIQUES_SCALE) {
    return detail::explain(detail::input_of(puzzle), memory, techniques);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] explained explain(const Digits &puzzle, explainer_workspace &memory,
                                lanedoku_techniques techniques = LANEDOKU_TECHNIQUES_SCALE) {
    return detail::explain(detail::input_of(puzzle), memory, techniques);
}

/** How hard each puzzle in `puzzles` is, which has the layout of `solve_batch`. */
[[nodiscard]] inline std::vector<explained>
difficulty_batch(std::string_view puzzles, explainer_workspace &memory,
                 lanedoku_techniques techniques = LANEDOKU_TECHNIQUES_SCALE, std::size_t stride = default_stride) {
    return detail::difficulty_batch(detail::input_of(puzzles), memory, techniques, stride);
}

/** The same for digits. */
template <class Digits, class = detail::if_digits<Digits>>
[[nodiscard]] std::vector<explained> difficulty_batch(const Digits &puzzles, explainer_workspace &memory,
                                                      lanedoku_techniques techniques = LANEDOKU_TECHNIQUES_SCALE,
                                                      std::size_t stride = default_stride) {
    return detail::difficulty_batch(detail::input_of(puzzles), memory, techniques, stride);
}

} // namespace lanedoku

#endif /* LANEDOKU_HPP */
