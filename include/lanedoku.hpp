/*
 * Lanedoku: a hand-tuned Sudoku solver. This is a thin C++ header (C++17 and later) over `lanedoku.h`, which has
 * the last word on what each function does.
 *
 * A whole program:
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
 * Build it as a C program is built, for instance with
 *
 *     cargo build --release -p lanedoku-c
 *     c++ -std=c++17 -Iinclude program.cpp target/release/liblanedoku.a -o program
 *
 * Rules that hold for every function:
 *
 * - Functions that read a puzzle are templates over the number of cells of its board: 81 (the default), 16, 256 or
 *   625, as in `lanedoku::solve<16>("1..4........2..3")`. `find_side` tells which it is if you do not know.
 * - A puzzle is a `std::string_view`: one line, or a drawn board of several lines. Nothing needs a NUL at its end.
 * - A puzzle that cannot be read, or that contradicts itself, is an answer: `status::invalid`. `find_error` and
 *   `error_message` tell what is wrong with it.
 * - A call that is wrong throws `lanedoku::error`: a contradiction in the options, a kernel that the processor lacks,
 *   an array that is too small. What allocates can throw `std::bad_alloc`.
 * - Any number of threads may call any function at once, each with a workspace of its own.
 */
#ifndef LANEDOKU_HPP
#define LANEDOKU_HPP

#include <array>
#include <cstddef>
#include <cstdint>
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

namespace lanedoku {

/** The answer to a search. Later versions may have more. */
enum class status : lanedoku_status {
    /** Exactly one solution. */
    unique = LANEDOKU_UNIQUE,
    /** Two or more solutions. */
    multiple = LANEDOKU_MULTIPLE,
    /** No solution, although no two clues contradict each other directly. */
    none = LANEDOKU_NONE,
    /** The search reached the step limit before it had an answer. */
    limit = LANEDOKU_LIMIT,
    /** The text is not a board, or two equal clues share a row, column or box. */
    invalid = LANEDOKU_INVALID,
    /** Every solution was counted or visited. */
    exhausted = LANEDOKU_EXHAUSTED,
    /** A count reached its limit, or a visitor stopped. */
    stopped = LANEDOKU_STOPPED
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

/** How to search. As it is made, it stands for the defaults. */
struct options {
    lanedoku::engine engine = lanedoku::engine::best;
    lanedoku::order order = lanedoku::order::constrained;
    lanedoku::kernel kernel = lanedoku::kernel::best;
    /** The maximum number of steps for one puzzle; 0 means no limit. */
    std::uint64_t step_limit = 0;
};

/** A board as text: one character for each cell, row by row. */
template <std::size_t Cells = 81>
using board = std::array<char, Cells>;

/** What a search found, and its work. */
template <std::size_t Cells = 81>
struct answer {
    /** `unique`, `multiple`, `none`, `limit` or `invalid`. */
    lanedoku::status status = lanedoku::status::invalid;
    /** The first solution, if one was found. */
    std::optional<board<Cells>> solution;
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

/** A call was wrong. */
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
/** `std::span`, as this standard library has it. */
template <class T>
using span = std::span<T>;
#else
/** Stands in for `std::span`: made from a pointer and a number, or from what has `data` and `size`. */
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class Container,
              class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container &>().data()), T *>
                                       && !std::is_same_v<std::remove_cv_t<Container>, span>>>
    constexpr span(Container &container) noexcept : data_(container.data()), size_(container.size()) {}
    [[nodiscard]] constexpr T *data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/** What is not for programs. */
namespace detail {

/** The number of cells in a row of a board with so many cells. */
template <std::size_t Cells>
constexpr std::uint32_t side() noexcept {
    static_assert(Cells == 16 || Cells == 81 || Cells == 256 || Cells == 625,
                  "a board has 16, 81, 256 or 625 cells");
    return Cells == 16 ? 4 : Cells == 81 ? 9 : Cells == 256 ? 16 : 25;
}

template <std::size_t Cells>
lanedoku_options c_options(const options &asked) noexcept {
    lanedoku_options made = {};
    made.side = side<Cells>();
    made.order = static_cast<lanedoku_order>(asked.order);
    made.kernel = static_cast<lanedoku_kernel>(asked.kernel);
    made.engine = static_cast<lanedoku_engine>(asked.engine);
    made.step_limit = asked.step_limit;
    return made;
}

/** A pointer that the C functions take: a view of nothing may have none. */
inline const char *text(std::string_view view) noexcept {
    return view.data() == nullptr ? "" : view.data();
}

/** The status, unless the call was wrong. */
inline status checked(lanedoku_status code) {
    if (code < 0)
        throw error(code);
    return static_cast<status>(code);
}

inline tally tally_of(const lanedoku_result &found) noexcept {
    return {static_cast<status>(found.status), found.solutions, found.steps, found.guesses};
}

/** A visitor of any type, and what it threw. */
struct visiting {
    bool (*call)(void *visitor, std::string_view solution);
    void *visitor;
    std::exception_ptr thrown;
};

/** Calls the visitor. No exception may pass through the frames of the library: it waits until they have ended. */
extern "C" inline int lanedoku_hpp_visitor(const char *solution, std::size_t length, void *user) noexcept {
    visiting &now = *static_cast<visiting *>(user);
    try {
        return now.call(now.visitor, std::string_view(solution, length)) ? 0 : 1;
    } catch (...) {
        now.thrown = std::current_exception();
        return 1;
    }
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

/** The name of a kernel, such as `avx2`; for `kernel::best`, of the one that would run. Empty if there is none. */
[[nodiscard]] inline std::string_view name(kernel of) noexcept {
    const char *known = lanedoku_kernel_name(static_cast<lanedoku_kernel>(of));
    return known == nullptr ? std::string_view() : std::string_view(known);
}

/** The kernel with this name, whether this machine has it or not. */
[[nodiscard]] inline std::optional<kernel> kernel_from_name(std::string_view name) {
    lanedoku_kernel found = 0;
    if (lanedoku_kernel_from_name(detail::text(name), name.size(), &found) != LANEDOKU_OK)
        return std::nullopt;
    return static_cast<kernel>(found);
}

/** Whether this build and this processor have a kernel. */
[[nodiscard]] inline bool is_available(kernel asked) noexcept {
    return lanedoku_kernel_check(static_cast<lanedoku_kernel>(asked)) == LANEDOKU_OK;
}

/** The version of the library that the program runs with. */
[[nodiscard]] inline std::string_view version() noexcept {
    return lanedoku_version();
}

/** Finds the first solution of a puzzle, and whether it is the only one. */
template <std::size_t Cells = 81>
[[nodiscard]] answer<Cells> solve(std::string_view puzzle, const options &how = {}) {
    const lanedoku_options asked = detail::c_options<Cells>(how);
    lanedoku_result found;
    board<Cells> solution;
    answer<Cells> given;
    given.status = detail::checked(lanedoku_solve(detail::text(puzzle), puzzle.size(), &asked, solution.data(),
                                                  solution.size(), &found));
    if (found.solutions != 0)
        given.solution = solution;
    given.steps = found.steps;
    given.guesses = found.guesses;
    return given;
}

/** Counts the solutions of a puzzle, up to a limit. */
template <std::size_t Cells = 81>
[[nodiscard]] tally count(std::string_view puzzle, std::uint64_t limit, const options &how = {}) {
    const lanedoku_options asked = detail::c_options<Cells>(how);
    lanedoku_result found;
    detail::checked(lanedoku_count(detail::text(puzzle), puzzle.size(), &asked, limit, &found));
    return detail::tally_of(found);
}

/**
 * Calls `visitor` with every solution of a puzzle, as a `std::string_view` that is valid until `visitor` returns.
 *
 * `visitor` returns nothing, or whether to go on. An exception that it throws ends the search and comes out of
 * this function.
 */
template <std::size_t Cells = 81, class Visitor>
tally visit(std::string_view puzzle, Visitor &&visitor, const options &how = {}) {
    using object = std::remove_reference_t<Visitor>;
    static_assert(std::is_invocable_v<object &, std::string_view>, "the visitor takes a std::string_view");
    const lanedoku_options asked = detail::c_options<Cells>(how);
    lanedoku_result found;
    // Its address travels inside a pointer of its own type: the address of a const object or of a function is no
    // `void *`.
    auto *place = std::addressof(visitor);
    detail::visiting now = {
        [](void *user, std::string_view solution) -> bool {
            object &called = **static_cast<object **>(user);
            if constexpr (std::is_void_v<std::invoke_result_t<object &, std::string_view>>) {
                called(solution);
                return true;
            } else {
                return static_cast<bool>(called(solution));
            }
        },
        &place, nullptr};
    const lanedoku_status ended = lanedoku_visit(detail::text(puzzle), puzzle.size(), &asked,
                                                 detail::lanedoku_hpp_visitor, &now, &found);
    if (now.thrown)
        std::rethrow_exception(now.thrown);
    detail::checked(ended);
    return detail::tally_of(found);
}

/** The memory that makes a batch faster. It can be used for any number of batches, by one thread at a time. */
class workspace {
public:
    workspace() : size_(lanedoku_workspace_size()), memory_(std::make_unique<unsigned char[]>(size_)) {}
    /** What was moved away is an empty workspace: batches work without one, only slower. */
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

/**
 * Solves many puzzles of one size, and allocates nothing.
 *
 * Each puzzle is a plain text of `Cells` characters. It starts `stride` characters behind the one before it: by
 * default each has a line of its own, with a line feed at its end. There are as many puzzles as `results` has room for.
 * Solution `i` is written to `solutions`, `Cells * i` characters from its start, if there is one; `solutions` may be
 * empty if only the results are wanted.
 */
template <std::size_t Cells = 81>
void solve_batch_into(std::string_view puzzles, span<char> solutions, span<result> results, workspace &memory,
                      const options &how = {}, std::size_t stride = Cells + 1) {
    const lanedoku_options asked = detail::c_options<Cells>(how);
    const std::size_t count = results.size();
    const bool wanted = solutions.size() != 0;
    if (count == 0)
        return;
    if (stride < Cells || puzzles.size() < Cells || (puzzles.size() - Cells) / stride < count - 1
        || (wanted && solutions.size() / Cells < count))
        throw error(LANEDOKU_ERROR_SIZE);
    detail::checked(lanedoku_solve_batch(puzzles.data(), count, stride, &asked, wanted ? solutions.data() : nullptr,
                                         wanted ? Cells : 0, results.data(), memory.data(), memory.size()));
}

/**
 * Solves many puzzles of one size: as many as are in `puzzles`, which is laid out as for `solve_batch_into`. The line
 * end of the last may be missing.
 */
template <std::size_t Cells = 81>
[[nodiscard]] std::vector<answer<Cells>> solve_batch(std::string_view puzzles, workspace &memory,
                                                     const options &how = {}, std::size_t stride = Cells + 1) {
    if (stride < Cells)
        throw error(LANEDOKU_ERROR_SIZE);
    const std::size_t count = puzzles.size() < Cells ? 0 : (puzzles.size() - Cells) / stride + 1;
    std::vector<result> results(count);
    std::vector<char> solutions(count * Cells);
    solve_batch_into<Cells>(puzzles, solutions, results, memory, how, stride);
    std::vector<answer<Cells>> answers(count);
    for (std::size_t i = 0; i < count; i++) {
        answers[i].status = static_cast<status>(results[i].status);
        answers[i].steps = results[i].steps;
        answers[i].guesses = results[i].guesses;
        if (results[i].solutions != 0) {
            std::string_view line(solutions.data() + i * Cells, Cells);
            line.copy(answers[i].solution.emplace().data(), Cells);
        }
    }
    return answers;
}

/** The number of cells in a row of the board in a text: 4, 9, 16 or 25. None if it is not a board. */
[[nodiscard]] inline std::optional<std::uint32_t> find_side(std::string_view text) {
    std::uint32_t side = 0;
    if (detail::checked(lanedoku_find_side(detail::text(text), text.size(), &side)) == status::invalid)
        return std::nullopt;
    return side;
}

/** The first thing that is wrong with the text of a puzzle. */
template <std::size_t Cells = 81>
[[nodiscard]] std::optional<input_error> find_error(std::string_view puzzle) {
    const lanedoku_options asked = detail::c_options<Cells>({});
    input_error found;
    if (detail::checked(lanedoku_find_error(detail::text(puzzle), puzzle.size(), &asked, &found)) != status::invalid)
        return std::nullopt;
    return found;
}

/** The same as a message, such as `line 1, column 9: 'x' is not valid on a 9x9 board`. Empty if nothing is wrong. */
template <std::size_t Cells = 81>
[[nodiscard]] std::string error_message(std::string_view puzzle) {
    const lanedoku_options asked = detail::c_options<Cells>({});
    std::array<char, 256> message;
    std::size_t needed = 0;
    detail::checked(lanedoku_error_message(detail::text(puzzle), puzzle.size(), &asked, message.data(),
                                           message.size(), &needed));
    if (needed <= message.size())
        return std::string(message.data(), needed - 1);
    std::string longer(needed, '\0');
    detail::checked(lanedoku_error_message(detail::text(puzzle), puzzle.size(), &asked, longer.data(), longer.size(),
                                           nullptr));
    longer.pop_back();
    return longer;
}

} // namespace lanedoku

#endif /* LANEDOKU_HPP */
