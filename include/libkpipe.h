/* libkpipe: the rewriter as a library. One call, one result, no global state; calls in different
 * threads are independent. Each call forks a child process to parse in, so that a crash of the
 * parser is an error of the call. No compiler and no GPU is used: plans rest on the source alone
 * (docs/dev/time.md, "From the source alone"), as with `kpipe rewrite --fast`.
 *
 * Arguments are borrowed until the call returns. Every string and byte that a result gives belongs
 * to it, until kpipe_free(). Text is UTF-8 or any bytes; lines count from 1; sizes are bytes.
 *
 *     kpipe_result *r = kpipe_rewrite("sgemm.cu", text, size, NULL);
 *     if (kpipe_error(r))
 *         puts(kpipe_error(r));
 *     else
 *         fwrite(kpipe_text(r), 1, kpipe_text_size(r), stdout);
 *     kpipe_free(r);
 */
#ifndef LIBKPIPE_H
#define LIBKPIPE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero or NULL in a field means the default of the command line, but no compile_commands.json and
 * no .kpipe.ini is searched for. */
typedef struct kpipe_options {
    const char *arch;    /* "sm_86" */
    const char *variant; /* "auto", "cp-async", "ldg", "single" */
    const char *shape;   /* "auto", "split", "ring", "late-ring" */
    int stages;          /* 2 to 8 */
    const char *kernel;  /* only this kernel */
    unsigned line;       /* only the loop that begins here */
    bool assume_no_alias;
    const char *rules_dir; /* folder of files that replace the built-in rules, as --rules */
    const char *compile_commands_dir; /* folder of compile_commands.json, as -p */
    const char **compiler_args;       /* "-Iinclude", ..: as behind `--`; NULL-terminated */
} kpipe_options;

typedef enum kpipe_outcome {
    KPIPE_UNCHANGED,
    KPIPE_REWRITTEN,
    KPIPE_SINGLE, /* pipelined with one buffer per tile, prefetched through registers */
    KPIPE_REFUSED
} kpipe_outcome;

/* One K-loop: a loop with a block barrier in its body. */
typedef struct kpipe_loop {
    const char *kernel;
    unsigned line, end_line;
    kpipe_outcome outcome;
    const char *code;   /* why it was refused: "KP204" (docs/user/diagnostics.md); else NULL */
    const char *reason; /* the same as one line of text; else NULL */
    int stages;         /* 0 when the loop was not rewritten */
} kpipe_loop;

typedef struct kpipe_result kpipe_result;

/* Rewrites a buffer. `name` is the path by which relative #includes and the entry in
 * compile_commands.json are found; the file need not exist. `options` may be NULL. Never returns
 * NULL: errors are in kpipe_error(). A refused loop is not an error. When memory runs out, the
 * process ends with exit code 2 and a message on standard error. */
kpipe_result *kpipe_rewrite(const char *name, const char *text, size_t size,
                            const kpipe_options *options);
void kpipe_free(kpipe_result *r); /* NULL: does nothing */

/* Why the buffer could not be processed (unknown option value, I/O, a failed self-check); NULL when
 * it was. */
const char *kpipe_error(const kpipe_result *r);

/* The rewritten text, or the input's bytes when no loop was rewritten, and its size; NULL and 0
 * after an error. */
const char *kpipe_text(const kpipe_result *r);
size_t kpipe_text_size(const kpipe_result *r);

size_t kpipe_loop_count(const kpipe_result *r);
kpipe_loop kpipe_loop_at(const kpipe_result *r, size_t i); /* i < kpipe_loop_count(r) */

/* The whole result as one line of JSON, as `kpipe rewrite --json` prints it (docs/user/json.md);
 * NULL when its edits could not be made, may be NULL after an error. */
const char *kpipe_json(const kpipe_result *r);

#ifdef __cplusplus
}
#endif

#endif
