/* A minimal operating system for one static Linux program, the unit tests. See tests/emulated.sh.
 *
 * Bochs loads the program's ELF file at FILE. The program has one thread and memory that is never freed. It writes to
 * the parallel port, which Bochs writes to a file. Other system calls fail with ENOSYS. There are no exception
 * handlers: Bochs stops at an exception of the processor. */

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum {
    FILE = 0x1000000,
    STACK = 0x8000000, /* its top, below the program */
    PROGRAM = 0x8000000,
    HEAP = 0x10000000,
    END = 0x40000000, /* of the memory */
    EAGAIN = 11,
    ENOMEM = 12,
    ENOTTY = 25,
    ENOSYS = 38,
};

static uint64_t heap;

static void out(uint16_t port, uint8_t byte) { __asm__ volatile("outb %0, %1" : : "a"(byte), "Nd"(port)); }

static int64_t print(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        out(0x378, (uint8_t)text[i]); /* data */
        out(0x37a, 0xd);              /* strobe */
        out(0x37a, 0xc);
    }
    return (int64_t)length;
}

/* Prints a number after a text that ends with a zero. */
static void print_number(const char *text, uint64_t number) {
    char digits[20];
    size_t start = sizeof digits;
    for (const char *c = text; *c; c++)
        print(c, 1);
    do
        digits[--start] = (char)('0' + number % 10);
    while (number /= 10);
    print(digits + start, sizeof digits - start);
    print("\n", 1);
}

static uint64_t ticks(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static _Noreturn void halt(void) {
    for (const char *c = "Shutdown"; *c; c++)
        out(0x8900, (uint8_t)*c);
    for (;;)
        __asm__ volatile("hlt");
}

/* Handles a system call. Its number is last, so that the registers of its arguments need not move. */
int64_t system_call(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t number) {
    (void)d, (void)e, (void)f;
    switch (number) {
    case SYS_write:
        return print((const char *)b, c);
    case SYS_writev: {
        const struct iovec *parts = (const struct iovec *)b;
        int64_t length = 0;
        for (uint64_t i = 0; i < c; i++)
            length += print(parts[i].iov_base, parts[i].iov_len);
        return length;
    }
    case SYS_mmap: {
        /* Fresh memory is zero. */
        uint64_t start = heap;
        if (b > END - heap)
            return -ENOMEM;
        heap += (b + 0xfff) & ~0xfffull;
        return (int64_t)start;
    }
    case SYS_arch_prctl:
        if (a == 0x1002) { /* ARCH_SET_FS */
            __asm__ volatile("wrmsr" : : "c"(0xc0000100), "a"((uint32_t)b), "d"((uint32_t)(b >> 32)));
            return 0;
        }
        return -ENOSYS;
    case SYS_clock_gettime: {
        uint64_t now = ticks();
        ((uint64_t *)b)[0] = now / 1000000000;
        ((uint64_t *)b)[1] = now % 1000000000;
        return 0;
    }
    case SYS_getrandom:
        for (uint64_t i = 0; i < b; i++)
            ((uint8_t *)a)[i] = (uint8_t)(ticks() * 0x9e3779b97f4a7c15 >> 56);
        return (int64_t)b;
    case SYS_clone:
        /* The test runner then runs the test in its only thread. */
        return -EAGAIN;
    case SYS_ioctl:
        return -ENOTTY;
    case SYS_exit:
    case SYS_exit_group:
        print_number("exit status: ", a);
        halt();
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_madvise:
    case SYS_brk:
    case SYS_poll:
    case SYS_rt_sigaction:
    case SYS_rt_sigprocmask:
    case SYS_sigaltstack:
    case SYS_futex:
        return 0;
    case SYS_set_tid_address:
    case SYS_gettid:
    case SYS_getpid:
        return 1;
    case SYS_tkill:
        print_number("signal: ", b);
        halt();
    default:
        print_number("no such system call here: ", number);
        return -ENOSYS;
    }
}

struct start {
    uint64_t stack, entry;
};

/* Loads the program, and returns its stack and its entry. */
struct start load_program(void) {
    static const char arguments[] = ARGUMENTS;
    const Elf64_Ehdr *file = (const Elf64_Ehdr *)FILE;
    const Elf64_Phdr *parts = (const Elf64_Phdr *)(FILE + file->e_phoff);
    uint64_t base = file->e_type == ET_DYN ? PROGRAM : 0;
    heap = HEAP;
    for (int i = 0; i < file->e_phnum; i++)
        if (parts[i].p_type == PT_LOAD) {
            const char *from = (const char *)FILE + parts[i].p_offset;
            char *to = (char *)(base + parts[i].p_vaddr);
            for (uint64_t j = 0; j < parts[i].p_filesz; j++)
                to[j] = from[j];
        }

    /* As on Linux: the number of arguments, the arguments, the environment, the auxiliary vector. */
    uint64_t *top = (uint64_t *)STACK - 64;
    uint64_t *stack = top;
    uint64_t *count = stack++;
    *count = 0;
    for (const char *c = arguments; *c; c++) {
        ++*count;
        *stack++ = (uint64_t)c;
        while (*c)
            c++;
    }
    *stack++ = 0;
    *stack++ = 0;
    const uint64_t auxiliary[] = {
        AT_PHDR,  base + file->e_phoff, AT_PHENT, file->e_phentsize,    AT_PHNUM,  file->e_phnum, AT_PAGESZ, 4096,
        AT_BASE,  0,                    AT_ENTRY, base + file->e_entry, AT_RANDOM, FILE,          AT_NULL,   0,
    };
    for (size_t i = 0; i < sizeof auxiliary / sizeof *auxiliary; i++)
        *stack++ = auxiliary[i];
    return (struct start){(uint64_t)top, base + file->e_entry};
}
