/* libkpipe: the rewriter as a library. One call, one result, no global state; calls in different
 * threads do not disturb each other, except that each forks a child to parse in.
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

/* Zero or NULL in a field means the default of the command line. */
typedef struct kpipe_options {
    const char *arch;    /* "sm_86" */
    const char *variant; /* "auto", "cp-async", "ldg", "single" */
    const char *shape;   /* "auto", "split", "ring", "late-ring" */
    int stages;          /* 2 to 8 */
    const char *kernel;  /* only this kernel */
    unsigned line;       /* only the loop that begins here */
    bool assume_no_alias;
    const char *rules_dir;
    const char *compile_commands_dir;
    const char **compiler_args; /* NULL-terminated */
} kpipe_options;

typedef enum kpipe_outcome {
    KPIPE_UNCHANGED,
    KPIPE_REWRITTEN,
    KPIPE_SINGLE, /* by single-buffer prefetch */
    KPIPE_REFUSED
} kpipe_outcome;

/* One K-loop. Lines count from 1; strings live as long as the result. */
typedef struct kpipe_loop {
    const char *kernel;
    unsigned line, end_line;
    kpipe_outcome outcome;
    const char *code;   /* "KP204", NULL when there is none */
    const char *reason; /* NULL when there is none */
    int stages;         /* 0 when the loop was not rewritten */
} kpipe_loop;

typedef struct kpipe_result kpipe_result;

/* Rewrites a buffer. `name` is what relative #includes and compile_commands.json go by; no such
 * file has to exist. Never returns NULL. */
kpipe_result *kpipe_rewrite(const char *name, const char *text, size_t size,
                            const kpipe_options *options);
void kpipe_free(kpipe_result *r);

/* Why nothing could be done with the buffer at all; NULL when it was processed. */
const char *kpipe_error(const kpipe_result *r);

/* The rewritten text, the input's bytes when no loop was rewritten; NULL after an error. */
const char *kpipe_text(const kpipe_result *r);
size_t kpipe_text_size(const kpipe_result *r);

size_t kpipe_loop_count(const kpipe_result *r);
kpipe_loop kpipe_loop_at(const kpipe_result *r, size_t i); /* i < kpipe_loop_count(r) */

/* All of it as JSON, as `kpipe rewrite --json` prints it. */
const char *kpipe_json(const kpipe_result *r);

#ifdef __cplusplus
}
#endif

#endif
