# V8: up to seven puzzles in one branchless loop, x86-64 with BMI1.
#
#   struct stop {{ uint64_t slot; uint64_t rounds_left; }};
#
#   struct stop interleaved(struct slot slots[COUNT], uint64_t offsets[7], uint64_t rounds);
#
# System V calling convention on every system; one such function for each COUNT from 1 to 7.
#
# One step of a puzzle is a chain of loads, ANDs and stores, and the next step of the same puzzle waits
# for it: about 17 cycles. A core that issues six operations a cycle could issue about 100 in that time, but the
# step has only 21. Here
# the steps of several puzzles are interleaved, so the core works on the others while one waits. Every
# puzzle takes the same steps as alone.
#
# The data, set up in src/branchless/v8.rs:
#
#   slot        one puzzle with at least one open cell, slot_bytes after the one before:
#      tried             u32 x 81   the bit each open cell tried last, or 1 for none
#      row, column, box  u64 x 81 each, the addresses of the cell's three masks
#      masks             u32 each, in the same slot: the digits that are free, bit 1 for digit 1;
#                        bit 0 is unused and may change
#   Open cells are stored backward, the first to be filled at the highest index, so that forward is
#   towards index 0. Every index above the first cell, up to 80, must lead to a mask without digits.
#
#   offsets     4 times the index of the cell that each slot visits next, 0 to 320. All seven are read
#               and written back; those from COUNT on pass through.
#   rounds      at least 1. A round is one step of every slot, slot 0 first.
#
# Returns in two cases. A slot has left its cells: the loop returns right after that slot's step; `slot` is
# its number, its offset is -4 (solved) or 324 (no solution), and the slots after it have not stepped in the
# round that `rounds_left` still counts. Or all rounds are done: `slot` is COUNT, and `rounds_left` is 0.
#
# No branch depends on the direction; there is one branch a puzzle and one a round. All data are reached
# from `slots`, by constants, or by the addresses in the slot, so the code is position-independent. The
# masks have full addresses, not indices, because the core splits `xor [base + index], register` into four operations
# and `xor [address], register` into two.
#
# Registers, by the names of the macro arguments. The caller's registers are saved on the stack. The rounds
# left are also on the stack, because the seventh slot uses the last register.
#
#   slots          the slots
#   offset         of each slot: rdi, r8, r9, r10, r11, r12, r14
#   row            address of the mask of the visited cell's row
#   column, box    the same of its column and box
#   tried          the bit that the cell tried last
#   pick           the candidates, then the lowest of them, then the change of the masks
#   direction      -1 forward, 0 back
#   now_tried      the tried bit of the cell after the visit

# One visit to one cell: of slot number `slot`, at `offset`.
.macro ladder_visit slot, offset, finished, slots=r15, row=rax, column=rcx, box=rdx, tried=esi, pick=ebx, wide_pick=rbx, direction=r13, now_tried=ebp
    # The masks of the cell, and its tried bit.
    mov     \row, [\slots + 2*\offset + {slot_bytes}*\slot + {row}]
    mov     \column, [\slots + 2*\offset + {slot_bytes}*\slot + {column}]
    mov     \box, [\slots + 2*\offset + {slot_bytes}*\slot + {box}]
    mov     \tried, [\slots + \offset + {slot_bytes}*\slot + {tried}]

    # Candidates: free in row, column and box, and above the tried bit. The tried bit is not free in its
    # own units, which does not matter, because it is masked out.
    blsmsk  \pick, \tried
    andn    \pick, \pick, [\row]
    and     \pick, [\column]
    and     \pick, [\box]

    # Pick the lowest. The carry is set if there is one, and gives the direction.
    blsi    \pick, \pick
    sbb     \direction, \direction

    # Store the pick as tried; going back, store 1, for none. With a pick this is pick - 1 + 1, without
    # one 0 + 0 + 1.
    lea     \now_tried, [\wide_pick + \direction + 1]
    mov     [\slots + \offset + {slot_bytes}*\slot + {tried}], \now_tried

    # In all three units the tried digit becomes free and the pick taken: one pattern, three XORs. A cell
    # that has tried none changes only the unused bit 0.
    xor     \pick, \tried
    xor     [\row], \pick
    xor     [\column], \pick
    xor     [\box], \pick

    # One cell forward, towards index 0, or one back. One unsigned comparison detects both ends.
    lea     \offset, [\offset + 8*\direction + 4]
    cmp     \offset, {end}
    jae     \finished
.endm

# Save and restore a register of the caller.
.macro ladder_save register
    push    \register
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \register, 0
.endm
.macro ladder_restore register
    pop     \register
    .cfi_adjust_cfa_offset -8
    .cfi_restore \register
.endm

    .cfi_startproc
    endbr64
    ladder_save rbx
    ladder_save rbp
    ladder_save r12
    ladder_save r13
    ladder_save r14
    ladder_save r15
    push    rsi
    .cfi_adjust_cfa_offset 8
    push    rdx
    .cfi_adjust_cfa_offset 8

    # Load the offset of every slot.
    mov     r15, rdi
    mov     rdi, [rsi]
    mov     r8, [rsi + 8]
    mov     r9, [rsi + 16]
    mov     r10, [rsi + 24]
    mov     r11, [rsi + 32]
    mov     r12, [rsi + 40]
    mov     r14, [rsi + 48]

    # Round after round, one step of every slot.
    .p2align 6
2:
    ladder_visit 0, rdi, 20f
.if {count} > 1
    ladder_visit 1, r8, 21f
.endif
.if {count} > 2
    ladder_visit 2, r9, 22f
.endif
.if {count} > 3
    ladder_visit 3, r10, 23f
.endif
.if {count} > 4
    ladder_visit 4, r11, 24f
.endif
.if {count} > 5
    ladder_visit 5, r12, 25f
.endif
.if {count} > 6
    ladder_visit 6, r14, 26f
.endif
    dec     qword ptr [rsp]
    jnz     2b

    # All rounds are done, or slot number eax has left its cells. Store the offset of every slot.
    mov     eax, {count}
3:
    pop     rdx
    .cfi_adjust_cfa_offset -8
    pop     rsi
    .cfi_adjust_cfa_offset -8
    mov     [rsi], rdi
    mov     [rsi + 8], r8
    mov     [rsi + 16], r9
    mov     [rsi + 24], r10
    mov     [rsi + 32], r11
    mov     [rsi + 40], r12
    mov     [rsi + 48], r14
    .cfi_remember_state
    ladder_restore r15
    ladder_restore r14
    ladder_restore r13
    ladder_restore r12
    ladder_restore rbp
    ladder_restore rbx
    ret

    # The slot number; `offsets` and the rounds are still on the stack here.
    .cfi_restore_state
    .cfi_adjust_cfa_offset 16
20: xor     eax, eax
    jmp     3b
21: mov     eax, 1
    jmp     3b
22: mov     eax, 2
    jmp     3b
23: mov     eax, 3
    jmp     3b
24: mov     eax, 4
    jmp     3b
25: mov     eax, 5
    jmp     3b
26: mov     eax, 6
    jmp     3b
    .cfi_endproc

    .purgem ladder_visit
    .purgem ladder_save
    .purgem ladder_restore
