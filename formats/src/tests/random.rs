//! Properties of random texts.

use super::*;

/// Returns a text of random pieces of all formats.
fn random_text(random: &mut fastrand::Rng) -> Vec<u8> {
    const SCRAPS: [&str; 63] = [
        "\n",
        "\n",
        "\n",
        "\r\n",
        " ",
        ",",
        "\t",
        "-",
        ".",
        "0",
        "5",
        "A",
        "x",
        "|",
        "#",
        "\"",
        "[Puzzle]\n",
        "[State]\n",
        "puzzle,solution\n",
        "id,puzzle\n",
        "---------\n",
        "-3--7----\n",
        "---+---+---\n",
        "*-----------*\n",
        "8,,,,,,,,\n",
        "1 23 4 5 6 789 8 9 1\n",
        "16 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1\n",
        "123456789\n",
        "1234\n",
        "1234341221434321",
        "┌───┬───┐\n",
        "│ 1 2 3 │",
        "Grid 01\n",
        "\u{feff}",
        "ü",
        "123456789ABCDEFG\n",
        "a,b\n",
        ";",
        "?",
        "2 ",
        "{\"puzzle\":\"",
        "{\"a\":1,\"puzzle\":[\"1234\",",
        "\"}\n",
        "{",
        "[",
        "]}\n",
        "| 1 2   |   3   |       |\n",
        "|       |       |       |\n",
        "·",
        ",\"",
        "{\"puzzles\": [\n  ",
        "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,0]]",
        "[0,0,0,0,0,0,0,0,0]\n",
        "},\n",
        "]}",
        "]",
        "\"solution\": ",
        "\"a\": [",
        "[\n",
        "null",
        "\\",
        ": ",
        "\"\n",
    ];
    let mut text = Vec::new();
    for _ in 0..random.usize(..60) {
        match random.usize(..12) {
            0 => text.extend(HARD.replace('0', ["0", ".", "-", "x"][random.usize(..4)]).bytes()),
            1 => text.extend(SOLUTION.bytes()),
            2 => text.extend("123456789\n".repeat(9).bytes()),
            3 => text.extend((0..random.usize(..20)).map(|_| random.usize(..256) as u8)),
            4 => text.extend(&HARD.as_bytes()[..random.usize(..81)]),
            5 => text.extend(format!("\"{HARD}\",").bytes()),
            6 => text.extend(
                format!("{{\"puzzle\":\"{HARD}\"}}{}", [",", "\n", ",\n", ""][random.usize(..4)]).bytes(),
            ),
            _ => text.extend(SCRAPS[random.usize(..SCRAPS.len())].bytes()),
        }
    }
    text
}

#[test]
fn entries_do_not_depend_on_the_pieces() {
    let mut random = fastrand::Rng::with_seed(13);
    for round in 0..3000 {
        let text = random_text(&mut random);
        // A tree that is longer than what is visited as a whole.
        let text = match round % 100 {
            0 => [&b"{\"puzzles\": [\n"[..], &format!("\"{HARD}\",\n").repeat(400).into_bytes(), &text]
                .concat(),
            _ => text,
        };
        let format = match round % 4 {
            0 => named(FormatName::ALL[random.usize(..FormatName::ALL.len())]),
            1 => InputFormat { field: Some(Field::Number(1 + random.usize(..3))), ..InputFormat::default() },
            _ => InputFormat::default(),
        };
        let whole = split_all(&text, &format);
        let mut splitter = Splitter::new(&format);
        let (mut found, mut start, mut end, mut line) = (Vec::new(), 0, 0, 0);
        loop {
            let last = end == text.len();
            let mut entries = Vec::new();
            let position = splitter.split(&text[start..end], last, &mut entries);
            found.extend(
                entries
                    .iter()
                    .map(|entry| (entry.range().start + start, entry.line + line, entry.kind.size())),
            );
            start += position.bytes;
            line += position.lines;
            if last {
                break;
            }
            end = (end + 1 + random.usize(..200)).min(text.len());
            if position.within_line {
                let rest = text[start..].iter().position(|&byte| byte == b'\n');
                start = rest.map_or(text.len(), |rest| start + rest + 1);
                line += u32::from(rest.is_some());
                end = end.max(start);
            }
        }
        let expected: Vec<_> =
            whole.iter().map(|entry| (entry.range().start, entry.line, entry.kind.size())).collect();
        assert_eq!(found, expected, "{:?} of {:?}", String::from_utf8_lossy(&text), format);
        for entry in &whole {
            let _ = read(entry, &text, &format);
            let _ = given_solutions(entry, &text, splitter.columns(), &format);
        }
    }
}

/// The splitter looks ahead by at most a board, so it scans each byte a bounded number of times.
#[test]
fn splitting_takes_linear_time() {
    for line in [
        "---------",
        "----\n---------",
        "\"\"\"",
        ",",
        "1",
        "1 2 3 4 5 6 7 8 9",
        "a,b",
        "[Puzzle]",
        "1234341221434321",
        "│",
        "{\"a\":1}",
        "{",
        "[",
        "|   |   |   |",
        "| 1 |   |   |",
        "1,\"",
        "1,\"\"\"",
    ] {
        let text = format!("{line}\n").repeat(40_000 / (line.len() + 1));
        lines::scanned::take();
        split_all(text.as_bytes(), &InputFormat::default());
        let scanned = lines::scanned::take();
        assert!(scanned < 20 * text.len(), "{line}: {scanned} bytes");
        // The same in a table.
        let text = format!("puzzle,b\n{text}");
        lines::scanned::take();
        split_all(text.as_bytes(), &InputFormat::default());
        let scanned = lines::scanned::take();
        assert!(scanned < 40 * text.len(), "{line} in a table: {scanned} bytes");
        // One line.
        let text = format!("puzzle,b\n{}\n", line.repeat(LINE_MAX / line.len() - 1));
        let entries = split_all(text.as_bytes(), &InputFormat::default());
        assert!(entries.len() <= 1 || line.contains('\n'));
    }
}
