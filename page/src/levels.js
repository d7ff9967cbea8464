// Difficulty in words: the one table of the page. The bounds are ratings on the scale of Sudoku Explainer (SER), set
// where a player needs another kind of technique; doc/page.md has the same table.

// [word, least, most, what it takes]
export const LEVELS = [
  ['easy', 1, 1.5, 'hidden singles'],
  ['medium', 1.6, 2.5, 'naked singles, and what leads to a single at once'],
  ['hard', 2.6, 3.4, 'locked candidates, pairs, X-wings'],
  ['very hard', 3.5, 6.4, 'triples, fish, wings, rectangles'],
  ['extreme', 6.5, 20, 'chains, or more'],
];

export const wordOf = (rating) => LEVELS.find(([, , most]) => Math.round(10 * rating) <= Math.round(10 * most))?.[0];

// A rating in words and as a number: 20 stands for what no technique of the scale solves.
export const rated = ({rating}) => `${wordOf(rating)}: ${rating >= 20 ? 'at least 10.5' : rating.toFixed(1)}`;
