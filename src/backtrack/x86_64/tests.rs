//! Tests the assembly from its caller's point of view: with random values in all registers that are not arguments, and
//! with its data between inaccessible pages.

use std::arch::naked_asm;
use std::mem::offset_of;
use std::ops::Range;
use std::ptr;

use crate::testkit::puzzles::PuzzleGenerator;

use super::*;
use crate::backtrack::tests::{full_grid, layouts, set_up};
use crate::backtrack::{GUARD, assume_init, plain};
use crate::checks::TestRandom;
use crate::kernel::LoopKernel;
use crate::{Layout, Size};

/// The registers before and after a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Processor {
    rax: u64,
    rbx: u64,
    rcx: u64,
    rdx: u64,
    rsi: u64,
    rdi: u64,
    rbp: u64,
    rsp: u64,
    r8_to_r15: [u64; 8],
    flags: u64,
    mxcsr: u32,
    x87_control: u16,
    xmm: [[u64; 2]; 16],
}

#[repr(C)]
struct Call {
    before: Processor,
    after: Processor,
    function: u64,
    caller_mxcsr: u32,
    caller_x87_control: u16,
}

/// Calls `call.function` with the registers of `call.before`, except the stack pointer, and writes the registers after
/// the call to `call.after`.
///
/// # Safety
///
/// `call` must point to a [`Call`] whose function may be called with those registers. Its control words must mask all
/// floating-point exceptions; in its flags, the direction must be upward.
#[unsafe(naked)]
unsafe extern "sysv64" fn call(call: *mut Call) {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        // Save the call and its function where they can be found without a register; the function twice, for the
        // alignment.
        "push rdi",
        "push qword ptr [rdi + {function}]",
        "push qword ptr [rdi + {function}]",
        "stmxcsr [rdi + {caller_mxcsr}]",
        "fnstcw [rdi + {caller_x87_control}]",
        "ldmxcsr [rdi + {mxcsr}]",
        "fldcw [rdi + {x87_control}]",
        "movups xmm0, [rdi + {xmm} + 0]",
        "movups xmm1, [rdi + {xmm} + 16]",
        "movups xmm2, [rdi + {xmm} + 32]",
        "movups xmm3, [rdi + {xmm} + 48]",
        "movups xmm4, [rdi + {xmm} + 64]",
        "movups xmm5, [rdi + {xmm} + 80]",
        "movups xmm6, [rdi + {xmm} + 96]",
        "movups xmm7, [rdi + {xmm} + 112]",
        "movups xmm8, [rdi + {xmm} + 128]",
        "movups xmm9, [rdi + {xmm} + 144]",
        "movups xmm10, [rdi + {xmm} + 160]",
        "movups xmm11, [rdi + {xmm} + 176]",
        "movups xmm12, [rdi + {xmm} + 192]",
        "movups xmm13, [rdi + {xmm} + 208]",
        "movups xmm14, [rdi + {xmm} + 224]",
        "movups xmm15, [rdi + {xmm} + 240]",
        "mov [rdi + {rsp}], rsp",
        "push qword ptr [rdi + {flags}]",
        "popfq",
        "mov rax, [rdi + {rax}]",
        "mov rbx, [rdi + {rbx}]",
        "mov rcx, [rdi + {rcx}]",
        "mov rdx, [rdi + {rdx}]",
        "mov rsi, [rdi + {rsi}]",
        "mov rbp, [rdi + {rbp}]",
        "mov r8, [rdi + {r8} + 0]",
        "mov r9, [rdi + {r8} + 8]",
        "mov r10, [rdi + {r8} + 16]",
        "mov r11, [rdi + {r8} + 24]",
        "mov r12, [rdi + {r8} + 32]",
        "mov r13, [rdi + {r8} + 40]",
        "mov r14, [rdi + {r8} + 48]",
        "mov r15, [rdi + {r8} + 56]",
        "mov rdi, [rdi + {rdi}]",
        "call qword ptr [rsp]",
        "pushfq",
        "push rdi",
        "mov rdi, [rsp + 32]",
        "mov [rdi + {after} + {rax}], rax",
        "mov [rdi + {after} + {rbx}], rbx",
        "mov [rdi + {after} + {rcx}], rcx",
        "mov [rdi + {after} + {rdx}], rdx",
        "mov [rdi + {after} + {rsi}], rsi",
        "mov [rdi + {after} + {rbp}], rbp",
        "mov [rdi + {after} + {r8} + 0], r8",
        "mov [rdi + {after} + {r8} + 8], r9",
        "mov [rdi + {after} + {r8} + 16], r10",
        "mov [rdi + {after} + {r8} + 24], r11",
        "mov [rdi + {after} + {r8} + 32], r12",
        "mov [rdi + {after} + {r8} + 40], r13",
        "mov [rdi + {after} + {r8} + 48], r14",
        "mov [rdi + {after} + {r8} + 56], r15",
        "pop qword ptr [rdi + {after} + {rdi}]",
        "pop qword ptr [rdi + {after} + {flags}]",
        "mov [rdi + {after} + {rsp}], rsp",
        "stmxcsr [rdi + {after} + {mxcsr}]",
        "fnstcw [rdi + {after} + {x87_control}]",
        "movups [rdi + {after} + {xmm} + 0], xmm0",
        "movups [rdi + {after} + {xmm} + 16], xmm1",
        "movups [rdi + {after} + {xmm} + 32], xmm2",
        "movups [rdi + {after} + {xmm} + 48], xmm3",
        "movups [rdi + {after} + {xmm} + 64], xmm4",
        "movups [rdi + {after} + {xmm} + 80], xmm5",
        "movups [rdi + {after} + {xmm} + 96], xmm6",
        "movups [rdi + {after} + {xmm} + 112], xmm7",
        "movups [rdi + {after} + {xmm} + 128], xmm8",
        "movups [rdi + {after} + {xmm} + 144], xmm9",
        "movups [rdi + {after} + {xmm} + 160], xmm10",
        "movups [rdi + {after} + {xmm} + 176], xmm11",
        "movups [rdi + {after} + {xmm} + 192], xmm12",
        "movups [rdi + {after} + {xmm} + 208], xmm13",
        "movups [rdi + {after} + {xmm} + 224], xmm14",
        "movups [rdi + {after} + {xmm} + 240], xmm15",
        "cld",
        "ldmxcsr [rdi + {caller_mxcsr}]",
        "fldcw [rdi + {caller_x87_control}]",
        "add rsp, 24",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
        after = const offset_of!(Call, after),
        function = const offset_of!(Call, function),
        caller_mxcsr = const offset_of!(Call, caller_mxcsr),
        caller_x87_control = const offset_of!(Call, caller_x87_control),
        rax = const offset_of!(Processor, rax),
        rbx = const offset_of!(Processor, rbx),
        rcx = const offset_of!(Processor, rcx),
        rdx = const offset_of!(Processor, rdx),
        rsi = const offset_of!(Processor, rsi),
        rdi = const offset_of!(Processor, rdi),
        rbp = const offset_of!(Processor, rbp),
        rsp = const offset_of!(Processor, rsp),
        r8 = const offset_of!(Processor, r8_to_r15),
        flags = const offset_of!(Processor, flags),
        mxcsr = const offset_of!(Processor, mxcsr),
        x87_control = const offset_of!(Processor, x87_control),
        xmm = const offset_of!(Processor, xmm),
    )
}

// The assembly uses the offsets of fields of `before` as offsets in the call.
const _: () = assert!(offset_of!(Call, before) == 0);

/// Carry, parity, adjust, zero, sign, overflow: may have any value at a call.
const STATUS_FLAGS: u64 = 0x8d5;
/// The direction of string instructions, and the alignment check.
const CONTROL_FLAGS: u64 = 1 << 10 | 1 << 18;

impl Processor {
    fn random(random: &mut TestRandom) -> Self {
        let mut bits = || random.bits();
        Processor {
            rax: bits(),
            rbx: bits(),
            rcx: bits(),
            rdx: bits(),
            rsi: bits(),
            rdi: bits(),
            rbp: bits(),
            rsp: 0,
            r8_to_r15: [(); 8].map(|()| bits()),
            flags: 0x202 | bits() & STATUS_FLAGS,
            // All exceptions masked; random rounding, flush-to-zero and denormals-are-zero.
            mxcsr: 0x1f80 | bits() as u32 & 0xe040,
            // Also random precision.
            x87_control: [0x037f, 0x077f, 0x0b7f, 0x0f7f, 0x007f, 0x027f][bits() as usize % 6],
            xmm: [(); 16].map(|()| [bits(), bits()]),
        }
    }

    /// Asserts that the callee-saved registers are unchanged, and the vector registers, too: the loop guarantees this
    /// in addition to the calling convention.
    fn assert_kept(&self, before: &Self) {
        let kept = |processor: &Self| {
            let Processor { rbx, rbp, rsp, r8_to_r15, mxcsr, x87_control, xmm, .. } = *processor;
            let [_, _, _, _, kept @ ..] = r8_to_r15;
            (rbx, rbp, rsp, kept, mxcsr, x87_control, xmm)
        };
        assert_eq!(kept(self), kept(before));
        assert_eq!(self.flags & CONTROL_FLAGS, before.flags & CONTROL_FLAGS);
    }
}

/// Pages with random bytes, between two inaccessible ones.
struct Pages {
    start: *mut u8,
    len: usize,
    page: usize,
}

impl Pages {
    fn new(bytes: usize, random: &mut TestRandom) -> Self {
        let page = system::page();
        let len = bytes.next_multiple_of(page);
        let start = system::map(len + 2 * page).wrapping_add(page);
        // SAFETY: the pages between the first and the last of these.
        unsafe { system::make_writable(start, len) };
        let pages = Pages { start, len, page };
        for byte in 0..len {
            // SAFETY: within the writable pages.
            unsafe { start.add(byte).write(random.bits() as u8) };
        }
        pages
    }

    /// Returns the address of `bytes` bytes at one end of the pages.
    fn place(&self, bytes: usize, at_the_end: bool) -> *mut u8 {
        assert!(bytes <= self.len);
        self.start.wrapping_add(if at_the_end { self.len - bytes } else { 0 })
    }

    fn bytes(&self) -> Vec<u8> {
        // SAFETY: all of these bytes are initialized, and nothing writes to them now.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }.to_vec()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let first = self.start.wrapping_sub(self.page);
        // SAFETY: unmaps exactly the pages that `new` mapped, to which no reference is left.
        unsafe { system::unmap(first, self.len + 2 * self.page) };
    }
}

/// Pages of memory from the system.
#[cfg(unix)]
mod system {
    use std::ptr;

    pub fn page() -> usize {
        // SAFETY: only returns a number.
        unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
    }

    /// Returns new pages, all inaccessible.
    pub fn map(bytes: usize) -> *mut u8 {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        // SAFETY: maps new pages at any address.
        let first = unsafe { libc::mmap(ptr::null_mut(), bytes, libc::PROT_NONE, flags, -1, 0) };
        assert_ne!(first, libc::MAP_FAILED);
        first.cast()
    }

    /// # Safety
    ///
    /// The pages must come from `map`.
    pub unsafe fn make_writable(start: *mut u8, bytes: usize) {
        // SAFETY: the caller guarantees it.
        assert_eq!(unsafe { libc::mprotect(start.cast(), bytes, libc::PROT_READ | libc::PROT_WRITE) }, 0);
    }

    /// # Safety
    ///
    /// The pages must be all those of one call of `map`, and no longer in use.
    pub unsafe fn unmap(first: *mut u8, bytes: usize) {
        // SAFETY: the caller guarantees it.
        assert_eq!(unsafe { libc::munmap(first.cast(), bytes) }, 0);
    }
}

#[cfg(windows)]
mod system {
    use std::ptr;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn VirtualAlloc(address: *mut u8, bytes: usize, kind: u32, protection: u32) -> *mut u8;
        fn VirtualProtect(address: *mut u8, bytes: usize, protection: u32, before: *mut u32) -> i32;
        fn VirtualFree(address: *mut u8, bytes: usize, kind: u32) -> i32;
    }
    const COMMIT_AND_RESERVE: u32 = 0x3000;
    const RELEASE: u32 = 0x8000;
    const NO_ACCESS: u32 = 1;
    const READ_WRITE: u32 = 4;

    pub fn page() -> usize {
        4096
    }

    /// Returns new pages, all inaccessible.
    pub fn map(bytes: usize) -> *mut u8 {
        // SAFETY: allocates new pages at any address.
        let first = unsafe { VirtualAlloc(ptr::null_mut(), bytes, COMMIT_AND_RESERVE, NO_ACCESS) };
        assert!(!first.is_null());
        first
    }

    /// # Safety
    ///
    /// The pages must come from `map`.
    pub unsafe fn make_writable(start: *mut u8, bytes: usize) {
        let mut before = 0;
        // SAFETY: the caller guarantees it.
        assert_ne!(unsafe { VirtualProtect(start, bytes, READ_WRITE, &mut before) }, 0);
    }

    /// # Safety
    ///
    /// The pages must be all those of one call of `map`, and no longer in use.
    pub unsafe fn unmap(first: *mut u8, _bytes: usize) {
        // SAFETY: the caller guarantees it.
        assert_ne!(unsafe { VirtualFree(first, 0, RELEASE) }, 0);
    }
}

/// From every instruction that changes the stack, the system finds the caller and the registers that it had.
#[cfg(windows)]
#[test]
fn windows_unwinds_the_function() {
    #[link(name = "ntdll")]
    unsafe extern "system" {
        fn RtlLookupFunctionEntry(pc: u64, base: *mut u64, history: *mut u8) -> *const [u32; 3];
        fn RtlVirtualUnwind(
            handler: u32,
            base: u64,
            pc: u64,
            entry: *const [u32; 3],
            context: *mut ThreadContext,
            data: *mut *mut u8,
            frame: *mut u64,
            pointers: *mut u8,
        ) -> *const u8;
    }
    /// The structure `CONTEXT` as words of 64 bits.
    #[repr(C, align(16))]
    struct ThreadContext([u64; 154]);
    // The words of these registers in it.
    let [rbx, rsp, rbp, r12, r13, r14, r15, rip] = [18, 19, 20, 27, 28, 29, 30, 31];
    // From the top of the stack: what was pushed last comes first. Each value is not that of another register.
    let pushes = [(r15, 115), (r14, 114), (r13, 113), (r12, 112), (rbp, 105), (rbx, 102)];

    let start = backtrack as *const () as u64;
    let mut base = 0;
    // SAFETY: the base is written; the history may be NULL.
    let entry = unsafe { RtlLookupFunctionEntry(start, &mut base, ptr::null_mut()) };
    assert!(!entry.is_null(), "no unwind data");
    // SAFETY: the system returned an entry.
    let [first, end, _] = unsafe { *entry };
    assert_eq!(base + u64::from(first), start);
    let end = base + u64::from(end);
    // After endbr64, the pushes: rbx and rbp in a byte each, the others in two; before the end, the pops and ret.
    let pushed_at = [(0, 0), (4, 0), (5, 1), (6, 2), (8, 3), (10, 4), (12, 5), (14, 6), (64, 6)];
    let pushed_before_end = [(14, 6), (11, 6), (9, 5), (7, 4), (5, 3), (3, 2), (2, 1), (1, 0)];
    let places = pushed_at.map(|(offset, pushed)| (start + offset, pushed)).into_iter();
    let places = places.chain(pushed_before_end.map(|(offset, pushed)| (end - offset, pushed)));
    for (pc, pushed) in places {
        let saved = &pushes[pushes.len() - pushed..];
        let mut stack: Vec<u64> = saved.iter().map(|&(_, value)| value).collect();
        // The return address.
        stack.extend([start + 1, 0, 0]);
        let mut context = ThreadContext([0; 154]);
        context.0[rip] = pc;
        context.0[rsp] = stack.as_ptr().addr() as u64;
        let (mut data, mut frame) = (ptr::null_mut(), 0);
        // SAFETY: the entry is that of the function in which `pc` lies, and the stack pointer is that of a stack.
        unsafe {
            RtlVirtualUnwind(0, base, pc, entry, &mut context, &mut data, &mut frame, ptr::null_mut());
        }
        let returned = stack.as_ptr().wrapping_add(pushed + 1).addr() as u64;
        assert_eq!((context.0[rip], context.0[rsp]), (start + 1, returned), "at +{}", pc - start);
        for (register, value) in pushes {
            let expected = if saved.contains(&(register, value)) { value } else { 0 };
            assert_eq!(context.0[register], expected, "register {register} at +{}", pc - start);
        }
    }
}

/// The offsets in the assembly, and its size of a record, agree with the Rust record.
#[test]
fn field_offsets_match_the_assembly() {
    let in_ahead = |field: usize| offset_of!(OpenCell, lookahead) + field;
    let in_cell = |field: usize| offset_of!(OpenCell, cell) + field;
    let expected = [
        ("remaining", in_ahead(offset_of!(Lookahead, remaining))),
        ("next_free", in_ahead(offset_of!(Lookahead, next_free))),
        ("second_free", in_ahead(offset_of!(Lookahead, second_free))),
        ("row", in_cell(offset_of!(Cell, units))),
        ("column", in_cell(offset_of!(Cell, units)) + 1),
        ("box", in_cell(offset_of!(Cell, units)) + 2),
        ("tried", in_cell(offset_of!(Cell, tried))),
        ("next_is_peer", in_cell(offset_of!(Cell, is_peer))),
        ("second_is_peer", in_cell(offset_of!(Cell, is_peer)) + 4),
        ("open_cell", RECORD),
    ];
    let source = include_str!("../../../asm/backtrack_x86_64.s");
    let sets = source.lines().filter_map(|line| line.trim().strip_prefix(".set "));
    let named: Vec<_> =
        sets.map(|set| set.trim().strip_prefix(".L").unwrap().split_once(", ").unwrap()).collect();
    let named: Vec<_> = named.into_iter().map(|(name, offset)| (name, offset.parse().unwrap())).collect();
    assert_eq!(named, expected);
}

const RECORD: usize = size_of::<OpenCell>();
/// The look-ahead in a record.
const READ_AHEAD: Range<usize> = 0..12;
/// The digit in a record's cell.
const TRIED: Range<usize> = 20..24;

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*bytes[at..].first_chunk().unwrap())
}

/// Runs a search in pieces, with the assembly in guarded pages and with the plain loop for comparison.
fn assert_calls(
    mut search: BacktrackSearch,
    random: &mut TestRandom,
    at_the_end: bool,
    mut piece: impl FnMut(&mut TestRandom) -> u64,
) {
    // The step limit of each call.
    const STEPS: u64 = 3000;
    // Start in the middle, so that some cells have been visited and have look-ahead.
    search.run(LoopKernel::Portable, random.below(200) as u64);
    if search.position > search.open {
        return;
    }
    search.fill_lookahead();
    let (open, masks) = (search.open, usize::from(GUARD) + 1);
    let records = open + 1 + GUARDS_BEHIND;

    // The records, with the look-ahead that is initialized; the masks up to that of the guards.
    let packed_pages = Pages::new(records * RECORD, random);
    let free_pages = Pages::new(masks * 4, random);
    let packed = packed_pages.place(records * RECORD, at_the_end);
    let free = free_pages.place(masks * 4, at_the_end).cast::<u32>();
    let visited = search.position.wrapping_add(1).min(open);
    for index in 0..records {
        let from = search.packed.records()[index].as_ptr();
        let to = packed.wrapping_add(index * RECORD).cast::<OpenCell>();
        // SAFETY: the cells of all these records are initialized, and the pages are large enough for them.
        unsafe { (&raw mut (*to).cell).write((*from).cell) };
        if index <= visited || index > open {
            // SAFETY: the look-ahead is initialized up to the position, and in the guards.
            unsafe {
                let ahead = (*from).lookahead.assume_init();
                let words = [ahead.remaining, ahead.next_free, ahead.second_free];
                to.cast::<[u32; 3]>().write(words);
            }
        }
    }
    // SAFETY: the pages are large enough for all masks.
    unsafe { ptr::copy_nonoverlapping(search.free.as_ptr(), free, masks) };

    // The same for the plain loop.
    // SAFETY: the set-up has initialized `open` records.
    let cells = unsafe { assume_init(&mut search.packed.cells[..open]) };
    let mut expected_free = search.free;
    let mut position = search.position;
    let mut steps = 0;
    while steps < STEPS {
        let limit = piece(random).min(STEPS - steps);
        let (packed_before, free_before) = (packed_pages.bytes(), free_pages.bytes());
        let mut state = Call {
            before: Processor::random(random),
            after: Processor::random(random),
            function: backtrack as *const () as u64,
            caller_mxcsr: 0,
            caller_x87_control: 0,
        };
        let first = packed.wrapping_add(RECORD);
        state.before.rdi = first.wrapping_add(position.wrapping_mul(RECORD)).addr() as u64;
        state.before.rsi = free.addr() as u64;
        state.before.rdx = limit;
        // SAFETY: the arguments are as the assembly requires, in memory that outlives the call.
        unsafe { call(&raw mut state) };
        state.after.assert_kept(&state.before);

        // The position, and the cells visited before it.
        let mut reached = [position.wrapping_add(1); 2];
        let mut taken = 0;
        while taken < limit {
            let (next, step) = plain::run::<false>(cells, &mut expected_free, position, 1);
            if step == 0 {
                break;
            }
            (position, taken) = (next, taken + 1);
            reached = [reached[0].min(next.wrapping_add(1)), reached[1].max(next.wrapping_add(1))];
        }
        let bytes = (state.after.rax as usize).wrapping_sub(first.addr()) as isize;
        assert_eq!((bytes / RECORD as isize) as usize, position);
        assert_eq!(bytes % RECORD as isize, 0);
        assert_eq!(state.after.rdx, limit - taken);

        // The bytes that were written, and those that were not.
        let (packed_after, free_after) = (packed_pages.bytes(), free_pages.bytes());
        let offset = packed.addr() - packed_pages.start.addr();
        for byte in 0..packed_after.len() {
            let may_change = byte.checked_sub(offset).is_some_and(|byte| {
                let (index, at) = (byte / RECORD, byte % RECORD);
                let visited = (reached[0]..=reached[1]).contains(&index);
                let is_cell = (1..=open).contains(&index);
                index < records && visited && (READ_AHEAD.contains(&at) || is_cell && TRIED.contains(&at))
            });
            let same = packed_before[byte] == packed_after[byte];
            assert!(same || may_change, "byte {byte} of the packed array, from {offset}");
        }
        for (index, cell) in cells.iter().enumerate() {
            let at = offset + (index + 1) * RECORD + TRIED.start;
            assert_eq!(word(&packed_after, at), cell.cell.tried, "cell {index}");
        }
        for index in [0, open + 1, open + 2, open + 3] {
            // The bit that stops the search is set in every guard, including the one where it stopped.
            let remaining = word(&packed_after, offset + index * RECORD);
            assert_eq!(remaining >> 31, 1, "guard {index}");
        }
        let offset = free.addr() - free_pages.start.addr();
        for byte in (0..free_after.len()).filter(|byte| !(offset..offset + 4 * masks).contains(byte)) {
            assert_eq!(free_before[byte], free_after[byte], "byte {byte} outside the masks");
        }
        for (index, &mask) in expected_free[..masks].iter().enumerate() {
            assert_eq!(word(&free_after, offset + 4 * index), mask, "mask {index}");
        }

        steps += taken.max(1);
        if position == open {
            // Continue to the next solution.
            position = open.wrapping_sub(1);
        }
        if position > open {
            break;
        }
    }
}

fn check(seed: u64, layout: &Layout, puzzles: usize) {
    let Some(_) = Bmi1::detect() else {
        crate::checks::not_run("kernel asm: this processor lacks its instructions");
        return;
    };
    let (mut generator, mut random) = (PuzzleGenerator::new(seed), TestRandom::new(seed));
    let cells = layout.cells();
    for number in 0..puzzles {
        let mut digits = full_grid(layout, number as u64).unwrap();
        // From no open cell to all cells open.
        let open = match number {
            0 => cells,
            1..6 => number - 1,
            _ => generator.below(cells + 1),
        };
        for &cell in &generator.permutation(cells)[..open] {
            digits[cell] = 0;
        }
        let rows: Vec<u16> = (0..cells as u16).filter(|&cell| digits[usize::from(cell)] == 0).collect();
        let search = || {
            let mut search = BacktrackSearch::new();
            set_up(&mut search, layout, &digits, &rows).unwrap();
            search
        };
        for at_the_end in [false, true] {
            assert_calls(search(), &mut random, at_the_end, |random| random.below(40) as u64);
            assert_calls(search(), &mut random, at_the_end, |_| 1000);
        }
    }
}

#[test]
fn calls_4x4() {
    check(1, &Size::Four.layout(), 30);
}

#[test]
fn calls_9x9() {
    check(2, &Size::Nine.layout(), 20);
}

#[test]
fn calls_25x25() {
    check(3, &Size::TwentyFive.layout(), 10);
}

#[test]
fn calls_of_other_layouts() {
    for layout in layouts().iter().filter(|layout| layout.houses() == 0) {
        check(4, layout, 8);
    }
}
