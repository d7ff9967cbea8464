// Solves a puzzle with a library found by a build system, in C++.
#include <iostream>
#include <string>

#include <lanedoku.h>

int main() {
    const std::string puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    std::string solution(81, '.');
    const lanedoku_status status =
        lanedoku_solve(puzzle.data(), puzzle.size(), nullptr, &solution[0], solution.size(), nullptr);
    if (status != LANEDOKU_UNIQUE)
        return 1;
    std::cout << lanedoku_version() << ' ' << solution << '\n';
    return lanedoku_version_number() == LANEDOKU_VERSION_NUMBER ? 0 : 1;
}
