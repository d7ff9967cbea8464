/*
 * Uses all of lanedoku.hpp. Prints each failed check and its line. The exit code is 1 if any check failed.
 */
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lanedoku.hpp>

/* Defined in another file that includes the header. */
lanedoku::status status_from_elsewhere(std::string_view puzzle);

namespace {

using namespace std::string_view_literals;
using lanedoku::status;

int failures = 0;

void check(bool holds, const char *what, int line) {
    if (!holds) {
        std::printf("hpp.cpp:%d: %s\n", line, what);
        failures++;
    }
}
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

#if LANEDOKU_HPP_EXCEPTIONS
/* Returns a number for the exception that a call throws, or 0 for none. */
template <class Call>
lanedoku_status thrown(Call &&call) {
    try {
        call();
    } catch (const lanedoku::error &error) {
        CHECK(std::string_view(error.what()) == lanedoku_status_text(error.code()));
        return error.code();
    }
    return 0;
}
#else
/* Without exceptions, a wrong call ends the program: it is compiled, and not made. */
struct anything {
    friend bool operator==(anything, lanedoku_status) { return true; }
};
template <class Call>
anything thrown(Call &&) {
    return {};
}
#endif

constexpr auto puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."sv;
constexpr auto solution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"sv;

void test_solve() {
    const auto found = lanedoku::solve(puzzle);
    CHECK(found.status == status::unique && found.solution && lanedoku::view(*found.solution) == solution);
    CHECK(found.steps > 0 && lanedoku::name(found.status) == "unique");
    CHECK(status_from_elsewhere(puzzle) == status::unique);

    const auto small = lanedoku::solve<4>("1..4........2..3");
    CHECK(small.solution && small.solution->size() == 16);
    CHECK(lanedoku::solve<16>(std::string(256, '.')).status == status::multiple);
    CHECK(lanedoku::solve<25>(std::string(625, '.')).status == status::multiple);

    const auto invalid = lanedoku::solve("88"sv);
    CHECK(invalid.status == status::invalid && !invalid.solution);
    CHECK(lanedoku::solve({}).status == status::invalid);
    CHECK(lanedoku::solve(std::string_view()).status == status::invalid);
    CHECK(lanedoku::solve<4>("123........4....").status == status::none);
    CHECK(!lanedoku::solve<4>("123........4....").solution);

    lanedoku::options how;
    how.step_limit = 1;
    CHECK(lanedoku::solve(puzzle, how).status == status::limit);
    how = {};
    how.engine = lanedoku::engine::backtrack;
    how.order = lanedoku::order::rows;
    CHECK(lanedoku::solve(puzzle, how).status == status::unique);
    how.engine = lanedoku::engine::simd;
    CHECK(thrown([&] { (void)lanedoku::solve(puzzle, how); }) == LANEDOKU_ERROR_OPTION);
}

/* Returns the digits of a text. */
template <std::size_t Cells>
std::array<std::uint8_t, Cells> digits_of(std::string_view text) {
    std::array<std::uint8_t, Cells> digits;
    for (std::size_t i = 0; i < Cells; i++)
        digits[i] = text[i] == '.' ? std::uint8_t(0) : static_cast<std::uint8_t>(text[i] - '0');
    return digits;
}

void test_first_solution() {
    const auto found = lanedoku::first_solution(puzzle);
    CHECK(found.status == status::found && found.solution && lanedoku::view(*found.solution) == solution);
    const auto one_of_many = lanedoku::first_solution<4>("1234............");
    CHECK(one_of_many.status == status::found && one_of_many.solution);
    CHECK(one_of_many.solution == lanedoku::solve<4>("1234............").solution);
    const auto none = lanedoku::first_solution<4>("123........4....");
    CHECK(none.status == status::none && !none.solution);
    CHECK(lanedoku::first_solution({}).status == status::invalid);

    CHECK(lanedoku::is_solution_of(solution, puzzle) && !lanedoku::is_solution_of(puzzle, puzzle));
    CHECK(lanedoku::is_solution_of(lanedoku::view(*found.solution), puzzle));
    CHECK(!lanedoku::is_solution_of("1", puzzle) && !lanedoku::is_solution_of({}, {}));
    CHECK(lanedoku::is_solution_of<4>("1234341221434321", "1..4............"));
    CHECK(!lanedoku::is_solution_of<4>("1234341221434321", "2..............."));
}

void test_digits() {
    const auto digits = digits_of<81>(puzzle);
    const auto solved = digits_of<81>(solution);
    const auto found = lanedoku::solve(digits);
    CHECK(found.status == status::unique && found.solution == solved);
    CHECK(lanedoku::first_solution(digits).solution == solved);
    CHECK(lanedoku::is_solution_of(*found.solution, digits) && !lanedoku::is_solution_of(digits, digits));

    /* From any container of digits. */
    std::uint8_t plain[81];
    std::copy(digits.begin(), digits.end(), plain);
    const std::vector<std::uint8_t> vector(digits.begin(), digits.end());
    const lanedoku::span<const std::uint8_t> span(digits);
    CHECK(lanedoku::solve(plain).solution == solved);
    CHECK(lanedoku::solve(vector).solution == solved && lanedoku::solve(span).solution == solved);
    CHECK(lanedoku::solve(digits_of<81>(puzzle)).solution == solved);
    CHECK(lanedoku::is_solution_of(solved, plain) && lanedoku::is_solution_of(solved, vector));

    constexpr std::array<std::uint8_t, 16> first_row = {1, 2, 3, 4};
    CHECK(lanedoku::solve<4>(first_row).status == status::multiple);
    CHECK(lanedoku::count<4>(first_row, UINT64_MAX).solutions == 12);
    lanedoku::workspace memory;
    CHECK(lanedoku::count<4>(first_row, UINT64_MAX, {}, &memory).solutions == 12);
    CHECK(lanedoku::solve<16>(std::array<std::uint8_t, 256>()).solution->size() == 256);

    std::vector<std::array<std::uint8_t, 16>> seen;
    const auto all = lanedoku::visit<4>(first_row, [&](lanedoku::span<const std::uint8_t> shown) {
        std::array<std::uint8_t, 16> cells;
        CHECK(shown.size() == 16 && shown[3] == 4);
        std::copy(shown.begin(), shown.end(), cells.begin());
        seen.push_back(cells);
    });
    CHECK(all.status == status::multiple && all.is_exact && seen.size() == 12);
    for (const auto &cells : seen)
        CHECK(lanedoku::is_solution_of<4>(cells, first_row));

    /* Arrays that are not boards of digits. */
    auto wrong = digits;
    wrong[4] = 10;
    const auto error = lanedoku::find_error(wrong);
    CHECK(error && error->kind == LANEDOKU_NOT_A_DIGIT && error->digit == 10 && error->cells[0] == 4);
    CHECK(!lanedoku::error_message(wrong).empty() && lanedoku::solve(wrong).status == status::invalid);
    CHECK(!lanedoku::find_error(digits) && lanedoku::error_message(digits).empty());
    CHECK(lanedoku::solve<4>(digits).status == status::invalid);
    CHECK(lanedoku::solve(std::vector<std::uint8_t>()).status == status::invalid);

    /* In a batch, adjacent or with a gap. */
    for (const std::size_t stride : {81u, 100u}) {
        std::vector<std::uint8_t> many(50 * stride, 99);
        for (std::size_t i = 0; i < 50; i++)
            std::copy_n((i % 7 == 3 ? wrong : digits).begin(), 81, many.data() + i * stride);
        const auto answers = stride == 81 ? lanedoku::solve_batch(many, memory)
                                          : lanedoku::solve_batch(many, memory, {}, stride);
        CHECK(answers.size() == 50 && answers[3].status == status::invalid && !answers[3].solution);
        CHECK(answers[49].status == status::unique && answers[49].solution == solved);
        std::vector<lanedoku::result> results(50);
        std::vector<std::uint8_t> solutions(50 * 81);
        lanedoku::solve_batch_into(many, solutions, results, memory, {}, stride);
        CHECK(results[49].status == LANEDOKU_UNIQUE && std::equal(solved.begin(), solved.end(), &solutions[49 * 81]));
        lanedoku::solve_batch_into(many, {}, results, memory, {}, stride);
        CHECK(results[3].status == LANEDOKU_INVALID);
        solutions.pop_back();
        CHECK(thrown([&] { lanedoku::solve_batch_into(many, solutions, results, memory, {}, stride); })
              == LANEDOKU_ERROR_SIZE);
    }
}

void test_candidates() {
    /* All candidates in each open cell of the puzzle, in text and as masks. */
    std::string text;
    lanedoku::candidates masks{};
    for (std::size_t i = 0; i < 81; i++)
        for (char digit = '1'; digit <= '9'; digit++) {
            const bool is_candidate = puzzle[i] == '.' || puzzle[i] == digit;
            text += is_candidate ? digit : '.';
            masks[i] = static_cast<std::uint16_t>(masks[i] | is_candidate << (digit - '1'));
        }
    const lanedoku::marks marks = {text};
    const auto solved = digits_of<81>(solution);
    const auto found = lanedoku::solve(marks);
    CHECK(found.status == status::unique && found.solution && lanedoku::view(*found.solution) == solution);
    CHECK(lanedoku::solve(masks).solution == solved);
    CHECK(lanedoku::count(masks, 10).solutions == 1 && lanedoku::count(marks, 10).status == status::unique);
    int seen = 0;
    lanedoku::visit(marks, [&](std::string_view shown) { seen += shown == solution; });
    lanedoku::visit(masks, [&](lanedoku::span<const std::uint8_t> shown) {
        seen += std::equal(shown.begin(), shown.end(), solved.begin());
        return false;
    });
    CHECK(seen == 2);
    lanedoku::candidates any;
    any.fill(0x1ff);
    const auto some = lanedoku::visit(any, [&](lanedoku::span<const std::uint8_t>) { return --seen > 0; });
    CHECK(some.status == status::multiple && some.solutions == 2 && !some.is_exact);
    CHECK(lanedoku::count(any, 100).status == status::multiple && lanedoku::count(any, 1).status == status::stopped);
    any[0] = 0;
    CHECK(lanedoku::solve(any).status == status::none);
    CHECK(lanedoku::solve(lanedoku::candidates()).status == status::none);

    std::uint16_t plain[81];
    std::copy(masks.begin(), masks.end(), plain);
    CHECK(lanedoku::solve(plain).status == status::unique);
    /* What is not candidates. */
    const lanedoku::span<const std::uint16_t> short_one(plain, 80);
    CHECK(lanedoku::solve(short_one).status == status::invalid && lanedoku::count(short_one, 1).status == status::invalid);
    CHECK(lanedoku::error_message(short_one) == "expected 162 bytes, two for each cell, found 160");
    plain[3] = 0x200;
    CHECK(lanedoku::solve(plain).status == status::invalid && lanedoku::find_error(plain)->digit == 10);
    CHECK(lanedoku::solve(lanedoku::marks{puzzle}).status == status::invalid);
    CHECK(lanedoku::solve(lanedoku::marks{}).status == status::invalid);
    CHECK(!lanedoku::find_error(masks) && lanedoku::error_message(marks).empty());

    lanedoku::workspace memory;
    std::vector<std::uint16_t> many;
    std::string lines;
    for (int i = 0; i < 30; i++) {
        many.insert(many.end(), i == 3 ? any.begin() : masks.begin(), i == 3 ? any.end() : masks.end());
        lines += (i == 3 ? std::string(729, '.') : text) + '\n';
    }
    const auto answers = lanedoku::solve_batch(many, memory);
    CHECK(answers.size() == 30 && answers[3].status == status::none && !answers[3].solution);
    CHECK(answers[29].solution == solved);
    const auto in_text = lanedoku::solve_batch(lanedoku::marks{lines}, memory);
    CHECK(in_text.size() == 30 && in_text[3].status == status::none && in_text[29].solution == found.solution);
    const std::vector<lanedoku::candidates> arrays(2, masks);
    CHECK(lanedoku::solve_batch(arrays, memory).size() == 2);
    CHECK(lanedoku::solve_batch(std::vector<std::uint16_t>(), memory).empty());
    std::vector<lanedoku::result> results(30);
    std::vector<std::uint8_t> solutions(30 * 81);
    lanedoku::solve_batch_into(many, solutions, results, memory);
    CHECK(results[29].status == LANEDOKU_UNIQUE && std::equal(solved.begin(), solved.end(), &solutions[29 * 81]));
    lanedoku::solve_batch_into(many, {}, results, memory);
    CHECK(results[3].status == LANEDOKU_NONE);
    solutions.pop_back();
    CHECK(thrown([&] { lanedoku::solve_batch_into(many, solutions, results, memory); }) == LANEDOKU_ERROR_SIZE);
    many.pop_back();
    CHECK(thrown([&] { lanedoku::solve_batch_into(many, {}, results, memory); }) == LANEDOKU_ERROR_SIZE);
}

void test_kernels() {
    CHECK(lanedoku::is_available(lanedoku::kernel::portable));
    CHECK(lanedoku::name(lanedoku::kernel::avx2) == "avx2");
    CHECK(lanedoku::name(static_cast<lanedoku::kernel>(99)).empty());
    CHECK(!lanedoku::is_available(static_cast<lanedoku::kernel>(99)));
    CHECK(lanedoku::kernel_from_name("portable") == lanedoku::kernel::portable);
    CHECK(!lanedoku::kernel_from_name("nonesuch") && !lanedoku::kernel_from_name({}));
    CHECK(lanedoku::portable_vectors() == lanedoku_portable_vectors());
    lanedoku::options how;
    for (auto kernel : {lanedoku::kernel::portable, lanedoku::kernel::avx2, lanedoku::kernel::avx512}) {
        how.kernel = kernel;
        const auto code = thrown([&] { CHECK(lanedoku::solve(puzzle, how).status == status::unique); });
        CHECK(code == (lanedoku::is_available(kernel) ? 0 : LANEDOKU_ERROR_KERNEL));
    }
    CHECK(lanedoku::version() == LANEDOKU_VERSION);
}

void test_count() {
    const auto all = lanedoku::count<4>(std::string(16, '.'), UINT64_MAX);
    CHECK(all.status == status::multiple && all.is_exact && all.solutions == 288 && all.steps > 0);
    const auto some = lanedoku::count<4>(std::string(16, '.'), 100);
    CHECK(some.status == status::multiple && !some.is_exact && some.solutions == 100 && some.progress < 1);
    CHECK(lanedoku::count<4>(std::string(16, '.'), 1).status == status::stopped);
    CHECK(lanedoku::count("11", 5).status == status::invalid);

    lanedoku::workspace memory;
    const std::string open = std::string(puzzle.substr(0, 45)) + std::string(36, '.');
    const auto with = lanedoku::count(open, 5000, {}, &memory);
    CHECK(with.status == status::multiple && with.solutions == 5000);
    CHECK(lanedoku::count(puzzle, 5000, {}, &memory).solutions == 1);
    CHECK(lanedoku::count<4>(std::string(16, '.'), UINT64_MAX, {}, &memory).solutions == 288);
    CHECK(lanedoku::count({}, 5, {}, &memory).status == status::invalid);
    lanedoku::workspace moved = std::move(memory);
    CHECK(lanedoku::count(puzzle, 5000, {}, &moved).solutions == 1);
    CHECK(lanedoku::count(puzzle, 5000, {}, &memory).status == status::unique);
}

int seen_by_function = 0;
void function(std::string_view) {
    seen_by_function++;
}

void test_visit() {
    const std::string open = "1234............";
    std::vector<std::string> seen;
    auto all = lanedoku::visit<4>(open, [&](std::string_view found) { seen.emplace_back(found); });
    CHECK(all.status == status::multiple && all.is_exact && all.solutions == 12 && seen.size() == 12);
    for (const std::string &found : seen)
        CHECK(found.size() == 16 && found.substr(0, 4) == "1234" && !lanedoku::find_error<4>(found));

    int left = 5;
    auto some = lanedoku::visit<4>(open, [&left](std::string_view) { return --left > 0; });
    CHECK(some.status == status::multiple && !some.is_exact && some.solutions == 5);

    /* Visitors of every kind: with a state, const, a function and a function pointer. */
    struct counter {
        int seen = 0;
        void operator()(std::string_view) { seen++; }
    };
    counter counts;
    lanedoku::visit<4>(open, counts);
    CHECK(counts.seen == 12);
    const auto constant = [](std::string_view found) { return found.empty(); };
    CHECK(lanedoku::visit<4>(open, constant).solutions == 1);
    lanedoku::visit<4>(open, function);
    lanedoku::visit<4>(open, &function);
    CHECK(seen_by_function == 24);

#if LANEDOKU_HPP_EXCEPTIONS
    /* An exception ends the search and is propagated. */
    int calls = 0;
    bool caught = false;
    try {
        lanedoku::visit<4>(open, [&](std::string_view) {
            if (++calls == 3)
                throw std::runtime_error("third");
        });
    } catch (const std::runtime_error &error) {
        caught = error.what() == "third"sv;
    }
    CHECK(caught && calls == 3);
#endif

    /* A visitor may search. */
    std::uint64_t inner = 0;
    lanedoku::visit<4>(open, [&](std::string_view found) { inner += lanedoku::count<4>(found, 2).solutions; });
    CHECK(inner == 12);

    lanedoku::options how;
    how.engine = lanedoku::engine::simd;
    how.order = lanedoku::order::rows;
    CHECK(thrown([&] { lanedoku::visit(puzzle, [](std::string_view) {}, how); }) == LANEDOKU_ERROR_OPTION);
}

void test_batch() {
    lanedoku::workspace memory;
    CHECK(memory.size() == lanedoku_workspace_size() && memory.data() != nullptr);
    std::string lines;
    for (int i = 0; i < 100; i++)
        lines += std::string(i % 10 == 3 ? solution.substr(0, 80) : puzzle.substr(0, 80))
               + (i % 10 == 5 ? "8" : i % 10 == 3 ? "2" : ".") + "\n";
    for (const std::string_view text : {std::string_view(lines), std::string_view(lines).substr(0, lines.size() - 1)}) {
        const auto answers = lanedoku::solve_batch(text, memory);
        CHECK(answers.size() == 100);
        for (std::size_t i = 0; i < answers.size(); i++) {
            const auto alone = lanedoku::solve(text.substr(82 * i, 81));
            CHECK(answers[i].status == alone.status && answers[i].solution == alone.solution);
        }
        CHECK(answers[5].status == status::invalid && answers[4].status == status::unique);
    }

    std::vector<lanedoku::result> results(3);
    std::array<char, 3 * 81> solutions;
    lanedoku::solve_batch_into(lines, solutions, results, memory);
    CHECK(results[2].status == LANEDOKU_UNIQUE);
    CHECK(std::string_view(solutions.data() + 2 * 81, 81) == solution);
    lanedoku::solve_batch_into(lines, {}, results, memory);

    CHECK(lanedoku::solve_batch(puzzle, memory).size() == 1);
    CHECK(lanedoku::solve_batch("", memory).empty() && lanedoku::solve_batch({}, memory).empty());
    CHECK(lanedoku::solve_batch(puzzle.substr(0, 80), memory).empty());
    CHECK(lanedoku::solve_batch<4>("1..4........2..31..4........2..3", memory, {}, 16).size() == 2);

    /* With any of several solutions. */
    const std::string several = "12" + std::string(79, '.') + "\n" + std::string(81, '.') + "\n";
    lanedoku::options any;
    any.any_solution = true;
    for (const auto &answer : lanedoku::solve_batch(several, memory, any)) {
        CHECK(answer.status == status::multiple && answer.solution);
        CHECK(lanedoku::is_solution_of(lanedoku::view(*answer.solution), std::string(81, '.')));
    }

    /* Arrays that are too small. */
    const auto too_small = [&](std::string_view text, lanedoku::span<char> room, std::size_t stride) {
        return thrown([&] { lanedoku::solve_batch_into(text, room, results, memory, {}, stride); });
    };
    CHECK(too_small(puzzle, {}, 82) == LANEDOKU_ERROR_SIZE);
    CHECK(too_small(lines, {}, 80) == LANEDOKU_ERROR_SIZE);
    CHECK(too_small(lines, lanedoku::span<char>(solutions.data(), 3 * 81 - 1), 82) == LANEDOKU_ERROR_SIZE);
    CHECK(too_small(std::string_view(lines).substr(0, 3 * 82 - 1), solutions, 82) == 0);
    CHECK(too_small(std::string_view(lines).substr(0, 3 * 82 - 2), solutions, 82) == LANEDOKU_ERROR_SIZE);
    CHECK(thrown([&] { (void)lanedoku::solve_batch(lines, memory, {}, 0); }) == LANEDOKU_ERROR_SIZE);

    /* A moved object, and one moved from. */
    lanedoku::workspace other = std::move(memory);
    CHECK(other.size() > 0 && lanedoku::solve_batch(lines, other).size() == 100);
    lanedoku::workspace third;
    third = std::move(other);
    CHECK(lanedoku::solve_batch(lines, third).size() == 100);
    memory = lanedoku::workspace();
    CHECK(lanedoku::solve_batch(lines, memory).size() == 100);
}

void test_boards() {
    std::vector<std::uint8_t> digits;
    for (const char cell : puzzle)
        digits.push_back(static_cast<std::uint8_t>(cell == '.' ? 0 : cell - '0'));
    const auto form = lanedoku::canonical(puzzle);
    const auto shuffled = lanedoku::shuffle(puzzle, 7, 3);
    CHECK(form && shuffled && lanedoku::view(*shuffled) != puzzle);
    CHECK(lanedoku::canonical(lanedoku::view(*shuffled)) == form);
    const auto form_in_digits = lanedoku::canonical(digits);
    const auto shuffled_in_digits = lanedoku::shuffle(digits, 7, 3);
    CHECK(form_in_digits && shuffled_in_digits && lanedoku::canonical(*shuffled_in_digits) == form_in_digits);
    for (std::size_t i = 0; form_in_digits && i < 81; i++)
        CHECK((*form)[i] == ((*form_in_digits)[i] == 0 ? '.' : static_cast<char>((*form_in_digits)[i] + '0')));
    CHECK(!lanedoku::canonical("88"sv) && !lanedoku::shuffle({}, 1, 1) && !lanedoku::canonical(std::vector<std::uint8_t>()));

    const auto grid = lanedoku::random_grid(1, 2);
    CHECK(lanedoku::is_solution_of(lanedoku::view(grid), lanedoku::view(grid)));
    CHECK(lanedoku::random_grid(1, 3) != grid && lanedoku::random_grid<std::uint8_t>(1, 2)[5] == grid[5] - '0');

    lanedoku::generator_workspace memory;
    lanedoku::generator wanted;
    const auto made = lanedoku::generate(1, 0, 30, memory);
    CHECK(made.size() == 30 && made[29] && lanedoku::solve(lanedoku::view(*made[29])).status == status::unique);
    const auto in_digits = lanedoku::generate<std::uint8_t>(1, 29, 1, memory);
    for (std::size_t i = 0; in_digits.size() == 1 && in_digits[0] && i < 81; i++)
        CHECK((*made[29])[i] == ((*in_digits[0])[i] == 0 ? '.' : static_cast<char>((*in_digits[0])[i] + '0')));
    CHECK(in_digits[0] && lanedoku::generate(1, 0, 0, memory).empty());
    wanted.symmetry = lanedoku::symmetry::full;
    wanted.fewest_clues = wanted.most_clues = 40;
    const auto symmetric = lanedoku::generate(1, 0, 1, memory, wanted);
    CHECK(symmetric[0] && std::count(symmetric[0]->begin(), symmetric[0]->end(), '.') == 41);
    wanted = {};
    wanted.pattern = {1, 1};
    wanted.attempts = 3;
    CHECK(!lanedoku::generate(1, 0, 1, memory, wanted)[0]);
    wanted.random_symmetry = true;
    CHECK(thrown([&] { (void)lanedoku::generate(1, 0, 1, memory, wanted); }) == LANEDOKU_ERROR_OPTION);

    const auto lines = std::string(solution) + '\n' + std::string(81, '.') + '\n' + std::string(81, '!') + '\n'
                       + std::string(puzzle);
    const auto left = lanedoku::minimize(lines, 1, 5, memory);
    CHECK(left.size() == 4 && left[0].status == status::unique && left[1].status == status::multiple);
    CHECK(left[2].status == status::invalid && !left[2].puzzle && left[3].status == status::unique);
    CHECK(left[0].puzzle && lanedoku::is_solution_of(solution, lanedoku::view(*left[0].puzzle)));
    const auto left_in_digits = lanedoku::minimize(digits, 1, 8, memory);
    CHECK(left_in_digits.size() == 1 && left_in_digits[0].puzzle && left[3].puzzle);
    for (std::size_t i = 0; left_in_digits[0].puzzle && i < 81; i++)
        CHECK((*left[3].puzzle)[i] == '.' ? (*left_in_digits[0].puzzle)[i] == 0
                                          : (*left_in_digits[0].puzzle)[i] == (*left[3].puzzle)[i] - '0');
    CHECK(lanedoku::minimize(std::string_view(), 1, 0, memory).empty());
    CHECK(thrown([&] { (void)lanedoku::minimize(lines, 1, 0, memory, {}, 80); }) == LANEDOKU_ERROR_SIZE);
    lanedoku::generator_workspace other = std::move(memory);
    CHECK(lanedoku::generate(1, 0, 1, other)[0] == made[0]);
    CHECK(thrown([&] { (void)lanedoku::generate(1, 0, 1, memory); }) == LANEDOKU_ERROR_NULL);
    memory = lanedoku::generator_workspace();
    CHECK(lanedoku::generate(1, 0, 1, memory)[0] == made[0]);

    const auto rated = lanedoku::rate(puzzle);
    CHECK(rated.status == status::unique && rated.rating && rated.rating->median_guesses > 10);
    const auto again = lanedoku::rate(digits, LANEDOKU_RATING_SAMPLES);
    CHECK(again.rating && again.rating->median_guesses == rated.rating->median_guesses);
    CHECK(lanedoku::rate(std::string(81, '.')).status == status::multiple);
    const auto invalid = lanedoku::rate("88"sv, 1);
    CHECK(invalid.status == status::invalid && !invalid.rating);
}

void test_search() {
    const std::string endless(625, '.');
    lanedoku::search<25> large;
    large.begin_count(endless, UINT64_MAX);
    CHECK(!large.run(100) && large.so_far().status == status::running && large.so_far().steps > 0);
    int slices = 3;
    CHECK(!large.run_while([&](const lanedoku::tally &so_far) {
        CHECK(so_far.status == status::running);
        return slices-- > 0;
    }));
    CHECK(slices == -1);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    CHECK(!large.run_until(deadline) && std::chrono::steady_clock::now() >= deadline);
    CHECK(!large.run_until(deadline));
    const auto before = large.so_far().steps;
#if LANEDOKU_HPP_EXCEPTIONS
    /* An exception stops it, and it can go on. */
    bool is_caught = false;
    try {
        large.run_while([](const lanedoku::tally &) -> bool { throw std::runtime_error("enough"); });
    } catch (const std::runtime_error &) {
        is_caught = true;
    }
    CHECK(is_caught && large.so_far().steps == before);
#endif
    /* It can go on after a move. */
    lanedoku::search<25> moved = std::move(large);
    CHECK(!moved.run(100) && moved.so_far().steps > before);
    CHECK(!moved.outcome().solution);

    lanedoku::search<> nine;
    CHECK(thrown([&] { nine.run(1); }) == LANEDOKU_ERROR_SEARCH);
    CHECK(thrown([&] { (void)nine.outcome(); }) == LANEDOKU_ERROR_SEARCH);
    const auto always = [](const lanedoku::tally &) { return true; };
    for (const auto chosen : {lanedoku::engine::simd, lanedoku::engine::backtrack, lanedoku::engine::propagate}) {
        lanedoku::options how;
        how.engine = chosen;
        nine.begin_solve(puzzle, how);
        CHECK(nine.run_while(always) && nine.outcome().status == status::unique);
        CHECK(lanedoku::view(*nine.outcome().solution) == solution && nine.outcome().steps > 0);
        how.step_limit = 1;
        nine.begin_solve(puzzle, how);
        CHECK(nine.run(100) && nine.outcome().status == status::limit && !nine.outcome().solution);
    }
    nine.begin_solve("x");
    CHECK(nine.run(1) && nine.outcome().status == status::invalid);
    nine.begin_solve({});
    CHECK(nine.run(1) && nine.outcome().status == status::invalid);
    const std::string all(729, '.');
    nine.begin_solve(lanedoku::marks{all});
    CHECK(nine.run_while(always) && nine.outcome().status == status::none);
    const std::vector<std::uint16_t> masks(81, 0x1ff);
    lanedoku::search<9, std::uint8_t> open;
    open.begin_solve(masks);
    CHECK(open.run_while(always) && open.outcome().status == status::multiple && open.outcome().solution);
    open.begin_count(masks, 100);
    CHECK(open.run_while(always) && open.so_far().status == status::multiple && open.so_far().solutions == 100);
    CHECK(!open.outcome().solution && !open.so_far().is_exact);
    open.begin_solve(std::vector<std::uint16_t>(80));
    CHECK(open.run(1) && open.outcome().status == status::invalid);

    lanedoku::search<4, std::uint8_t> digits;
    digits.begin_count(std::array<std::uint8_t, 16>{1, 2, 3, 4}, UINT64_MAX, {}, true);
    CHECK(digits.so_far().progress <= 0);
    while (!digits.run(1))
        CHECK(digits.so_far().progress < 1);
    CHECK(digits.so_far().progress >= 1 && digits.so_far().solutions == 12);
    digits.begin_count(std::array<std::uint8_t, 16>{1, 2, 3, 4}, UINT64_MAX);
    CHECK(digits.run_while(always) && digits.so_far().is_exact && digits.so_far().solutions == 12);
    digits.begin_solve(std::array<std::uint8_t, 16>{1, 2, 3, 4});
    CHECK(digits.run_while(always) && digits.outcome().solution && digits.outcome().solution->front() == 1);
}

void test_related_puzzles() {
    const std::string lines = std::string(puzzle) + "\n" + std::string(solution) + "\n" + std::string(81, '.') + "\nx";
    const auto digits = digits_of<81>(puzzle);
    lanedoku::generator_workspace memory;

    lanedoku::board_symmetry symmetry = {};
    for (std::uint8_t i = 0; i < 9; i++) {
        symmetry.rows[i] = symmetry.columns[i] = i;
        symmetry.digits[i] = static_cast<std::uint8_t>(9 - i);
    }
    const auto image = lanedoku::apply(symmetry, puzzle);
    CHECK(image && lanedoku::view(*image).substr(0, 4) == "2..." && !lanedoku::apply(symmetry, "x"sv));
    CHECK(lanedoku::apply(symmetry, digits)->front() == 2);
    symmetry.rows[0] = 8;
    CHECK(thrown([&] { (void)lanedoku::apply(symmetry, puzzle); }) == LANEDOKU_ERROR_OPTION);

    const auto forms = lanedoku::canonical_batch(lines + std::string(80, '!'));
    CHECK(forms.size() == 4 && forms[0] == lanedoku::canonical(puzzle) && forms[1] && !forms[3]);
    CHECK(lanedoku::canonical_batch(digits).front() == lanedoku::canonical(digits));
    const auto ratings = lanedoku::rate_batch(lines, 2);
    CHECK(ratings.size() == 3 && ratings[2].status == status::multiple && !ratings[2].rating);
    CHECK(ratings[0].rating->least_guesses == lanedoku::rate(puzzle, 2).rating->least_guesses);
    CHECK(lanedoku::rate_batch(digits, 2).front().status == status::unique);

    const auto redundant = lanedoku::redundant_clues(lines, memory);
    CHECK(redundant.size() == 3 && redundant[0].status == status::unique && !redundant[2].cells);
    CHECK((*redundant[0].cells == lanedoku::cell_set{0, 0}) && (*redundant[1].cells)[1] == 0x1ffff);
    CHECK(lanedoku::redundant_clues(digits, memory).front().cells == redundant[0].cells);

    lanedoku::workspace lanes;
    const auto possible = lanedoku::possible_digits(lines, lanes);
    CHECK(possible.size() == 3 && possible[0].status == status::unique && possible[2].status == status::multiple);
    CHECK(possible[0].digits[0] == 1 << 7 && possible[0].digits == possible[0].not_excluded);
    CHECK(lanedoku::possible_digits(digits, lanes).front().digits == possible[0].digits);
    CHECK(lanedoku::possible_digits(possible[2].digits, lanes).front().digits == possible[2].digits);
    const auto kept = lanedoku::moves_keep_solution(lines, {{1, 1}, {0, 0}, {80, 9}}, lanes);
    CHECK(kept == (std::vector<status>{status::found, status::none, possible[2].digits[80] >> 8 & 1 ? status::found
                                                                                                    : status::none}));
    CHECK(lanedoku::moves_keep_solution(digits, {{1, 2}}, lanes).front() == status::none);
    CHECK(thrown([&] { (void)lanedoku::moves_keep_solution(lines, {}, lanes); }) == LANEDOKU_ERROR_SIZE);
    const auto [cause, wrong] = lanedoku::find_wrong_clues("82" + std::string(puzzle.substr(2)));
    CHECK(cause == status::none && wrong.removable[0] >> 1 & 1);
    CHECK(lanedoku::find_wrong_clues(digits).first == status::unique);

    std::uint64_t calls = 0;
    const std::string rich = "81" + std::string(puzzle.substr(2));
    const auto all = lanedoku::visit_minimal(rich, [&](std::string_view) { calls++; }, memory);
    CHECK(all.status == status::ok && all.puzzles == calls && calls > 0);
    CHECK(lanedoku::visit_minimal(digits, [](lanedoku::span<const std::uint8_t>) { return false; }, memory).status
          == status::stopped);
    CHECK(lanedoku::visit_minimal(""sv, [](std::string_view) {}, memory).status == status::invalid);

    std::vector<lanedoku::board<>> solutions(5000);
    calls = 0;
    const auto near = lanedoku::visit_neighbours(puzzle, 1, 1, [&](std::string_view) { calls++; }, solutions);
    CHECK(near.status == status::ok && near.puzzles == calls && near.skipped == 0 && calls > 0);
    CHECK(lanedoku::visit_neighbours(digits, 1, 1, [](lanedoku::span<const std::uint8_t>) { return false; }, solutions)
              .puzzles == 1);
    CHECK(thrown([&] { lanedoku::visit_neighbours(puzzle, 1, 1, [](std::string_view) {}, {}); })
          == LANEDOKU_ERROR_NULL);
}

/* A side that is known only at run time. */
void test_any_side() {
    using lanedoku::any_side;
    for (const std::uint32_t side : {4u, 9u, 16u, 25u}) {
        const std::size_t cells = std::size_t{side} * side;
        const std::string open(cells, '.');
        const auto found = lanedoku::solve<any_side>(open);
        CHECK(found.status == status::multiple && found.solution && found.solution->size() == cells);
        CHECK(lanedoku::first_solution<any_side>(open).status == status::found);
        CHECK(lanedoku::is_solution_of<any_side>(*found.solution, open));
        CHECK(lanedoku::count<any_side>(*found.solution, 10).solutions == 1);
        std::size_t seen = 0;
        lanedoku::visit<any_side>(open, [&](std::string_view shown) { return (seen = shown.size()) == 0; });
        CHECK(seen == cells);
        const std::vector<std::uint8_t> digits(cells);
        const auto solved = lanedoku::solve<any_side>(digits);
        CHECK(solved.solution && solved.solution->size() == cells && solved.solution->front() == 1);
        CHECK(lanedoku::error_message<any_side>(open).empty());
        const auto wrong = lanedoku::find_error<any_side>(open.substr(1) + "!");
        CHECK(wrong && wrong->kind == LANEDOKU_NOT_A_CELL && wrong->column == cells);

        lanedoku::options how;
        how.side = side;
        lanedoku::workspace memory;
        const auto both = lanedoku::solve_batch<any_side>(*found.solution + "\n" + open, memory, how);
        CHECK(both.size() == 2 && both[0].status == status::unique && both[1].solution == found.solution);
        CHECK(lanedoku::solve_batch<any_side>(digits, memory, how).front().solution == solved.solution);
        CHECK(lanedoku::count<any_side>(*found.solution, 10, how, &memory).solutions == 1);
        lanedoku::search<any_side> search;
        search.begin_solve(open);
        CHECK(search.run_while([](const lanedoku::tally &) { return true; }));
        CHECK(search.outcome().solution == found.solution);
        /* Contradictions. */
        CHECK(lanedoku::solve<any_side>("1", how).status == status::invalid);
        how.side = 5;
        CHECK(thrown([&] { (void)lanedoku::solve<any_side>(open, how); }) == LANEDOKU_ERROR_OPTION);
        how.side = side == 4 ? 9 : 4;
        CHECK(thrown([&] { (void)lanedoku::solve<16>(open, how); }) == LANEDOKU_ERROR_OPTION);
        CHECK(lanedoku::solve<any_side>(open, how).status == status::invalid);
        CHECK(thrown([&] { (void)lanedoku::solve_batch<any_side>(open, memory); }) == LANEDOKU_ERROR_OPTION);
    }
    CHECK(lanedoku::error_message<any_side>(std::vector<std::uint8_t>(80)) == "expected 81 cells, found 80");
    const std::vector<std::uint16_t> masks(81, 0x1ff);
    lanedoku::search<any_side, std::uint8_t> open;
    open.begin_solve(masks);
    CHECK(open.run_while([](const lanedoku::tally &) { return true; }) && open.outcome().solution->size() == 81);
    lanedoku::workspace memory;
    CHECK(lanedoku::solve<any_side>(masks).solution->size() == 81);
    CHECK(lanedoku::solve_batch<any_side>(masks, memory).size() == 1);
    lanedoku::options how;
    how.side = 16;
    CHECK(thrown([&] { (void)lanedoku::solve(masks, how); }) == LANEDOKU_ERROR_OPTION);
    CHECK(thrown([&] { (void)lanedoku::solve<any_side>(masks, how); }) == LANEDOKU_ERROR_OPTION);
}

void test_chosen_techniques() {
    lanedoku::explainer_workspace memory;
    const auto plain = lanedoku::techniques_from_names("all,-uniqueness"), x_wing = lanedoku::techniques_from_names("x-wing");
    CHECK(plain && x_wing && !lanedoku::techniques_from_names("y-fish"));
    const std::string_view square = "81.75.64994.68.17567549128315423789636984572128716953452197436843852691779631845.";
    const auto way = lanedoku::explain(square, memory, &*plain);
    CHECK(way.status == status::multiple && way.difficulty && way.steps.size() == 1);
    CHECK(lanedoku::next_step(square, memory, nullptr, &*plain).step.has_value());
    CHECK(lanedoku::explain(square, memory).steps.empty() && !lanedoku::explain(square, memory).difficulty);
    constexpr auto chains = "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3."sv;
    const auto few = lanedoku::techniques_from_names("all,-forcing chains,-dynamic chains,-nested chains,-almost locked sets");
    const auto all = lanedoku::all_steps(chains, memory, nullptr, &*few);
    CHECK(all.size() > 20 && lanedoku::all_steps(chains, memory, nullptr, &*x_wing).empty());
    CHECK(lanedoku::text_of(all[0]) == lanedoku::text_of(*lanedoku::next_step(chains, memory, nullptr, &*few).step));
    CHECK(lanedoku::explain(puzzle, memory, &*x_wing).difficulty->level == 200);
    const auto hodoku = lanedoku::techniques_from_names("hodoku"), aic = lanedoku::techniques_from_names("aic");
    CHECK(lanedoku::explain(puzzle, memory, &*hodoku).difficulty->hodoku_class > 0);
    CHECK(lanedoku::explain(puzzle, memory).difficulty->hodoku_class == 0);
    const auto chain = lanedoku::next_step(chains, memory, nullptr, &*aic).step;
    const auto fish = std::find_if(all.begin(), all.end(), [](const auto &one) { return one.link_count == 0 && one.units >> 18 == 0 && !lanedoku::parts_of(one).empty(); });
    CHECK(fish != all.end() && lanedoku::parts_of(*chain).empty());
    CHECK(lanedoku::link_of(*chain, 1)->strength == 2 && lanedoku::link_of(*chain, 1)->causes[0] == 0 && !lanedoku::link_of(*chain, 4));
    CHECK(lanedoku::text_of(*chain, lanedoku::hint::lines) == lanedoku::text_of(*chain));
    CHECK(!lanedoku::role_name(lanedoku::parts_of(*fish)[0].role).empty() && lanedoku::role_name(0).empty());
    CHECK(lanedoku::text_of(*chain, lanedoku::hint::eureka) == "(3)r5c6=(3)r6c6-(3)r8c6=(3)r8c2 => r5c2<>3, r8c6<>3");
    CHECK(lanedoku::text_of(*lanedoku::next_step(puzzle, memory).step, lanedoku::hint::eureka).empty());
    CHECK(lanedoku::difficulty_batch(puzzle, memory, &*x_wing)[0].difficulty->level == 200);
}

void test_steps() {
    constexpr auto easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"sv;
    lanedoku::explainer_workspace memory;
    const auto way = lanedoku::explain(easy, memory);
    CHECK(way.status == status::unique && way.difficulty && way.steps.size() == 51);
    CHECK(way.difficulty->level == 12 && lanedoku::technique_name(way.difficulty->hardest) == "hidden single");
    CHECK(lanedoku::technique_from_name("Hidden-Single") == way.difficulty->hardest);
    CHECK(!lanedoku::technique_from_name("guess") && lanedoku::technique_name(0).empty());
    const auto first = lanedoku::next_step(easy, memory);
    CHECK(first.status == status::found && first.step->cell == way.steps[0].cell);
    CHECK(lanedoku::text_of(*first.step) == "Hidden single: in box 2, 8 has one cell, r1c6.");
    CHECK(lanedoku::text_of(*first.step, lanedoku::hint::where) == "Look at box 2.");
    std::array<std::uint16_t, 81> candidates;
    candidates.fill(0);
    CHECK(lanedoku::next_step(easy, memory, &candidates).status == status::none);
    CHECK(lanedoku::next_step("1"sv, memory).status == status::invalid);
    std::vector<std::uint8_t> digits;
    for (const char cell : easy)
        digits.push_back(static_cast<std::uint8_t>(cell == '.' ? 0 : cell - '0'));
    CHECK(lanedoku::next_step(digits, memory).step->digit == 8);
    CHECK(lanedoku::explain(digits, memory).steps.size() == 51);
    CHECK(lanedoku::difficulty_batch(digits, memory)[0].difficulty->steps == 51);
    const auto several = lanedoku::difficulty_batch(std::string(easy) + '\n' + std::string(81, '.'), memory);
    CHECK(several.size() == 2 && several[0].difficulty->level == 12);
    CHECK(several[1].status == status::multiple && !several[1].difficulty);
    CHECK(lanedoku::explain(std::string(81, '.'), memory).steps.empty());
    auto moved = std::move(memory);
    CHECK(lanedoku::explain(easy, moved).status == status::unique);
}

void test_errors() {
    CHECK(lanedoku::find_side(puzzle) == 9u && lanedoku::find_side("1..4........2..3") == 4u);
    CHECK(!lanedoku::find_side("1") && !lanedoku::find_side({}));
    CHECK(!lanedoku::find_error(puzzle) && lanedoku::error_message(puzzle).empty());
    const auto wrong = lanedoku::find_error<4>("1..4....!...2..3");
    CHECK(wrong && wrong->kind == LANEDOKU_NOT_A_CELL && wrong->column == 9);
    CHECK(lanedoku::error_message<4>("1..4....!...2..3") == "line 1, column 9: '!' is not valid on a 4x4 board");
    CHECK(lanedoku::error_message({}) == "expected 81 cells, found 0");
    const auto no_candidate = lanedoku::find_error(lanedoku::marks{"12.......\n.3"});
    CHECK(no_candidate && no_candidate->kind == LANEDOKU_NOT_A_CANDIDATE && no_candidate->digit == 2);
    CHECK(lanedoku::error_message(lanedoku::marks{"12.......\n.3"})
          == "line 2, column 2: expected 2 or an open place, found '3'");
    CHECK(lanedoku::error(LANEDOKU_ERROR_NULL).code() == LANEDOKU_ERROR_NULL);
}

} // namespace

int main() {
    test_solve();
    test_first_solution();
    test_digits();
    test_candidates();
    test_kernels();
    test_count();
    test_visit();
    test_batch();
    test_boards();
    test_search();
    test_related_puzzles();
    test_chosen_techniques();
    test_steps();
    test_any_side();
    test_errors();
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
