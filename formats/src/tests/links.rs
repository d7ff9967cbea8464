//! Links with a puzzle in another form than plain digits.

use std::collections::HashMap;

use super::*;
use crate::{links, lz};

/// Compresses a text as the base64 form of LZ-string: the longest known string each time, as numbers of growing width.
fn compressed(text: &str) -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let units: Vec<u16> = text.encode_utf16().collect();
    let (mut known, mut count) = (HashMap::new(), 3u32);
    let mut bits = Vec::new();
    let write = |bits: &mut Vec<u8>, value: u32, width: u32| {
        bits.extend((0..width).map(|bit| (value >> bit & 1) as u8))
    };
    let (mut at, mut before) = (0, 0..0);
    while at < units.len() {
        let width = count.ilog2() + 1;
        let longest =
            (1..=units.len() - at).take_while(|&length| known.contains_key(&units[at..at + length])).last();
        let length = longest.unwrap_or(1);
        match longest {
            Some(length) => write(&mut bits, known[&units[at..at + length]], width),
            None => {
                let is_wide = units[at] > 255;
                write(&mut bits, u32::from(is_wide), width);
                write(&mut bits, u32::from(units[at]), if is_wide { 16 } else { 8 });
                known.insert(&units[at..=at], count);
                count += 1;
            }
        }
        if !before.is_empty() {
            known.entry(&units[before.start..=before.end]).or_insert(count);
            count += 1;
        }
        before = at..at + length;
        at += length;
    }
    write(&mut bits, 2, count.ilog2() + 1);
    let sextet =
        |bits: &[u8]| bits.iter().zip([32, 16, 8, 4, 2, 1]).map(|(bit, worth)| bit * worth).sum::<u8>();
    let mut base64: String =
        bits.chunks(6).map(|bits| char::from(ALPHABET[usize::from(sextet(bits))])).collect();
    while !base64.len().is_multiple_of(4) {
        base64.push('=');
    }
    base64
}

/// Returns the puzzle of the first link in a line, or its error.
fn found(line: &str) -> Option<Result<String, String>> {
    let range = links::find(line.as_bytes())?;
    Some(links::read(&line.as_bytes()[range]).map(|puzzle| line_of(&puzzle)))
}

fn refuses(line: &str, reason: &str) {
    let answer = found(line).unwrap_or_else(|| panic!("{line}: none"));
    assert!(answer.as_ref().is_err_and(|error| error.contains(reason)), "{line}: {answer:?}");
}

/// Writes a board as f-puzzles does; `typed` are the digits that are not given.
fn f_puzzles(clues: &str, typed: &str, more: &str) -> String {
    let side = clues.len().isqrt();
    let cell = |(clue, typed): (char, char)| match (clue.to_digit(36), typed.to_digit(36)) {
        (Some(digit), _) => format!(r#"{{"value":{digit},"given":true}}"#),
        (None, Some(digit)) => format!(r#"{{"value":{digit}}}"#),
        _ => r#"{"centerPencilMarks":[1,2]}"#.into(),
    };
    let typed = typed.chars().chain(std::iter::repeat('.'));
    let cells: Vec<String> = clues.chars().zip(typed).map(cell).collect();
    let rows: Vec<String> = cells.chunks(side).map(|row| format!("[{}]", row.join(","))).collect();
    compressed(&format!(r#"{{"size":{side},"grid":[{}]{more}}}"#, rows.join(",")))
}

const P: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FOUR: &str = "1..4........2..3";
const PASTED: [(&str, &str); 2] = [
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcACAnAGkSA5gJwgEwUQG0jQA3AQwBsBXOJNDTCMmAO0IBds6BfdYP0SCBQkcJCVa9RACZ0WFuy48YYydTqEArAuasOSbn1GiAuulLqpWpLqZLDiY2tPDrmmY0UGVJiTYyAIx6jn6u7m7knoQA7KG+Rqq8FsTi6RrShCEOic7JUZm2iABsCcpJ/uliNamkRcHlTi41Ag06TeGtkT0ZgYQAHJ2VEYJ10VlIACzD+VUek6WzLVHdfTFI8bkVc6PtdsvJ4wvF3vo7K737cofzhf1IAMy3o7WWE8Vl280FVw833y69w2iHsPguv2qwMWZzCIxS7xOMiGgPhq3RfxBOXBP3mxza/2x51xe3+z1RuzWSMIXxxQN6tTMvCAA===",
        "9....25...5..91..7..1.6....1.5....8.4.6....75.9.2..3..6.2.5...9.8.....1..13..6...",
    ),
    (
        "https://sudokupad.app/?puzzleid=fpuzzlesN4IgzglgXgpiBcACAnAGkSA5gJwgEwUQG0jQA3AQwBsBXOJNDTCMmAO0IBds6BfdctTqEAHOiwt2XHjH6JgcwbXqIAzOOasOSbnwGKQlZYQBsGydsS7ZAw0JUAmc1ul75d40gCMzqTpmKvAC66KQGRsJIACy%2Bltbh9oROTBauNvIJnogArLFpmZEoef5uCvr6IcRKheopLiXp1SoA7MVWAeXuEY5t8Z1NhDF1fu2lgbbdhIwS9aOylWH94xkTiUi5w3EdKzsKC2W7ywfHHoXTmiN9u6cqZpv5%2BzeivdvHR0%2FeL2P9H4jJM5dXsFQgN1l9GgUWuD3pNotDVlkfPcGkdAvsYWs1PDDksEYUhgCtmN0bicWSTrC%2FtCgkFeEA%3D%3D%3D",
        "98.3.621..42.59...37.2.4..9.....5.........9.68...1..2.5.7.41.....3....4.........2",
    ),
];

#[test]
fn texts_are_compressed_and_back() {
    for text in [
        "",
        "a",
        "aaaaaaaaaaaaaaaa",
        "abcabcabcabcabd",
        "{\"grid\":[[{},{},{}]]}",
        "ä€😀ä€😀",
        &HARD.repeat(30),
    ] {
        assert_eq!(lz::decompress(compressed(text).as_bytes()).as_deref(), Some(text));
    }
    // A bomb is refused, and so is the start of one.
    let bomb = compressed(&"a".repeat(1 << 19));
    assert!(bomb.len() < 4000);
    assert_eq!(lz::decompress(bomb.as_bytes()), None);
    assert_eq!(lz::decompress(&bomb.as_bytes()[..bomb.len() / 2]), None);
}

#[test]
fn links_are_found_with_their_payload() {
    let load = f_puzzles(P, "", r#","title":"+++ ???""#);
    let escaped = load.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    assert!(load.contains('+') && load.contains('/'), "{load}");
    let (double, spaced) = (escaped.replace('%', "%25"), load.replace('+', " "));
    for link in [
        format!("https://f-puzzles.com/?load={load}"),
        format!("http://www.f-puzzles.com/?load={escaped}"),
        format!("f-puzzles.com/?load={load}"),
        format!("https://F-Puzzles.com/?x=1&amp;load={load}"),
        format!("https://www.f-puzzles.com/?load={spaced}"),
        format!("https://f-puzzles.com/?load={double}"),
        format!("https://sudokupad.app/fpuzzles{load}"),
        format!("https://sudokupad.app/fpuz{escaped}"),
        format!("https://sudokupad.app/sudoku/fpuzzles{escaped}"),
        format!("https://beta.sudokupad.app/?puzzleid=fpuzzles{escaped}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{escaped}&x=1"),
        format!("https://michelkraemer.com/sudocle/fpuzzles{load}"),
        format!("michelkraemer.com/sudocle/?fpuzzles{load}"),
        format!("https://sudoku.example/#load={load}"),
        format!("http://localhost/?load={load}"),
        format!("https://example.com/?to=https://sudokupad.app/fpuzzles{load}"),
        format!("https://example.com/?to=https%3A%2F%2Ff-puzzles.com%2F%3Fload%3D{escaped}&x=1"),
    ] {
        for (before, after) in [
            ("", ""),
            ("see ", " please"),
            ("<", ">"),
            ("[a puzzle](", ")"),
            ("\"", "\","),
            ("(", ")."),
            ("1,", ",easy"),
            ("> ", "!"),
            ("link:", ""),
            ("**", "**"),
            ("看", "，谢谢"),
            ("|", "|"),
        ] {
            let line = format!("{before}{link}{after}");
            assert_eq!(found(&line), Some(Ok(P.into())), "{line}");
        }
    }
    for (line, puzzle) in PASTED {
        assert_eq!(found(line), Some(Ok(puzzle.into())), "{line}");
    }
}

#[test]
fn clues_are_the_given_cells() {
    let hard = HARD.replace('0', ".");
    let open = ".".repeat(81);
    let sixteen = format!("1G{}", ".".repeat(254));
    for (clues, typed, expected) in
        [(P, "", P), (P, &hard, P), (&open, &hard, &hard), (FOUR, "", FOUR), (&sixteen, "", &sixteen)]
    {
        let link = format!("https://f-puzzles.com/?load={}", f_puzzles(clues, typed, ""));
        assert_eq!(found(&link), Some(Ok(expected.into())), "{link}");
    }
}

/// A cell may name its box; one in another box is a rule beside plain Sudoku.
#[test]
fn each_cell_is_in_its_own_box() {
    for puzzle in [P, FOUR, &format!("1G{}", ".".repeat(254))] {
        let (side, load) =
            (puzzle.len().isqrt(), lz::decompress(f_puzzles(puzzle, "", "").as_bytes()).unwrap());
        let order = side.isqrt();
        let link = |region: &dyn Fn(usize, usize) -> usize| {
            let mut cells = 0..puzzle.len();
            let parts = load.split_inclusive('}').map(|part| match (part.strip_suffix('}'), cells.next()) {
                (Some(cell), Some(number)) => {
                    let comma = if cell.ends_with('{') { "" } else { "," };
                    format!("{cell}{comma}\"region\":{}}}", region(number / side, number % side))
                }
                _ => part.to_owned(),
            });
            format!("https://f-puzzles.com/?load={}", compressed(&parts.collect::<String>()))
        };
        let of_box = |row: usize, column: usize| row / order * order + column / order;
        assert_eq!(found(&link(&of_box)), Some(Ok(puzzle.into())), "{puzzle}");
        refuses(&link(&|row, column| of_box(column, row)), "irregular boxes");
        refuses(&link(&|row, _| row), "irregular boxes");
    }
}

#[test]
fn other_rules_and_damage_are_refused() {
    let link = |load: &str| format!("https://f-puzzles.com/?load={load}");
    let plain =
        r#","title":"x","ruleset":"\"y\" {","author":"","antiknight":false,"killercage":[],"solution":[1,2]"#;
    assert_eq!(found(&link(&f_puzzles(P, "", plain))), Some(Ok(P.into())));
    // More members of the first cell.
    let load = lz::decompress(f_puzzles(P, "", "").as_bytes()).unwrap();
    let first = |text: &str| compressed(&load.replacen('}', text, 1));
    assert_eq!(found(&link(&first(r#","region":0}"#))), Some(Ok(P.into())));
    assert_eq!(found(&link(&first(r#","region":null}"#))), Some(Ok(P.into())));
    for (load, reason) in [
        (f_puzzles(P, "", r#","diagonal+":true"#), "a rule or a drawing beside plain Sudoku: diagonal+"),
        (f_puzzles(P, "", r#","killercage":[{"cells":["R1C1"]}]"#), "beside plain Sudoku: killercage"),
        (first(r#","region":4}"#), "irregular boxes"),
        (first(r#","region":"four"}"#), "irregular boxes"),
        (f_puzzles(&".".repeat(36), "", ""), "not of a 4x4, 9x9"),
        (compressed(r#"{"grid":[[{}],[{}]]}"#), "not of a 4x4, 9x9"),
        (compressed(r#"{"grid":[]}"#), "not of a 4x4, 9x9"),
        (compressed(r#"{"grid":5}"#), "damaged or cut"),
        (compressed(r#"{"size":9}"#), "damaged or cut"),
        (compressed("[]"), "damaged or cut"),
        (compressed("text"), "damaged or cut"),
        (compressed(&"[".repeat(9999)), "damaged or cut"),
        (compressed(&"{a:".repeat(9999)), "damaged or cut"),
        (compressed(&load.replacen('5', "10", 1)), "damaged or cut"),
        (compressed(&load.replacen('5', "1.5", 1)), "damaged or cut"),
        ("x".into(), "damaged or cut"),
    ] {
        refuses(&link(&load), reason);
    }
}

#[test]
fn packed_and_hidden_digits_are_read() {
    // A digit, and ten for each open cell after it.
    let mut numbers: Vec<u8> = Vec::new();
    for byte in HARD.bytes() {
        match numbers.last_mut() {
            Some(last) if byte == b'0' && *last < 50 => *last += 10,
            _ => numbers.push(byte - b'0'),
        }
    }
    let letter =
        |number: u8| char::from(number + [48, 55, 61][usize::from(number > 9) + usize::from(number > 35)]);
    let packed: String = numbers.into_iter().map(letter).collect();
    let two = |number: u32, base| {
        [number / base, number % base].map(|digit| char::from_digit(digit, base).unwrap())
    };
    let digits = || HARD.chars().map(|digit| digit.to_digit(10).unwrap());
    let today: String = digits().flat_map(|digit| two(digit, 36)).collect();
    let earlier: String =
        digits().flat_map(|digit| two(if digit == 0 { 1022 } else { 1 << digit | 1 }, 32)).collect();
    let hard = HARD.replace('0', ".");
    let dots = P.replace('.', "%2E");
    let rows: Vec<&str> = (0..9).map(|row| &P[9 * row..9 * row + 9]).collect();
    for (line, expected) in [
        (format!("https://sudokupad.app/scf{packed}"), &hard[..]),
        (format!("https://sudokupad.app/classic{packed}"), &hard),
        (format!("https://sudokuexchange.com/play/?s={packed}&d=3"), &hard),
        (format!("sudokuwiki.org/sudoku.htm?bd=S9B{today}"), &hard),
        (format!("https://www.sudokuwiki.org/sudoku.htm?bd={earlier}"), &hard),
        (format!("https://unknown.example/play?p={dots}"), P),
        (format!("https://unknown.example/{dots}/x"), P),
        (format!("https://unknown.example/?to=https%3A%2F%2Fsudokuwiki.org%2Fsudoku.htm%3Fbd%3D{P}"), P),
        (format!("https://unknown.example/#{}", rows.join("%0A")), P),
    ] {
        assert_eq!(found(&line), Some(Ok(expected.into())), "{line}");
    }
    // Clues from 1, solved cells from 10, candidates from 19, in base 36.
    let marks = "S9B9e9e06030204080a0e08050o0f090a0s0g0u0s0w0a070h0e7o8m1i857p04820c0706087o030h82820f0b0a0d\
        077o0607040a0h030e7o987w840a0g038a8i0h9u9i860h040f8202011n0r08020509071i1q";
    let masks = found(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={marks}")).unwrap().unwrap();
    assert_eq!(&masks[..54], "......7.9......7.9.....6.....3.......2..........4.....");
    assert_eq!(&masks[81..108], ".......8.....5.....23......");
}

#[test]
fn a_name_of_a_server_is_refused_and_other_links_are_none() {
    for (line, site) in [
        ("https://sudokupad.app/abc123", "sudokupad.app"),
        ("try sudokupad.app/pdyxs/whispers-in-the-mist.", "sudokupad.app"),
        ("https://beta.sudokupad.app/fpuzzlesyhkyz63b", "sudokupad.app"),
        ("https://sudokupad.app/?puzzleid=j4hq2", "sudokupad.app"),
        ("https://app.crackingthecryptic.com/sudoku/abc", "app.crackingthecryptic.com"),
        ("https://f-puzzles.com/?id=y4jgxq3k", "f-puzzles.com"),
        ("https://tinyurl.com/3fs8d3p", "tinyurl.com"),
        ("https://sudoku.coach/en/play/abc12", "sudoku.coach"),
        ("https://www.websudoku.com/?level=4&set_id=123456", "websudoku.com"),
    ] {
        refuses(line, &format!("only the server of {site} knows this puzzle: export the digits"));
    }
    for line in [
        "",
        "/",
        "//",
        "://",
        "https://",
        "1/2/2020",
        "and/or",
        "a.b/c?=&#%",
        "sudokupad.app",
        "https://sudokupad.app",
        "https://sudokupad.app/",
        "https://notsudokupad.app/abc123",
        "https://f-puzzles.com/",
        "https://sudoku.coach/en/learn/x-wing",
        "www.sudokuwiki.org/sudoku.htm",
        "https://www.sudokuwiki.org/X_Wing_Strategy",
        "https://github.com/x/y?id=5",
        "https://example.com/?load=abc",
        "https://example.com/a%20b%2Fc",
        "53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8..79",
    ] {
        assert_eq!(found(line), None, "{line}");
    }
    for digits in [P, HARD] {
        for link in ["https://sudokupad.app/", "www.sudokuwiki.org/sudoku.htm?bd=", "sudoku.coach/en/play/"] {
            assert_eq!(found(&format!("{link}{digits} and tinyurl")), None);
        }
    }
    for (line, reason) in [
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B0106", "not of a plain 9x9 puzzle"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=J9B0106030507087o", "not of a plain 9x9 puzzle"),
        (&format!("https://sudokupad.app/scl{}", compressed(P)), "in its own way: export the digits"),
        ("https://sudokupad.app/scf8000000036", "expected 81 cells, found 10"),
    ] {
        refuses(line, reason);
    }
}

/// A short payload is a name that only the server knows.
#[test]
fn payloads_are_longer_than_names() {
    for (prefix, longest, packed) in [
        ("sudokupad.app/fpuzzles", 20, "damaged or cut"),
        ("sudokupad.app/fpuz", 20, "damaged or cut"),
        ("sudokupad.app/scf", 9, "damaged or cut"),
        ("app.crackingthecryptic.com/classic", 9, "damaged or cut"),
        ("sudokupad.app/scl", 40, "in its own way"),
        ("sudokupad.app/ctc", 40, "in its own way"),
    ] {
        for (length, reason) in [(1, "only the server"), (longest, "only the server"), (longest + 1, packed)]
        {
            refuses(&format!("https://{prefix}{}", "1".repeat(length)), reason);
        }
    }
}

/// A puzzle may be deep in a path, but not below 16 parts.
#[test]
fn puzzles_in_deep_paths() {
    for depth in 0..20 {
        let link = format!("https://example.com/{}fpuzzles{}", "a/".repeat(depth), f_puzzles(P, "", ""));
        assert_eq!(found(&link), (depth < 16).then_some(Ok(P.into())), "{link}");
    }
}

#[test]
fn damaged_links_never_panic() {
    let mut random = fastrand::Rng::with_seed(38);
    let lines = PASTED
        .map(|(line, _)| line.to_owned())
        .into_iter()
        .chain(["https://sudokupad.app/scf8n0360a7e9".into()]);
    for line in lines {
        for end in 0..line.len() {
            found(&line[..end]);
            let mut damaged = line.clone().into_bytes();
            damaged[end] = random.u8(32..127);
            found(&String::from_utf8(damaged).unwrap());
        }
    }
    // In the time of one line, however long.
    for piece in
        ["https://f-puzzles.com/?load=N4I ", "a.b/", "/", "%", "://", "sudokupad.app/scl", "?load=N4I/"]
    {
        found(&piece.repeat(LINE_MAX / piece.len()));
    }
}

/// A link that cannot be read is an error alone and among lines, and is left out beside a drawn board; digits on its
/// line are the puzzle.
#[test]
fn links_that_only_a_server_knows_beside_boards() {
    let format = InputFormat::default();
    let drawn = rows(HARD).join("\n");
    for link in ["https://sudokupad.app/abc123", "sudokupad.app/abc123", "https://f-puzzles.com/?id=ycx4z"] {
        assert!(parsed(link, &format)[0].contains("export the digits"), "{link}");
        assert_eq!(parsed(&format!("{HARD}\n{link}\n{HARD}\n"), &format).len(), 3, "{link}");
        assert_hard_grids(1, &format!("{drawn}\n\nSource: {link}\n"), &format);
        assert_hard_grids(1, &format!("17,{HARD},{link}\n"), &format);
        assert_hard_grids(1, &format!("{link} {HARD}\n"), &format);
    }
}
