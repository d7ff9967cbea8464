// Makes the calls of tests/agree/table.tsv that solve and count, and compares the answers.
//
//   table_of_calls FILE
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <lanedoku.hpp>

namespace {

int failures = 0;

void check(bool holds, const std::string &row) {
    if (!holds) {
        std::cout << row << '\n';
        failures++;
    }
}

std::uint64_t number(const std::string &field, std::uint64_t none) {
    return field == "-" ? none : std::strtoull(field.c_str(), nullptr, 10);
}

template <class Puzzle>
void solve(const Puzzle &puzzle, const lanedoku::options &how, const std::vector<std::string> &row,
           const std::string &line) {
    const auto answer = lanedoku::solve<lanedoku::any_side>(puzzle, how);
    check(lanedoku::name(answer.status) == row[4] && answer.solution.value_or("-") == row[5], line);
}

template <class Puzzle>
void count(const Puzzle &puzzle, const lanedoku::options &how, const std::vector<std::string> &row,
           const std::string &line) {
    const auto same = [&](const lanedoku::tally &found) {
        return lanedoku::name(found.status) == row[5] && found.solutions == number(row[6], 0) &&
               found.is_exact == (row[7] == "true");
    };
    const std::uint64_t max = number(row[3], UINT64_MAX);
    lanedoku::workspace memory;
    check(same(lanedoku::count<lanedoku::any_side>(puzzle, max, how)), line);
    check(same(lanedoku::count<lanedoku::any_side>(puzzle, max, how, &memory)), line);
}

} // namespace

int main(int arguments, char **argument) {
    if (arguments < 2)
        return 2;
    std::ifstream table(argument[1]);
    int calls = 0;
    for (std::string line; std::getline(table, line);) {
        std::vector<std::string> row;
        std::istringstream fields(line);
        for (std::string field; std::getline(fields, field, '\t');)
            row.push_back(field);
        if (row[0] != "solve" && row[0] != "count")
            continue;
        calls++;
        const std::string &text = row[2];
        lanedoku::options how;
        how.side = static_cast<std::uint32_t>(number(row[1], 0));
        how.kernel = lanedoku::kernel::portable;
        how.step_limit = number(row[row[0] == "solve" ? 3 : 4], 0);
        const bool has_marks = how.side == 9 && text.size() == 729;
        if (row[0] == "solve")
            has_marks ? solve(lanedoku::marks{text}, how, row, line) : solve(text, how, row, line);
        else
            has_marks ? count(lanedoku::marks{text}, how, row, line) : count(text, how, row, line);
    }
    std::cout << calls << " calls, " << failures << " failures\n";
    return failures != 0;
}
