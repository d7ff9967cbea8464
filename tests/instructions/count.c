/* A plugin of qemu-user that counts the instructions of a program, and writes their number to standard error.
 *
 * The declarations are those of qemu-plugin.h, which not every package of qemu contains. They have been the same in all
 * versions of the interface; qemu loads a plugin only if it names a version that it knows. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION 1
#endif
#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_info;
struct qemu_plugin_tb;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, void (*call)(unsigned, void *),
                                          enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

EXPORT int qemu_plugin_version = PLUGIN_VERSION;

static uint64_t instructions;

/* A block has one entry and no branch but its last instruction, so all of it runs. */
static void run(unsigned processor, void *length) {
    (void)processor;
    instructions += (uintptr_t)length;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    void *length = (void *)(uintptr_t)qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_cb(block, run, QEMU_PLUGIN_CB_NO_REGS, length);
}

static void finish(qemu_plugin_id_t id, void *data) {
    (void)id;
    (void)data;
    fprintf(stderr, "instructions %" PRIu64 "\n", instructions);
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int count, char **options) {
    (void)info;
    (void)count;
    (void)options;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, finish, NULL);
    return 0;
}
