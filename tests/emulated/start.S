// The reset code of the emulated processor, and its entry for system calls. See system.c.
//
// The image is a ROM of 64 KiB at 0xf0000. It maps the first 2 GiB of memory to themselves, in pages of 2 MiB.

.set TABLES, 0x1000 // the page tables: 1 + 1 + 2 pages
.set TOP_OF_STACK, 0x80000
.set FILE, 0x1000000 // as in system.c
.set FILE_LIMIT, 0x4000000

.section .reset, "ax"
.code16
    ljmp $0xf000, $start16 - 0xf0000
    .balign 16, 0

.text
start16:
    cli
    lgdtl %cs:descriptors_pointer - 0xf0000
    mov %cr0, %eax
    or $1, %al // PE
    mov %eax, %cr0
    ljmpl $8, $start32

.code32
start32:
    mov $16, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    // Bochs 2.7 reads a file into consecutive blocks of 128 KiB of its own memory, but assigns a block to an emulated
    // address at the first access. The first accesses must therefore be these, in the order of the file.
    mov $FILE, %esi
1:  mov (%esi), %eax
    add $0x20000, %esi
    cmp $FILE + FILE_LIMIT, %esi
    jb 1b
    movl $TABLES + 0x1003, TABLES
    movl $TABLES + 0x2003, TABLES + 0x1000
    movl $TABLES + 0x3003, TABLES + 0x1008
    mov $TABLES + 0x2000, %edi
    mov $0x83, %eax // present, writable, 2 MiB
    mov $1024, %ecx
1:  mov %eax, (%edi)
    add $0x200000, %eax
    add $8, %edi
    loop 1b
    mov $TABLES, %eax
    mov %eax, %cr3
    mov $0x40620, %eax // PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
    mov %eax, %cr4
    mov $0xc0000080, %ecx // EFER: LME, SCE
    mov $0x101, %eax
    xor %edx, %edx
    wrmsr
    mov $0x80000003, %eax // PG, MP, PE
    mov %eax, %cr0
    ljmpl $24, $start64

.code64
start64:
    xor %ecx, %ecx // XCR0: the registers of x87, SSE, AVX and AVX-512
    mov $0xe7, %eax
    xor %edx, %edx
    xsetbv
    mov $0xc0000081, %ecx // STAR: the code segment of the system
    mov $24, %edx
    xor %eax, %eax
    wrmsr
    mov $0xc0000082, %ecx // LSTAR
    mov $system_entry, %eax
    xor %edx, %edx
    wrmsr
    mov $TOP_OF_STACK, %esp
    call load_program
    // load_program returns the program's stack in rax and its entry in rdx.
    mov %rax, %rsp
    xor %eax, %eax
    jmp *%rdx

// The program runs in ring 0, too, so the way back from a system call is a jump. Interrupts stay off.
system_entry:
    mov %rsp, saved_stack
    mov $TOP_OF_STACK, %esp
    push %rcx
    push %r11
    push %rdi
    push %rsi
    push %rdx
    push %r8
    push %r9
    push %r10
    mov %r10, %rcx
    sub $8, %rsp
    push %rax
    call system_call
    add $16, %rsp
    pop %r10
    pop %r9
    pop %r8
    pop %rdx
    pop %rsi
    pop %rdi
    popfq
    pop %rcx
    mov saved_stack, %rsp
    jmp *%rcx

.section .rodata
.balign 8
descriptors:
    .quad 0
    .quad 0x00cf9a000000ffff // 32-bit code
    .quad 0x00cf92000000ffff // data
    .quad 0x00af9a000000ffff // 64-bit code
descriptors_pointer:
    .word . - descriptors - 1
    .long descriptors

.bss
saved_stack:
    .quad 0
