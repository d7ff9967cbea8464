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
#     cmp, cmov, load, and, andn, cmov: 10 in two visits;
#   - from the candidates to the masks, and back through the sets read ahead:
#     blsi, xor, xor into memory, load, and, cmov, andn, cmov, andn, cmov: 14 in three visits;
#   - the mask of a unit that consecutive cells share, read, changed and stored: 6 per visit, for the row in a
#     row-by-row search.
#
# On Zen 4, none of these is the limit, but the accesses to memory: 15 loads, 4 stores, and 3 `xor` into memory, which
# load and store. With independent addresses and nothing else, they take 8.75 cycles there (25 accesses, three a cycle:
# 8.33). The loop takes 8.6 to 9.7, depending on the order of the cells; 9.0 row by row.
#
# So the order of the instructions decides how well the accesses overlap. It was found by a random search through the
# orders with the same meaning, timed on Zen 4. The previous order, by hand, took 9.7 to 11.4. It is not tidy, and no
# rule explains it: `lea` one line later costs 6 percent. Measure on Zen before you move a line. ladder/README.md has
# the figures and the other experiments.
#
# On Intel's cores: 49 micro-operations, among them 18 loads and 7 stores. A load that is an operand of `and`
# or `cmov` is counted together with it. `xor [base + index], register` counts as four (load, xor, store
# address, store data); with a single register as the address it would count as two, and the total would be 43. This
# order has not been measured there. llvm-mca 19, which does not model how stores are forwarded to loads, estimates 10.0
# cycles for Golden Cove, as for the previous order.
#
# Registers, by the names of the macro's arguments. rbx, rbp and r12 to r15 are callee-saved, so they are saved here.
#
#   rdi        position       the open cell being visited
#   rsi        free           the masks
#   rdx        steps_left     visits left
#   eax        candidates     candidates left in this cell; 0: go back
#   ecx        next           free set of the next cell, given the digits before this one
#   ebx        second         free set of the cell after that, given the same digits
#   ebp        placed         the digit in this cell on arrival; 0 on the way forward
#   r13d       pick           the digit placed now, 0 for none
#   r11d       arrived        the candidates on arrival
#   r10d       scratch        the digit placed now, if a cell ahead is a peer
#   r12d       rest           the candidates without the pick
#   r10        row            index of this cell's row in the masks
#   r12        column         index of its column
#   r8         box            index of its box
#   r15        third_row      the same for the third cell from here
#   r13        third_column
#   r14        third_box
#   r14        back           the previous cell
#   r9d        left           candidates left in the previous cell
#   r12d       left_next      its `next`
#   r8d        left_second    its `second`

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

# A callee-saved register, with the unwind data by which debuggers and profilers find the caller. Windows has directives
# of its own, and reads the pops from the code: there, the file that includes this one sets .Lwindows.
.ifdef .Lwindows
.macro lanedoku_push register
    push    \register
    .seh_pushreg \register
.endm
.macro lanedoku_pop register
    pop     \register
.endm
.else
.macro lanedoku_push register
    push    \register
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \register, 0
.endm
.macro lanedoku_pop register
    pop     \register
    .cfi_adjust_cfa_offset -8
    .cfi_restore \register
.endm
.endif

.macro lanedoku_backtrack position=rdi, free=rsi, steps_left=rdx, candidates=eax, next=ecx, second=ebx, placed=ebp, pick=r13d, arrived=r11d, scratch=r10d, rest=r12d, row=r10, column=r12, box=r8, third_row=r15, third_column=r13, third_box=r14, back=r14, left=r9d, left_next=r12d, left_second=r8d

    .ifndef .Lwindows
    .cfi_startproc
    .endif
    endbr64
    lanedoku_push rbx
    lanedoku_push rbp
    lanedoku_push r12
    lanedoku_push r13
    lanedoku_push r14
    lanedoku_push r15
    .ifdef  .Lwindows
    .seh_endprologue
    .endif

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
    # What is known without waiting: the mask of the box and of the row, and the candidates left in the previous cell.
    movzx   \box, byte ptr [\position + .Lbox]
    mov     \left, [\position - .Lopen_cell + .Lremaining]
    movzx   \row, byte ptr [\position + .Lrow]
    mov     \arrived, \candidates

    # Keep the other candidates in the cell, for the way back. Pick the lowest candidate, or none, and keep it, too.
    blsr    \rest, \candidates
    mov     [\position + .Lremaining], \rest
    movzx   \column, byte ptr [\position + .Lcolumn]
    blsi    \pick, \candidates
    mov     [\position + .Ltried], \pick

    # In the row, column and box of this cell, the digit placed here becomes free and the pick is taken.
    xor     \placed, \pick
    xor     [\free + 4*\column], \placed
    xor     [\free + 4*\box], \placed
    xor     [\free + 4*\row], \placed

    # Forward: the pick is not free in the next two cells if they are peers. In between: keep the look-ahead in the
    # cell, load that of the previous cell, and find the masks of the third cell from here.
    mov     \scratch, [\position + .Lnext_is_peer]
    mov     \left_second, [\position - .Lopen_cell + .Lsecond_free]
    mov     [\position + .Lsecond_free], \second
    mov     \left_next, [\position - .Lopen_cell + .Lnext_free]
    and     \scratch, \pick
    andn    \candidates, \scratch, \next
    mov     \scratch, [\position + .Lsecond_is_peer]
    and     \scratch, \pick
    movzx   \third_column, byte ptr [\position + 3*.Lopen_cell + .Lcolumn]
    mov     \placed, 0
    mov     [\position + .Lnext_free], \next
    movzx   \third_box, byte ptr [\position + 3*.Lopen_cell + .Lbox]
    movzx   \third_row, byte ptr [\position + 3*.Lopen_cell + .Lrow]
    andn    \next, \scratch, \second

    # Forward: read ahead the free set of the third cell.
    mov     \second, [\free + 4*\third_column]
    and     \second, [\free + 4*\third_box]
    lea     \back, [\position - .Lopen_cell]
    and     \second, [\free + 4*\third_row]

    # If there was no candidate, take everything from the previous cell instead, and go there.
    cmp     \arrived, 1
    cmovc   \next, \left_next
    cmovc   \placed, [\position - .Lopen_cell + .Ltried]
    lea     \position, [\position + .Lopen_cell]
    cmovc   \second, \left_second
    cmovc   \position, \back
    cmovc   \candidates, \left

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

    lanedoku_pop r15
    lanedoku_pop r14
    lanedoku_pop r13
    lanedoku_pop r12
    lanedoku_pop rbp
    lanedoku_pop rbx
    ret
    .ifndef .Lwindows
    .cfi_endproc
    .endif
.endm

    lanedoku_backtrack
    .purgem lanedoku_backtrack
    .purgem lanedoku_push
    .purgem lanedoku_pop
