/* A server for editors: the Language Server Protocol 3.17 over a pair of descriptors. */
#ifndef KP_LSP_LSP_H
#define KP_LSP_LSP_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* A file as an editor holds it. */
struct kp_lsp_file {
    const char *path;
    const char *text;
    size_t size;
};

/* What is said of a file, and what codes mean, is the caller's. */
struct kp_lsp_hooks {
    void *context;
    const char *version;
    double seconds; /* an analysis that takes longer is ended */

    /* Called in a process of its own: prints what there is to say of files[0] as one object of
     * JSON; the others are open, too, and their texts count. An error that is not about the text is
     * said on standard error. The members:
     * - `error`: a text, where nothing else can be said
     * - `findings`: an array of objects with `code`, `severity` ("error", "warning", "remark",
     *   "note"), `message`, `remedy` or null, `places` (docs/user/json.md; each with its `file`),
     *   `explain` (more text, or null), `loop` (`line`, `end` and its `number`, from 1; or null)
     * and `fix`: edits as in docs/user/json.md; null: there is none; true: they take a while
     * - `file`: how places name files[0]
     * - `fix`: what changes all its loops: edits, or null
     * - `reads`: real paths of the files that it includes
     * Where `loop` is not 0, it is only `fix`: that of the loop with this number. */
    void (*analyse)(void *context, const struct kp_lsp_file *files, size_t n, size_t loop);

    /* What a code means, as Markdown; NULL: there is no such code. */
    const char *(*explain)(struct kp_arena *a, const char *code);
};

/* Serves until the client says `exit` or closes `in`; what the process is to end with: 0 after a
 * `shutdown`, else 1. */
int kp_lsp_serve(const struct kp_lsp_hooks *hooks, int in, int out);

#endif
