/**
 * Lanedoku in JavaScript: a Sudoku solver in WebAssembly. All boards are 9x9, but those of {@link Layout}. Cells are
 * numbered row by row from 0.
 * Every array that a function returns is a copy, which belongs to the caller.
 *
 * @module
 */

/** A cell: a digit, 0 or null for an open cell; or its character. */
export type Cell = number | string | null;

/**
 * 81 cells, or nine rows of nine; or text: 81 characters in a line, or a drawn board. Characters of open cells are `.`,
 * `0`, `_`, `*`, `-`, `x`, `?`, and in a list blanks. Or what `parse` has read.
 */
export type Board = string | ArrayLike<Cell> | ArrayLike<ArrayLike<Cell>> | { digits: ArrayLike<Cell> };

/** Pencil marks: for each cell its candidates, bit `d - 1` for digit `d`. */
export interface Candidates {
    candidates: ArrayLike<number>;
}

export type Puzzle = Board | Candidates;

/**
 * `unique`: one solution. `multiple`: two or more. `none`: no solution. `invalid`: two equal clues share a unit.
 * `limit`: the step limit ended the search. `stopped`: a count ended at a `max` of one or none, which does not tell.
 */
export type Status = 'unique' | 'multiple' | 'none' | 'limit' | 'invalid' | 'stopped';

/** The names of the statuses. The number of a status, the same in every language, is its index; 0 is none. */
export const STATUSES: readonly [null, ...Status[]];

/** A symmetry of clues; `random` is another one for each puzzle. */
export type Symmetry =
    | 'none' | 'half-turn' | 'quarter-turn' | 'left-right' | 'top-bottom' | 'diagonal' | 'antidiagonal'
    | 'both-mirrors' | 'both-diagonals' | 'full' | 'random';

/** The names of the symmetries of clues. */
export const SYMMETRIES: readonly Symmetry[];

/** The name of a technique, in the order of the scale. */
export type Technique =
    | 'full house' | 'hidden single' | 'direct pointing' | 'direct claiming' | 'direct hidden pair'
    | 'naked single' | 'direct hidden triple' | 'pointing' | 'claiming' | 'naked pair' | 'X-wing'
    | 'hidden pair' | 'naked triple' | 'swordfish' | 'hidden triple' | 'XY-wing' | 'XYZ-wing'
    | 'unique rectangle 1' | 'unique rectangle 2' | 'unique rectangle 3' | 'unique rectangle 4'
    | 'unique loop' | 'naked quad' | 'jellyfish' | 'hidden quad' | 'BUG+1' | 'BUG type 2' | 'BUG type 3'
    | 'BUG type 4' | 'aligned pair exclusion' | 'skyscraper' | 'two-string kite' | 'turbot fish' | 'X-chain'
    | 'X-cycle' | 'W-wing' | 'XY-chain' | 'alternating chain' | 'continuous loop' | 'aligned triple exclusion'
    | 'Nishio' | 'cell forcing chains' | 'unit forcing chains' | 'dynamic contradiction'
    | 'dynamic double forcing chains' | 'dynamic cell forcing chains' | 'dynamic unit forcing chains'
    | 'dynamic chains plus' | 'nested forcing chains' | 'nested multiple chains' | 'nested dynamic chains'
    | 'nested dynamic chains plus' | 'finned X-wing' | 'finned swordfish' | 'finned jellyfish'
    | 'simple colouring' | 'ALS-XZ'
    | 'locked pair' | 'locked triple'
    | 'empty rectangle'
    | 'remote pair'
    | 'unique rectangle 5' | 'unique rectangle 6' | 'hidden rectangle'
    | 'avoidable rectangle 1' | 'avoidable rectangle 2'
    | 'sashimi X-wing' | 'sashimi swordfish' | 'sashimi jellyfish'
    | 'multi-colours 1' | 'multi-colours 2'
    | 'WXYZ-wing' | 'doubly linked ALS-XZ' | 'ALS-XY-wing'
    | 'discontinuous loop' | 'AIC'
    | 'grouped X-chain' | 'grouped continuous loop' | 'grouped discontinuous loop' | 'grouped AIC'
    | 'needs more';

/**
 * The name of a technique as an argument: that of {@link Technique}, or as the command line writes it, in any case,
 * such as `x-wing` and `full-house`.
 */
export type TechniqueName = Technique | (string & {});

/** The name of a set of techniques. */
export type TechniqueSetName =
    | 'scale' | 'all' | 'hodoku' | 'singles' | 'locked candidates' | 'subsets' | 'basic fish' | 'finned fish' | 'wings'
    | 'uniqueness' | 'colouring' | 'almost locked sets' | 'forcing chains' | 'dynamic chains' | 'nested chains'
    | (string & {});

/** A type of the web, if the program knows it: it needs no library of types. */
type WebType<Space, Name extends string, Otherwise> =
    Space extends { [Key in Name]: { prototype: infer Type } } ? Type : Otherwise;
type CompiledModule = typeof globalThis extends { WebAssembly: infer Space } ? WebType<Space, 'Module', object> : object;
type Address = WebType<typeof globalThis, 'URL', { readonly href: string }>;

/** What a module may come as: compiled, or its bytes. */
export type Module = CompiledModule | ArrayBuffer | ArrayBufferView;

export interface LoadOptions {
    /** A compiled module, or its bytes. It is not fetched. */
    module?: Module;
    /** The address of the module, instead of the file beside `lanedoku.js`. */
    url?: string | Address;
}

/**
 * Starts an engine, and the reader of {@link Lanedoku.parse}, which is a module of its own. Fetches both modules at
 * once in a browser or a worker, and reads their files in node. If {@link simdSupported} is false, throws and fetches
 * nothing.
 *
 * `reader` says where the reader comes from; `false` leaves it out. By default it is the file beside `lanedoku.js`, and
 * if that cannot be loaded, only `parse` throws.
 */
export function load(options?: LoadOptions & { reader?: LoadOptions | false }): Promise<Lanedoku>;

/** Starts an engine at once from a compiled module or its bytes, and the reader of `parse` from another. */
export function loadSync(module: Module, reader?: Module): Lanedoku;

/** Starts the traces, from the file beside `lanedoku.js` or from a compiled module, its bytes or its address. */
export function loadTraces(options?: LoadOptions): Promise<Traces>;

/** The same at once, from a compiled module or its bytes. */
export function loadTracesSync(module: Module): Traces;

/** Starts other layouts, from the file beside `lanedoku.js` or from a compiled module, its bytes or its address. */
export function loadLayouts(options?: LoadOptions): Promise<Layouts>;

/** The same at once, from a compiled module or its bytes. */
export function loadLayoutsSync(module: Module): Layouts;

/** Whether this WebAssembly has vector instructions (simd128), which the engine needs. */
export function simdSupported(): boolean;

export interface StepLimit {
    /**
     * The most steps of the search; a step is one application of all rules to a board. By default, there is no limit.
     */
    stepLimit?: number;
}

/** Options of the calls that let other tasks run while they go on. */
export interface Turns {
    /**
     * An `AbortSignal`. When it is aborted, the call ends with its reason as the error, after the turn that goes on: of
     * 16 milliseconds, or of a few puzzles to generate.
     */
    signal?: { readonly aborted: boolean; readonly reason?: unknown } | null;
    /** Is told how much is done, from 0 to 1, every 16 milliseconds or so, and 1 at the end. */
    onProgress?: (part: number) => void;
}

export interface Outcome {
    status: Status;
    /** The solution; of several, the least, read row by row as a number. */
    solution: Uint8Array | null;
    /** Another solution, if the status is `multiple`. */
    second: Uint8Array | null;
    steps: number;
    guesses: number;
}

export interface Outcomes {
    /** For each puzzle the index of its status in {@link STATUSES}. */
    statuses: Uint8Array;
    /** 81 digits for each puzzle, 0 without a solution. */
    solutions: Uint8Array;
    steps: Uint32Array;
}

export interface CountReport {
    /** The solutions found so far. */
    count: bigint;
    /** Whether these are all solutions. */
    exact: boolean;
    /** How much of the search is done, from 0 to 1. It never falls. For pencil marks it stays 0 until the end. */
    progress: number;
    done: boolean;
    /** `multiple` once two solutions are found; `unique`, `none`, `invalid` or `stopped` at the end; else `limit`. */
    status: Status;
    steps: number;
}

/** A count of solutions that goes on in slices. {@link Lanedoku.count} makes it. */
export class Count {
    private constructor();
    /** Goes on for about so many steps; 100,000 take some 20 to 100 milliseconds. */
    run(steps: number): CountReport;
    /** The report so far. */
    readonly report: CountReport;
    /** Frees its memory. Happens by itself at the end of the count, and when the object is collected. */
    free(): void;
}

export interface PossibleDigits {
    status: Status;
    /** For each cell the digits that occur there in some solution, bit `d - 1` for digit `d`. */
    possible: Uint16Array;
    /** The digits that are not excluded: other than `possible` only at the step limit. */
    notExcluded: Uint16Array;
    steps: number;
}

export interface WrongClues {
    /** `none` for a board without a solution, `invalid` for one with collisions. Other boards have no wrong clues. */
    status: Status;
    /** The clues whose removal, each alone, leaves a solution. */
    cells: number[];
    /** The clues that the step limit left undecided. */
    undecided: number[];
}

export interface Unit {
    kind: 'row' | 'column' | 'box';
    /** From 0. */
    index: number;
}

/** Two equal clues that share a unit. */
export interface Collision {
    unit: Unit;
    digit: number;
    cells: [number, number];
    /** One sentence. */
    message: string;
}

/** A cell and a digit. */
export type Candidate = [cell: number, digit: number];

/** One statement of a chain. */
export interface Link {
    cell: number;
    /** The cells of a group, of which one holds the digit, or none; else the one cell. */
    cells: number[];
    digit: number;
    /** Whether the cell holds the digit. */
    isTrue: boolean;
    /** The index of the statement it follows from; its own index for an assumption. */
    from: number;
    /** The indices of all statements that it follows from, of which `from` is one; none for an assumption. */
    causes: number[];
    /** Whether the link to it is strong or weak; null for an assumption, and where it follows from several. */
    isStrong: boolean | null;
}

/** What a part of a step is. */
export type Role =
    | 'base' | 'cover' | 'fins' | 'pivot' | 'pincers' | 'set A' | 'set B' | 'pivot set' | 'restricted common'
    | 'colour A' | 'colour B' | 'colour C' | 'colour D' | 'corners' | 'subset' | 'empty rectangle' | 'strong link'
    | 'aligned' | 'excluders';

/** A part of a step: units, or candidates. */
export interface StepPart {
    role: Role;
    units: Unit[];
    candidates: Candidate[];
}

/** A human solving step. */
export interface Step {
    technique: Technique;
    /** How hard it is, on the scale that players call SER. */
    level: number;
    /** Three sentences: where to look, what to look for, and why: the whole step. */
    hints: [where: string, what: string, why: string];
    /** The last of them; of a chain in which a statement follows from several others, a line for each statement. */
    lines: string[];
    units: Unit[];
    /** The candidates that decide it. */
    deciding: Candidate[];
    /** The statements of a chain. */
    links: Link[];
    /** A chain without branches in the notation of players, such as `(5)r1c1=(5-7)r1c4=(7)r6c4 => r6c1<>5`. */
    eureka: string | null;
    /** The parts of a step that is not a chain, by their roles, so that a program can draw it. */
    parts: StepPart[];
    /** The digit that it places. */
    placement: Candidate | null;
    /** The candidates that it removes, beside those that a placement removes. */
    eliminations: Candidate[];
    /** The digits before the step. */
    digits: Uint8Array;
    /** The candidates of the open cells before the step; 0 in a cell with a digit. */
    marks: Uint16Array;
}

export interface Techniques {
    /**
     * Names of {@link Lanedoku.techniques} and of sets, in a list or with commas between them, such as
     * `singles,x-wing`; a `-` before a name leaves it out, as in `scale,-uniqueness`. By default `scale`.
     * `hodoku` is HoDoKu's techniques, tried in its order.
     */
    techniques?: TechniqueSetName | readonly (TechniqueSetName | TechniqueName)[];
    /** Whether to use the techniques that rely on the puzzle having one solution. By default, true. */
    uniqueness?: boolean;
}

export interface HintOptions extends Techniques {
    /** The candidates that the open cells have left. By default those that no digit excludes. */
    candidates?: ArrayLike<number>;
}

export interface GenerateOptions extends Techniques {
    /** The same seed gives the same puzzles, in every language. */
    seed: number | bigint;
    /** The number of puzzles; by default 1. */
    n?: number;
    /** The number of the first puzzle; by default 0. */
    first?: number | bigint;
    /** The number of clues, or the least and the most. By default, puzzles are minimal. */
    clues?: number | readonly [number, number];
    /** Minimal puzzles together with `clues`. */
    minimal?: boolean;
    /** By default `none`. */
    symmetry?: Symmetry;
    /** The hardest technique. */
    technique?: TechniqueName;
    /** The least and the highest rating. */
    hardest?: readonly [number, number];
    /**
     * The most full grids to try for a puzzle, by default 1,000; and, with `technique` or `hardest`, the most puzzles,
     * by default 100,000.
     */
    attempts?: number;
}

export interface Rating {
    /**
     * How hard the hardest step is, on the scale that players call SER; 20 if the techniques do not solve the puzzle.
     */
    rating: number;
    /** The same up to the first digit that is placed. */
    pearl: number;
    /** The same of the first step. */
    diamond: number;
    /** The hardest technique; null without a step, for a full board. */
    technique: Technique | null;
    /** The number of steps. */
    steps: number;
    /** The number of steps of each technique that occurs. */
    counts: Partial<Record<Technique, number>>;
    /**
     * With the techniques `hodoku`, HoDoKu's score, the sum over all steps, and its class. Null in another order, or if
     * the techniques do not solve the puzzle.
     */
    hodoku: { score: number; class: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' } | null;
}

export type Parsed =
    | { kind: 'board'; digits: Uint8Array; warning: string | null }
    | { kind: 'candidates'; candidates: Uint16Array; warning: string | null }
    | { kind: 'error'; line: number; column: number | null; message: string };

/** An open cell, numbered from 0: a record of the loop's packed array. */
export interface LoopRecord {
    cell: number;
    row: number;
    column: number;
    box: number;
}

/** A step of the loop: a visit to an open cell. Sets of digits are masks, bit `d - 1` for digit `d`. */
export interface LoopStep {
    /** From 1: the state after this step is that at `seek(number)`. */
    number: number;
    /** The place in the packed array. */
    position: number;
    cell: number;
    /** The digit that the cell held before; 0 for none. */
    tried: number;
    /** The free digits of its row, column and box, after the cell has given back its digit. */
    row: number;
    column: number;
    box: number;
    /** The digits that it has tried: those up to `tried`. */
    had: number;
    /** Those that it can still take. */
    can: number;
    /** The digit that it holds afterwards: the lowest of `can`; 0 for none. */
    pick: number;
    /** Whether the next cell follows, or the one before: `can !== 0`. */
    forward: boolean;
}

/**
 * `running`: on its way. `solved`: every cell holds a digit; the next step goes back, to search for another solution.
 * `exhausted`: it has gone back from the first cell, no step follows. `invalid`: two equal clues share a unit.
 */
export type LoopStatus = 'running' | 'solved' | 'exhausted' | 'invalid';

/**
 * The branchless loop on one board, at any step. It is the library's portable loop; 10 million steps take some 0.2
 * seconds, and the way back to any of them some milliseconds. Its memory does not grow.
 */
export class LoopTrace {
    /**
     * The open cells, in the order of the search. None if the board is invalid, or a contradiction without a search.
     */
    readonly records: readonly LoopRecord[];
    /**
     * The digits of all other cells: the clues and, in the order `constrained`, the singles that are placed first. 0 in
     * open cells.
     */
    readonly digits: Uint8Array;
    readonly status: LoopStatus;
    /** The steps up to this state. */
    readonly steps: number;
    /** The most steps so far; {@link path} goes on up to there. */
    readonly furthest: number;
    /** The solutions up to this state. */
    readonly solutions: number;
    /**
     * The place of the cell that is next, which is the number of cells with a digit before it: `records.length` at a
     * solution. 0 also when the search is exhausted.
     */
    readonly depth: number;
    /** Goes on for at most so many steps, up to a solution. */
    run(steps: number): LoopStatus;
    /** Goes to a step, forward or back, across solutions, or to the end of the search if that comes first. */
    seek(step: number): LoopStatus;
    /** The last steps, the oldest first; at most 512. */
    recent(most?: number): LoopStep[];
    /** The free digits of the 9 rows, the 9 columns and the 9 boxes: 27 masks. */
    masks(): Uint16Array;
    /** The digit of each open cell as a mask, in the order of the search; 0 for none. */
    tried(): Uint16Array;
    /**
     * The least and the greatest depth after the steps of each bin, up to step `furthest`; at most 4096 bins. The last
     * bin may have fewer steps.
     */
    path(): { stepsPerBin: number; least: Uint8Array; greatest: Uint8Array };
    free(): void;
}

/** A lane in the last sweep. */
export interface Lane {
    /** The number of its puzzle; null in an idle lane. Nodes move between lanes, so colour by puzzle. */
    puzzle: number | null;
    /** Whether it was the puzzle's first sweep. */
    begins: boolean;
    /**
     * `busy`: candidates were removed. `guess`: the node is stuck, and leaves for a guess. `contradiction`: it has no
     * solution. `solution`: it is one. `waiting`: it was solved or contradicted before, and waits until others can
     * leave together with it. `idle`: no node.
     */
    event: 'busy' | 'guess' | 'contradiction' | 'solution' | 'waiting' | 'idle';
    /** Whether this event has decided the puzzle. */
    done: boolean;
    /** The nodes that wait in the lane's private stack. */
    stacked: number;
    /** The open cells after the sweep. */
    open: number;
}

/**
 * The lanes of a batch, sweep by sweep. With `refill` it is the schedule of the native batch engine, exactly: the same
 * puzzles in the same lanes after every sweep. Without, new puzzles begin when all lanes are finished. It takes about
 * 30 microseconds for a lane and a sweep, where the engine takes a few nanoseconds.
 */
export class LanesTrace {
    /** The lanes in the last sweep. */
    readonly lanes: readonly Lane[];
    /** The sweeps so far; each is one for all lanes. */
    readonly sweeps: number;
    /** The sum over all sweeps of the lanes at work: neither idle nor waiting. */
    readonly busySweeps: number;
    /** The puzzles done so far. */
    readonly done: number;
    /** Whether nothing is left. */
    readonly over: boolean;
    /** Makes the next sweep, or several. Returns how many were made: fewer at the end. */
    sweep(most?: number): number;
    /**
     * The candidates of all lanes as the vectors have them: 27 words, each with a value for each lane. Bit `9 * band +
     * 3 * stack + member` of word `9 * (row % 3) + 3 * (column % 3) + group` is digit `3 * group + member + 1`.
     */
    words(): Uint32Array[];
    /** The candidates of each lane: 81 masks. */
    candidates(): Uint16Array[];
    /**
     * For each puzzle the index of its status in {@link STATUSES}; complete when nothing is left. Puzzles of fewer than
     * 17 clues, and a few that take hundreds of guesses, have `limit`: they are for another engine.
     */
    statuses(): Uint8Array;
    free(): void;
}

/** An engine: one instance of its modules. A worker has its own. */
export class Lanedoku {
    private constructor();
    readonly version: string;
    /** The names of all techniques, in the order of the scale. */
    readonly techniques: readonly Technique[];

    /** Loads the reader of {@link Lanedoku.parse}, if the engine was loaded without it. */
    loadReader(options?: LoadOptions): Promise<void>;
    /**
     * Reads the 9x9 puzzle of a text in any format of the command line: whatever people paste. That is lines, drawn
     * boards and pencil marks, also between other text, JSON and tables, links of f-puzzles, SudokuPad, sudokuwiki and
     * others, and what Sudoku programs write. A text with no puzzle or with several is an error, which says why.
     * Throws if the reader is not loaded.
     */
    parse(text: string): Parsed;
    solve(puzzle: Puzzle, options?: StepLimit & { any?: boolean }): Outcome;
    /**
     * Solves many puzzles: 81 digits for each, 0 for an open cell. With `into`, the answers of an earlier call for as
     * many puzzles, it overwrites and returns these, and needs no new memory.
     */
    solveBatch(digits: Uint8Array, options?: StepLimit & { any?: boolean; into?: Outcomes }): Outcomes;
    /** The same in turns: other tasks run in between. They must not change the digits. */
    solveBatchAsync(
        digits: Uint8Array,
        options?: StepLimit & { any?: boolean; into?: Outcomes } & Turns,
    ): Promise<Outcomes>;
    /** Begins a count of the solutions, up to `max`. Up to 64 counts and visits may be open at a time. */
    count(puzzle: Puzzle, options?: StepLimit & { max?: number | bigint }): Count;
    /** Counts the solutions, up to `max`, to the end, in turns. */
    countAsync(puzzle: Puzzle, options?: StepLimit & { max?: number | bigint } & Turns): Promise<CountReport>;
    /** All solutions, one after another, in no particular order. */
    solutions(puzzle: Puzzle, options?: StepLimit): IterableIterator<Uint8Array>;
    /** Passes each solution to a function, until it returns false, or up to `max`. Returns their number. */
    visit(
        puzzle: Puzzle,
        visitor: (solution: Uint8Array) => boolean | void,
        options?: StepLimit & { max?: number },
    ): number;
    /** The digits of each cell that no clue excludes; for a clue, its digit. */
    candidates(board: Board): Uint16Array;
    /** The digits of each cell that occur in some solution. */
    possible(puzzle: Puzzle, options?: StepLimit): PossibleDigits;
    /** The clues of a board without a solution that may be wrong. */
    wrongClues(board: Board, options?: StepLimit): WrongClues;
    collisions(board: Board): Collision[];
    /**
     * The next step on a board, or null if it is complete, or needs more than the techniques. Throws if the board has
     * no solution with these candidates, as with a wrong digit, or several, unless `uniqueness` is false or the
     * techniques do not rely on it.
     */
    hint(puzzle: Puzzle, options?: HintOptions): Step | null;
    /**
     * All steps on a board, by technique; of chains from one candidate to one result, the shortest. Throws as `hint`.
     * With nested chains, it can take some ten seconds. Of each family of techniques, 2,048 at most.
     */
    allSteps(puzzle: Puzzle, options?: HintOptions): Step[];
    /** The steps that solve a puzzle, one after another; of several solutions, what they agree on. Throws as `hint`. */
    steps(puzzle: Puzzle, options?: HintOptions): IterableIterator<Step>;
    /** The same as a list, and whether they solve the puzzle. */
    explain(puzzle: Puzzle, options?: HintOptions): { steps: Step[]; solved: boolean };
    /** Generates puzzles: 81 digits for each. Throws if one is not found. */
    generate(options: GenerateOptions): Uint8Array;
    /** The same in turns: other tasks run in between. */
    generateAsync(options: GenerateOptions & Turns): Promise<Uint8Array>;
    /** A minimal puzzle among the clues of a puzzle with one solution. */
    minimize(board: Board, options?: { seed?: number | bigint }): Uint8Array;
    /** Whether a puzzle has one solution and needs all its clues. */
    isMinimal(board: Board): boolean;
    /** The clues that can be removed, each alone, from a puzzle with one solution. */
    redundantClues(board: Board): number[];
    /** The first of all equivalent boards. */
    canonical(board: Board): Uint8Array;
    /** A random equivalent board. */
    shuffle(board: Board, options: { seed: number | bigint; index?: number | bigint }): Uint8Array;
    /**
     * How hard a puzzle with one solution is for a person, with the candidates that are left. Takes milliseconds, for
     * the hardest tenths of a second.
     */
    rate(puzzle: Puzzle, options?: HintOptions): Rating;
}

/** A unit of a layout. Boxes of another shape are `region`s; `house`s are diagonals and the like. */
export interface LayoutUnit {
    kind: 'row' | 'column' | 'box' | 'region' | 'house';
    /** From 0. */
    index: number;
}

/** A board of a layout: as {@link Board}, with as many cells. As text, letters are the digits from 10. */
export type LayoutBoard = Board;

/** A step on a board of another layout. Its fields are those of {@link Step}. */
export interface LayoutStep {
    technique: Technique;
    level: number;
    /** Where to look, what to look for there, and the whole step. */
    hints: [string, string, string];
    units: LayoutUnit[];
    deciding: Candidate[];
    placement: Candidate | null;
    eliminations: Candidate[];
    digits: Uint8Array;
    /** The candidates of the open cells before the step, bit `d - 1` for digit `d`. */
    marks: Uint32Array;
}

/** Boards of other layouts: an instance of the module `lanedoku-layouts.wasm`, which has no vector instructions. */
export class Layouts {
    private constructor();
    /** The names of all techniques. */
    readonly techniques: readonly Technique[];
    /**
     * A layout by its name: a board such as `6x6` or `12x12`, whose boxes are wider than high; `boxes:3x2` for boxes of
     * three rows and two columns; `jigsaw:` and a letter or digit for the region of each cell. `+diagonal`, `+windoku`
     * and `+centre-dots` add houses, `+house:1,8,15` one of these cells, counted from 1; `diagonal` alone is on a 9x9
     * board. `windoku` adds nine: numbers 1, 2, 4 and 5 are its squares, and the others follow from them. Sides are 4
     * to 25. Throws if there is none.
     */
    layout(name: string): Layout;
}

/**
 * A layout, with what {@link Lanedoku} has for 9x9 boards. A step of its searches is a digit placed. They end by
 * themselves, at a `stepLimit` or at `max`: use a worker, or a limit, for large boards with few clues.
 */
export class Layout {
    private constructor();
    readonly name: string;
    /** The number of rows, and of digits. */
    readonly side: number;
    /** The number of cells. */
    readonly cells: number;
    /** Rows, columns, boxes or regions, and further houses, with their cells. */
    readonly units: readonly (LayoutUnit & { readonly cells: readonly number[] })[];
    /** The digits of a text: all cells in a line, or a row in each line, perhaps drawn. Throws if it is no board. */
    parse(text: string): Uint8Array;
    /** The characters of a board in a line. */
    text(board: LayoutBoard): string;
    /** A drawing in lines, with lines between boxes. */
    draw(board: LayoutBoard): string;
    solve(board: LayoutBoard, options?: StepLimit): Outcome;
    /** Counts the solutions, up to `max`. */
    count(
        board: LayoutBoard,
        options?: StepLimit & { max?: number | bigint },
    ): { count: bigint; exact: boolean; status: Status; steps: number };
    /** The solutions, in no particular order: by default 1,000 at most. */
    solutions(board: LayoutBoard, options?: StepLimit & { max?: number }): Uint8Array[];
    /** The digits of each cell that occur in a solution, bit `d - 1` for digit `d`. At the limit, some are missing. */
    possible(board: LayoutBoard, options?: StepLimit): { status: Status; possible: Uint32Array };
    /** The clues that can be removed, each alone, from a puzzle with one solution. Throws at the limit. */
    redundantClues(board: LayoutBoard, options?: StepLimit): number[];
    /** The clues of a board without a solution whose removal, each alone, leaves one. At the limit, some may miss. */
    wrongClues(board: LayoutBoard, options?: StepLimit): { status: Status; cells: number[] };
    collisions(board: LayoutBoard): { unit: LayoutUnit; digit: number; cells: [number, number]; message: string }[];
    /** Grades digits as the solution of a puzzle. With the right solution, also counts the cells that agree with it. */
    grade(
        given: LayoutBoard,
        puzzle: LayoutBoard,
        solution?: LayoutBoard,
    ): { isComplete: boolean; isConsistent: boolean; keepsClues: boolean; rightCells: number | null };
    /** A minimal puzzle among the clues of one. A clue that takes a search of over 200,000 steps stays. */
    minimize(board: LayoutBoard, options?: { seed?: number | bigint }): Uint8Array;
    /**
     * Generates puzzles with one solution, `cells` digits for each: the same as the command line. Throws if one is not
     * found. By default they are minimal, but for a clue that takes a search of over 200,000 steps.
     */
    generate(options: LayoutGenerateOptions): Uint8Array;
    /** The same in turns, of a puzzle each: other tasks run in between. */
    generateAsync(options: LayoutGenerateOptions & Turns): Promise<Uint8Array>;
    /** A random equivalent board: a symmetry of the layout, and other digits. */
    shuffle(board: LayoutBoard, options: { seed: number | bigint; index?: number | bigint }): Uint8Array;
    /**
     * The next step on a board: singles, locked candidates, subsets, fish. Null if it is complete, or needs more.
     * Throws if it has no solution.
     */
    hint(board: LayoutBoard, options?: Techniques): LayoutStep | null;
    /** All steps, one after another, and whether they solve the puzzle. */
    explain(board: LayoutBoard, options?: Techniques): { steps: LayoutStep[]; solved: boolean };
    /** How hard a puzzle with one solution is: 20 if it needs more than these techniques. */
    rate(board: LayoutBoard, options?: Techniques): Rating;
}

export type LayoutGenerateOptions = Pick<GenerateOptions, 'seed' | 'n' | 'first' | 'clues' | 'symmetry' | 'attempts'>;

/** The traces for animations: an instance of the module `lanedoku-trace.wasm`, which is small and has no engine. */
export class Traces {
    /** Begins a trace of the loop. */
    loopTrace(board: Board, options?: { order?: 'rows' | 'constrained' }): LoopTrace;
    /**
     * Begins a trace of puzzles, 81 digits for each, on 1 to 16 lanes: 16 as AVX-512 has, 8 as AVX2; 1 without `refill`
     * takes one puzzle after the other. By default, 16 with `refill`.
     */
    lanesTrace(digits: Uint8Array, options?: { lanes?: number; refill?: boolean }): LanesTrace;
    /**
     * Runs a loop for exactly so many steps, again and again from the start to the first solution; the caller takes the
     * time. V3 has the branches, V7 has none; both count their steps. A board without an open cell takes no step.
     */
    timeLoop(board: Board, version: 'V3' | 'V7', steps: number): { steps: number; searches: number; solution: Uint8Array | null };
}
