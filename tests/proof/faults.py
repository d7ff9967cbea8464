"""Changes of the assembly: faults, each of which the proof must refute, and harmless ones, which it must prove.

Each is a name, the line, the lines that replace it, and which of several equal lines it is, from 0 on.
"""

FAULTS = [
    ("a call reads the wrong set", "mov     \\next, [\\position + .Lnext_free]",
     "mov     \\next, [\\position + .Lsecond_free]", 0),
    ("the call visits a guard", "js      2f", "", 0),
    ("the candidates of its own cell, not of the previous one",
     "mov     \\left, [\\position - .Lopen_cell + .Lremaining]",
     "mov     \\left, [\\position + .Lremaining]", 0),
    ("blsr for blsi", "blsi    \\pick, \\candidates", "blsr    \\pick, \\candidates", 0),
    ("the old digit is not freed", "xor     \\placed, \\pick", "mov     \\placed, \\pick", 0),
    ("the row's index for the column's", "movzx   \\column, byte ptr [\\position + .Lcolumn]",
     "movzx   \\column, byte ptr [\\position + .Lrow]", 0),
    ("the box keeps its digits", "xor     [\\free + 4*\\box], \\placed", "", 0),
    ("the candidate stays in the cell", "blsr    \\rest, \\candidates", "mov     \\rest, \\candidates", 0),
    ("the wrong digit is stored", "mov     [\\position + .Ltried], \\pick",
     "mov     [\\position + .Ltried], \\placed", 0),
    ("the peers of the wrong cell", "mov     \\scratch, [\\position + .Lnext_is_peer]",
     "mov     \\scratch, [\\position + .Lsecond_is_peer]", 0),
    ("a peer mask is missing", "andn    \\next, \\scratch, \\second", "mov     \\next, \\second", 0),
    ("the box of the second cell, not of the third", "movzx   \\third_box, byte ptr [\\position + 3*.Lopen_cell + .Lbox]",
     "movzx   \\third_box, byte ptr [\\position + 2*.Lopen_cell + .Lbox]", 0),
    ("a look-ahead of two units", "and     \\second, [\\free + 4*\\third_row]", "", 0),
    ("a mask's address with a wrong scale", "and     \\second, [\\free + 4*\\third_box]",
     "and     \\second, [\\free + 2*\\third_box]", 0),
    ("a digit in the cell reached", "mov     \\placed, 0", "", 0),
    ("the digit 1 counts as none", "cmp     \\arrived, 1", "cmp     \\arrived, 2", 0),
    ("swapped cmov of the candidates", "cmovc   \\candidates, \\left", "cmovnc  \\candidates, \\left", 0),
    ("a wrong offset", "mov     \\left_next, [\\position - .Lopen_cell + .Lnext_free]",
     "mov     \\left_next, [\\position - .Lopen_cell + .Lsecond_free]", 0),
    ("swapped cmov of the position", "cmovc   \\position, \\back", "cmovnc  \\position, \\back", 0),
    ("a cell without candidates ends the loop, a guard does not", "jns     1b", "jnz     1b", 0),
    ("a visit counts twice", "dec     \\steps_left", "sub     \\steps_left, 2", 0),
    ("the end stores the wrong set", "mov     [\\position + .Lsecond_free], \\second",
     "mov     [\\position + .Lsecond_free], \\next", 1),
]

HARMLESS = [
    ("or for xor: the pick is not the old digit", "xor     \\placed, \\pick", "or      \\placed, \\pick", 0),
    ("the candidates without the pick, by a subtraction", "blsr    \\rest, \\candidates",
     "mov     \\rest, \\candidates\n sub \\rest, 1\n and \\rest, \\candidates", 0),
]


def change(source, line, replacement, which):
    """The source with a line replaced."""
    parts = source.split(f"    {line}\n")
    if not which < len(parts) - 1:
        raise ValueError(f"the assembly has no such line: {line}")
    before, after = (f"    {line}\n".join(half) for half in [parts[: which + 1], parts[which + 1 :]])
    return f"{before}    {replacement}\n{after}"
