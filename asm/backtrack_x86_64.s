# The branchless backtracking loop for x86-64 with BMI1.
#
#   struct reached { struct open_cell *position; uint64_t steps_left; };
#
#   struct reached backtrack(struct open_cell *position,
#                            uint32_t *free,
#                            uint64_t steps_left);
#
# System V calling convention on every system. Visits open cells one after another from `position`, until the search
# leaves the packed array at either end or has made `steps_left` visits. Returns the position and the visits left.
# Another call with the returned position continues the search.
#
# The data, set up in src/backtrack/:
#
#   open_cell   32 bytes, one for each open cell, in the order of the search. The names of the field offsets
#               are defined below:
#      u32  remaining        candidates not tried yet, given the digits placed before this cell
#      u32  next_free        free set of the next cell, given the same digits
#      u32  second_free      free set of the cell after that, given the same digits
#      u8   row              index of the cell's row in `free`
#      u8   column           index of its column
#      u8   box              index of its box
#      u32  tried            the digit in the cell, 0 for none
#      u32  next_is_peer     all ones if the next cell is a peer of this one, else 0
#      u32  second_is_peer   the same for the cell after that
#
#   free        one u32 for each row, column and box: the digits that it lacks
#
#   A digit is a bit, from bit 0 on; 25 of them fit, and the code does not depend on the board size. One
#   record before the first open cell and three after the last one are guards. Bit 31, which is no digit, is
#   set in the `remaining` of the guard before and in the mask of the guards after. So bit 31 in a free set
#   means that the search has left the array at one of its ends.
#
# A visit. Going forward, the free set of the next cell is the set read ahead for it, without the digit just placed if
# the two cells are peers. Going back, it is the set stored in the previous cell. So no visit waits for the masks of its
# own cell: they were read when the search was three cells away, and the two digits picked since then have been removed
# in registers. Both outcomes are computed, and conditional moves select one; no branch depends on the direction.
#
# Chains of dependent instructions, in cycles of a core with a latency of 5 cycles from load to use and from store to
# load:
#   - from the candidates to the position, then through next_is_peer of the cell reached:
#     blsi, cmp, cmov, load, and, andn, cmov: 11 in two visits;
#   - from the candidates to the masks, and back through the sets read ahead:
#     blsi, xor, xor into memory, load, and, cmov, andn, cmov, andn, cmov: 14 in three visits;
#   - the mask of a unit that consecutive cells share, read, changed and stored: 6 per visit, for the row in a
#     row-by-row search.
#
# The order of a visit's memory accesses was measured on Zen 3: the masks change first, and even before that, the
# candidates left in the previous cell are loaded. Together these save 2.9 of 14.2 cycles per step. Apparently a load
# that is predicted to forward from a store waits until all earlier stores have their addresses. The loads from the
# previous cell are such loads, and the addresses of the masks come late: one more `lea` for each of them costs two more
# cycles per step. ladder/README.md lists the other experiments.
#
# On Intel's cores: 46 micro-operations, among them 18 loads and 7 stores. A load that is an operand of `and`
# or `cmov` is counted together with it. `xor [base + index], register` counts as four (load, xor, store
# address, store data); with a single register as the address it would count as two, and the total would be 40.
#
# Registers, by the names of the macro's arguments. rbx, rbp and r12 are callee-saved, so they are saved here.
#
#   rdi        position       the open cell being visited
#   rsi        free           the masks
#   rdx        steps_left     visits left
#   eax        candidates     candidates left in this cell; 0: go back
#   ecx        next           free set of the next cell, given the digits before this one
#   ebx        second         free set of the cell after that, given the same digits
#   ebp        placed         the digit in this cell on arrival; 0 on the way forward
#   r8d        pick           the digit placed now, 0 for none
#   r9d, r9    scratch        used within one paragraph at a time, like the next four
#   r9         back           the previous cell
#   r9         row            index of a row in the masks
#   r10        column         index of a column
#   r11        box            index of a box
#   r12d       left           candidates left in the previous cell

# The fields of an open cell and its size. A test compares them with the Rust struct.
    .set    .Lremaining, 0
    .set    .Lnext_free, 4
    .set    .Lsecond_free, 8
    .set    .Lrow, 16
    .set    .Lcolumn, 17
    .set    .Lbox, 18
    .set    .Ltried, 20
    .set    .Lnext_is_peer, 24
    .set    .Lsecond_is_peer, 28
    .set    .Lopen_cell, 32

.macro lanedoku_backtrack position=rdi, free=rsi, steps_left=rdx, candidates=eax, next=ecx, second=ebx, placed=ebp, pick=r8d, scratch=r9d, back=r9, row=r9, column=r10, box=r11, left=r12d

    .cfi_startproc
    endbr64
    push    rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset rbx, 0
    push    rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset rbp, 0
    push    r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset r12, 0

    # Continue the search at its position. Beyond an end of the array, or without visits left, there is nothing to do.
    mov     \candidates, [\position + .Lremaining]
    mov     \next, [\position + .Lnext_free]
    mov     \second, [\position + .Lsecond_free]
    mov     \placed, [\position + .Ltried]
    test    \candidates, \candidates
    js      2f
    test    \steps_left, \steps_left
    jz      2f

    .p2align 6
1:
    # The candidates left in the previous cell, loaded before this visit stores anything.
    mov     \left, [\position - .Lopen_cell + .Lremaining]

    # Pick the lowest candidate, or none.
    blsi    \pick, \candidates

    # In the row, column and box of this cell, the digit placed here becomes free and the pick is taken.
    xor     \placed, \pick
    movzx   \row, byte ptr [\position + .Lrow]
    movzx   \column, byte ptr [\position + .Lcolumn]
    movzx   \box, byte ptr [\position + .Lbox]
    xor     [\free + 4*\row], \placed
    xor     [\free + 4*\column], \placed
    xor     [\free + 4*\box], \placed

    # Keep the other candidates and the look-ahead in the cell, for the way back.
    blsr    \scratch, \candidates
    mov     [\position + .Lremaining], \scratch
    mov     [\position + .Lnext_free], \next
    mov     [\position + .Lsecond_free], \second
    mov     [\position + .Ltried], \pick

    # Forward: the pick is not free in the next two cells if they are peers.
    mov     \scratch, [\position + .Lnext_is_peer]
    and     \scratch, \pick
    andn    \candidates, \scratch, \next
    mov     \scratch, [\position + .Lsecond_is_peer]
    and     \scratch, \pick
    andn    \next, \scratch, \second

    # Forward: read ahead the free set of the third cell from here.
    movzx   \row, byte ptr [\position + 3*.Lopen_cell + .Lrow]
    movzx   \column, byte ptr [\position + 3*.Lopen_cell + .Lcolumn]
    movzx   \box, byte ptr [\position + 3*.Lopen_cell + .Lbox]
    mov     \second, [\free + 4*\column]
    and     \second, [\free + 4*\box]
    and     \second, [\free + 4*\row]
    mov     \placed, 0

    # If nothing was picked, take everything from the previous cell instead, and go there.
    lea     \back, [\position - .Lopen_cell]
    cmp     \pick, 1
    cmovc   \candidates, \left
    cmovc   \next, [\position - .Lopen_cell + .Lnext_free]
    cmovc   \second, [\position - .Lopen_cell + .Lsecond_free]
    cmovc   \placed, [\position - .Lopen_cell + .Ltried]
    lea     \position, [\position + .Lopen_cell]
    cmovc   \position, \back

    # Out of steps, or beyond either end of the array.
    dec     \steps_left
    jz      2f
    test    \candidates, \candidates
    jns     1b

2:
    # Store the values that the next call needs in the cell. (`placed` is already there.)
    mov     [\position + .Lremaining], \candidates
    mov     [\position + .Lnext_free], \next
    mov     [\position + .Lsecond_free], \second
    mov     rax, \position

    pop     r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore r12
    pop     rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore rbp
    pop     rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore rbx
    ret
    .cfi_endproc
.endm

    lanedoku_backtrack
    .purgem lanedoku_backtrack
