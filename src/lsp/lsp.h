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

/* The analysis of files and the texts of codes, which the caller provides. */
struct kp_lsp_hooks {
    void *context;
    const char *version;
    double seconds; /* time limit of an analysis */

    /* Called in a process of its own: prints the findings of files[0] as one JSON object. The other
     * files are open in the editor, too, and their texts are used. Errors that are not about the
     * text go to standard error. The members:
     * - `error`: a text, when the file cannot be analysed
     * - `findings`: an array of objects with `code`, `severity` ("error", "warning", "remark",
     *   "note"), `message`, `remedy` or null, `places` (docs/user/json.md; each with its `file`),
     *   `explain` (more text, or null), `loop` (`line`, `end` and its `number`, from 1; or null)
     * and `fix`: edits as in docs/user/json.md; null: there is none; true: they take a while
     * - `file`: the name of files[0] in places
     * - `fix`: the edits that change all its loops, or null
     * - `reads`: real paths of the files that it includes
     * If `loop` is not 0, the object has only `fix`, that of the loop with this number. */
    void (*analyse)(void *context, const struct kp_lsp_file *files, size_t n, size_t loop);

    /* The explanation of a code, as Markdown; NULL: there is no such code. */
    const char *(*explain)(struct kp_arena *a, const char *code);
};

/* Serves until the client sends `exit` or closes `in`. Returns the exit code: 0 after a `shutdown`,
 * else 1. */
int kp_lsp_serve(const struct kp_lsp_hooks *hooks, int in, int out);

#endif
