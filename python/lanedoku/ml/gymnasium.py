"""An environment for reinforcement learning: many puzzles at once, filled cell by cell. Requires gymnasium.

>>> import lanedoku
>>> from lanedoku.ml import Examples
>>> from lanedoku.ml.gymnasium import SudokuVectorEnv
>>> env = SudokuVectorEnv(Examples(lanedoku.generate(100, seed=1)), 16)
>>> boards, info = env.reset(seed=1)
>>> boards.shape, info["action_mask"].shape
((16, 81), (16, 729))
>>> boards, rewards, terminated, truncated, info = env.step(info["action_mask"].argmax(1))
>>> rewards.shape, terminated.shape
((16,), (16,))
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces  # pyright: ignore[reportMissingImports]
from gymnasium.vector import AutoresetMode, VectorEnv  # pyright: ignore[reportMissingImports]
from gymnasium.vector.utils import batch_space  # pyright: ignore[reportMissingImports]

from .._arrays import unsigned
from ._examples import Examples
from ._games import Games

__all__ = ["SudokuVectorEnv"]


class SudokuVectorEnv(VectorEnv):
    """Puzzles that are filled cell by cell, as a vectorised environment: :class:`lanedoku.ml.Games` with the interface of
    gymnasium.

    An observation is ``uint8[num_envs, 81]``, 0 for an open cell. An action is ``9 * cell + digit - 1``. ``info`` has
    ``action_mask``, ``bool[num_envs, 729]``: the actions that no rule forbids; and after a step ``is_right`` and
    ``is_solved``, ``bool[num_envs]``. The step after the end of a game starts it again: its action is ignored and its reward
    0 (``AutoresetMode.NEXT_STEP``).

    Args:
        examples: the puzzles.
        num_envs: the number of games.
        max_steps: the number of actions after which a game is truncated.
        wrong, penalty: as for :class:`lanedoku.ml.Games`.

    ``reset(seed=...)`` disguises the puzzles with this seed, and starts with the first ones; without a seed ever, they are
    not disguised. Each later ``reset()`` goes on with the next puzzles, in all games or in those of
    ``options={"reset_mask": mask}``.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        examples: Examples,
        num_envs: int,
        *,
        max_steps: int = 729,
        wrong: Literal["end", "undo", "keep"] = "end",
        penalty: float = -1.0,
    ) -> None:
        self.num_envs, self.max_steps = num_envs, unsigned(max_steps, "max_steps", 2**62, least=1)
        self.single_observation_space = spaces.Box(0, 9, (81,), np.uint8)
        self.single_action_space = spaces.Discrete(729)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = Games(examples, num_envs, wrong=wrong, penalty=penalty)
        self._is_new = True
        self._over = np.zeros(num_envs, bool)
        self._steps = np.zeros(num_envs, "int64")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts games, and returns the observations and ``info``."""
        if seed is not None:
            self.games.seed = unsigned(seed, "seed")
        super().reset(seed=seed, options=options)
        mask = (options or {}).get("reset_mask")
        chosen = np.ones(self.num_envs, bool) if mask is None else np.asarray(mask, bool)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"reset_mask: expected {self.num_envs} booleans, found shape {chosen.shape}")
        if mask is None and (self._is_new or seed is not None):
            self.games.restart()
        else:
            self.games.start(np.flatnonzero(chosen))
        self._is_new = False
        self._over[chosen] = False
        self._steps[chosen] = 0
        return self.games.boards.copy(), {"action_mask": self.games.mask()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays one action in each game; returns observations, rewards, whether each game is terminated, whether it is
        truncated, and ``info``.
        """
        again, going = self._over, ~self._over
        # A game that is over takes any action, and is started afterwards.
        played = self.games.play(actions)
        self.games.start(np.flatnonzero(again))
        self._steps = np.where(again, 0, self._steps + 1)
        terminated = played.is_over & going
        truncated = (self._steps >= self.max_steps) & ~terminated
        self._over = terminated | truncated
        info = {
            "action_mask": self.games.mask(),
            "is_right": played.is_right & going,
            "is_solved": played.is_solved & going,
        }
        return self.games.boards.copy(), played.rewards * going, terminated, truncated, info
