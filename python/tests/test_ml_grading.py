"""Grades of answers and moves, games and their environment."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, HARD, NONE, PEERS, TWO, collides, digits, fits, line, random_board, solutions
from lanedoku import ml

RIGHT = str(lanedoku.solve(EASY).solution)


def test_wrong_answers_of_every_kind() -> None:
    changed = RIGHT[:2] + ("1" if RIGHT[2] != "1" else "2") + RIGHT[3:]
    swapped = "".join({RIGHT[0]: RIGHT[1], RIGHT[1]: RIGHT[0]}.get(digit, digit) for digit in RIGHT)
    dead = EASY[:2] + "1" + EASY[3:]
    kinds = {  # text: format, clues, complete, consistent, solvable, solution
        RIGHT: (1, 1, 1, 1, 1, 1),
        EASY: (1, 1, 0, 1, 1, 0),
        RIGHT[:80] + ".": (1, 0, 0, 1, 0, 0),
        changed: (1, 1, 1, 0, 0, 0),
        swapped: (1, 0, 1, 1, 0, 0),
        dead: (1, 1, 0, 1, 0, 0),
        "." * 81: (1, 0, 0, 1, 0, 0),
        "1" * 81: (1, 0, 1, 0, 0, 0),
        RIGHT[:80]: (0, 0, 0, 0, 0, 0),
        "0" * 80 + "w": (0, 0, 0, 0, 0, 0),
        "I cannot solve it.": (0, 0, 0, 0, 0, 0),
    }
    assert lanedoku.solve(dead).status == lanedoku.Status.NONE and not collides(dead)
    scores = ml.grade(list(kinds), [EASY] * len(kinds))
    names = ("has_format", "keeps_clues", "is_complete", "is_consistent", "is_solvable", "is_solution")
    for row, (text, expected) in enumerate(kinds.items()):
        assert tuple(int(getattr(scores, name)[row]) for name in names) == expected, text
        if expected[0]:
            right = sum(a == b for a, b, clue in zip(text, RIGHT, EASY, strict=True) if clue == ".")
            assert scores.right_cells[row] == right and scores.open_cells[row] == EASY.count(".")
            assert scores.right[row] == right / EASY.count(".")
    assert scores.right_cells[-3:].tolist() == [0, 0, 0]
    assert scores.reward().tolist() == [1.0] + [0.0] * 10
    np.testing.assert_allclose(scores.reward(has_format=0.25, right=2.0), scores.has_format * 0.25 + scores.right * 2)
    with pytest.raises(ValueError, match="no such column"):
        scores.reward(speed=1)


def test_grades_by_their_definition() -> None:
    random = Random(2)
    puzzles = [*(str(board) for board in lanedoku.generate(150, seed=3)), TWO, TWO, NONE, COLLIDES]
    # Loose puzzles have several solutions.
    puzzles += [random_board(random, RIGHT, 28, 0) for _ in range(30)]
    answers = []
    for puzzle in puzzles:
        answer = list(solutions(puzzle, 1)[0] if solutions(puzzle, 1) and not collides(puzzle) else RIGHT)
        for _ in range(random.randrange(5)):
            answer[random.randrange(81)] = random.choice(".....123456789")
        answers.append("".join(answer))
    scores = ml.grade(answers, puzzles)
    for row, (answer, puzzle) in enumerate(zip(answers, puzzles, strict=True)):
        kept = all(clue in (".", digit) for clue, digit in zip(puzzle, answer, strict=True))
        solvable = kept and not collides(answer) and bool(solutions(answer, 1))
        assert scores.has_format[row] and scores.keeps_clues[row] == kept
        assert scores.is_solvable[row] == solvable
        assert scores.is_solution[row] == ("." not in answer and fits(answer, puzzle))
        known = [] if collides(puzzle) else solutions(puzzle, 2)
        if len(known) == 1:
            right = sum(a == b for a, b, clue in zip(answer, known[0], puzzle, strict=True) if clue == ".")
            assert scores.right_cells[row] == right
    both = [line(cells) for cells in map(digits, solutions(TWO, 2))]
    assert ml.grade(both, [TWO] * 2).right.tolist() == [1.0, 1.0]
    assert 20 < scores.is_solvable.sum() < 150 and 20 < scores.is_solution.sum()


def test_answers_in_other_forms() -> None:
    cells = np.array([digits(RIGHT)])
    for given in (cells, cells.reshape(1, 9, 9), cells.astype("uint8"), cells.tolist(), [lanedoku.Board(RIGHT)], [RIGHT.encode()],
                  np.array([RIGHT]), (RIGHT,)):
        assert ml.grade(given, [EASY]).is_solution.tolist() == [True]
    assert ml.grade(cells, ml.Examples([EASY])).is_solution.all()
    wild = np.concatenate([cells, cells, cells])
    wild[1, 0], wild[2, 80] = 10, -1
    assert ml.grade(wild, [EASY] * 3).has_format.tolist() == [True, False, False]
    assert ml.grade([None, [1, 2], RIGHT], [EASY] * 3).has_format.tolist() == [False, False, True]
    assert len(ml.grade([], [])) == 0
    for wrong in (RIGHT, cells.astype(float), np.zeros((1, 80), int)):
        with pytest.raises(TypeError, match="^answers: "):
            ml.grade(wrong, [EASY])
    with pytest.raises(ValueError, match="an answer for each of 2 puzzles, found 1"):
        ml.grade([RIGHT], [EASY, HARD])


@pytest.mark.parametrize("undo", [True, False])
def test_moves_by_their_definition(undo: bool) -> None:
    random = Random(4)
    puzzles = [*(str(board) for board in lanedoku.generate(40, seed=6)), TWO]
    known = [solutions(puzzle, 1)[0] for puzzle in puzzles]
    cells = np.array([[random.choice([-1, *range(81)]) for _ in range(25)] for _ in puzzles])
    written = np.array([
        [int(known[row][cell]) if random.random() < 0.7 else random.randrange(1, 10) for cell in cells[row]]
        for row in range(len(puzzles))
    ])
    moves = ml.grade_moves(puzzles, cells, written, undo=undo)
    for row, puzzle in enumerate(puzzles):
        board = digits(puzzle)
        for step, (cell, digit) in enumerate(zip(cells[row], written[row], strict=True)):
            assert moves.is_move[row, step] == (cell >= 0)
            if cell < 0:
                assert not moves.is_right[row, step] and not moves.is_open[row, step]
                continue
            is_open = board[cell] == 0
            assert moves.is_open[row, step] == is_open
            assert moves.is_consistent[row, step] == all(board[peer] != digit for peer in PEERS[cell])
            after = [*board]
            after[cell] = int(digit)
            right = bool(is_open) and not collides(line(after)) and bool(solutions(line(after), 1))
            assert moves.is_right[row, step] == right
            if right or (is_open and not undo):
                board = after
        assert moves.boards[row].tolist() == board
    rewards = moves.reward(right=2, wrong=-3)
    expected = np.where(moves.is_right, 2, -3) / moves.open_cells[:, None] * (cells >= 0)
    np.testing.assert_allclose(rewards, expected)
    assert 50 < moves.is_right.sum() < moves.is_move.sum() / 2


def test_a_perfect_game_is_worth_one() -> None:
    opened = [cell for cell in range(81) if EASY[cell] == "."]
    moves = ml.grade_moves([EASY], [opened], [[int(RIGHT[cell]) for cell in opened]])
    assert moves.is_right.all() and abs(moves.reward().sum() - 1) < 1e-9 and line(moves.boards[0]) == RIGHT
    for cells, written, name in (([[81]], [[1]], "cells"), ([[0]], [[0]], "digits"), ([[0]], [[10]], "digits"), ([0], [1], "cells"),
                                 ([[0, 1]], [[1]], "digits"), ([[0], [1]], [[1], [1]], "cells"), ([[0.5]], [[1]], "cells")):
        with pytest.raises(ValueError, match=f"^{name}: "):
            ml.grade_moves([EASY], cells, written)


@pytest.fixture(scope="module")
def examples() -> ml.Examples:
    return ml.Examples(lanedoku.generate(50, seed=1))


def allowed(board: list[int]) -> set[int]:
    return {
        9 * cell + digit - 1
        for cell in range(81)
        for digit in range(1, 10)
        if not board[cell] and all(board[peer] != digit for peer in PEERS[cell])
    }


@pytest.mark.parametrize("wrong", ["end", "undo", "keep"])
def test_games_follow_the_rules(examples: ml.Examples, wrong: str) -> None:
    rng = np.random.default_rng(5)
    count = 12
    games = ml.Games(examples, count, wrong=wrong, penalty=-0.5)  # type: ignore[arg-type]
    boards, lost = games.boards.copy().astype(int), np.zeros(count, bool)
    np.testing.assert_array_equal(boards, examples.puzzles[:count])
    opened = (boards == 0).sum(1)
    starts = np.ones(count, int)
    ended = solved = 0
    for _ in range(200):
        mask = games.mask()
        for game in rng.choice(count, 3, replace=False):
            assert set(np.flatnonzero(mask[game])) == allowed(boards[game].tolist())
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        help_ = rng.random(count) < 0.97
        cells = (boards == 0).argmax(1)
        actions[help_] = (9 * cells + games.solutions[np.arange(count), cells].astype(int) - 1)[help_]
        actions[0] = 728
        played = games.play(actions)
        for game, (cell, digit) in enumerate(zip(actions // 9, actions % 9 + 1, strict=True)):
            is_open = boards[game, cell] == 0
            right = is_open and games.solutions[game, cell] == digit
            assert played.is_right[game] == right
            assert played.rewards[game] == pytest.approx((1.0 if right else -0.5) / opened[game])
            if right or (is_open and wrong != "undo"):
                boards[game, cell] = digit
                lost[game] |= not right
            full = boards[game].all() and not lost[game]
            assert played.is_solved[game] == full
            assert played.is_over[game] == (full or (lost[game] if wrong == "end" else not games.mask()[game].any()))
        np.testing.assert_array_equal(games.boards, boards)
        over = np.flatnonzero(played.is_over)
        ended, solved = ended + len(over), solved + int(played.is_solved.sum())
        games.start(over)
        for game in over:
            row = (game + starts[game] * count) % 50
            starts[game] += 1
            boards[game] = examples.puzzles[row]
            opened[game], lost[game] = (boards[game] == 0).sum(), False
            np.testing.assert_array_equal(games.solutions[game], examples.solutions[row])
    assert ended > solved >= 3 if wrong != "undo" else ended == solved > 3


def test_games_are_disguised_by_number(examples: ml.Examples) -> None:
    games = ml.Games(examples, 20, seed=3)
    expected = lanedoku.shuffle(examples.puzzles[:20], seed=3).cells[:, 0]
    np.testing.assert_array_equal(games.boards, expected)
    games.start(np.array([4, 7]))
    rows = np.array([24, 27])
    np.testing.assert_array_equal(games.boards[[4, 7]], lanedoku.shuffle(examples.puzzles[rows], seed=3, first=rows).cells[:, 0])
    assert lanedoku.is_solution(games.solutions, games.boards).all()
    games.restart()
    np.testing.assert_array_equal(games.boards, expected)
    for actions in (np.zeros(19, int), np.full(20, 729), np.full(20, -1), np.zeros(20)):
        with pytest.raises(ValueError, match="^actions: (expected 20 integers|game 0: expected 0 to 728)"):
            games.play(actions)
    for options, name in (({"wrong": "stop"}, "wrong"), ({"seed": -1}, "seed")):
        with pytest.raises(ValueError, match=f"^{name}: "):
            ml.Games(examples, 2, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^count: "):
        ml.Games(examples, 0)
    with pytest.raises(ValueError, match="^examples: "):
        ml.Games(examples[:0], 2)


def test_scores_are_columns(examples: ml.Examples) -> None:
    answers = [*(line for _, line in examples[:5].lines()), *["?"] * 5]
    scores = ml.grade(answers, examples.puzzles[:10])
    assert isinstance(scores[2:7], ml.Scores) and scores[2:7].is_solution.tolist() == [True] * 3 + [False] * 2
    assert len(scores[scores.is_solution]) == 5 and scores[[9, 0]].right.tolist() == [0.0, 1.0]
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(scores)).right, scores.right)
    pytest.importorskip("pyarrow")
    table = scores.to_pandas()
    assert list(table.columns) == ["has_format", "keeps_clues", "is_complete", "is_consistent", "is_solution", "is_solvable",
                                   "right_cells", "open_cells", "right"]
    for name in table.columns:
        np.testing.assert_array_equal(table[name].to_numpy(), getattr(scores, name))
    assert scores[3:4].to_arrow().num_rows == 1
