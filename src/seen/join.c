#include "seen/views.h"

#include <unistd.h>

#include "model/refuse.h"
#include "util/str.h"
#include "util/subprocess.h"

/* ---- does it compile? -------------------------------------------------------------------------
 */

static const struct kp_parse_error *new_error(const struct kp_parse *was, const struct kp_parse *is)
{
    if (is->errors.n <= was->errors.n)
        return NULL;
    for (size_t i = 0; i < is->errors.n; i++) {
        bool known = false;

        for (size_t k = 0; k < was->errors.n; k++)
            known |= kp_streq(was->errors.v[k].text, is->errors.v[i].text);
        if (!known)
            return &is->errors.v[i];
    }
    return &is->errors.v[0];
}

/* The function of the header in whose text the output has the error, as the first view knows it. */
static const struct kp_sym *function_at(const struct kp_views *all, const struct kp_unit *tree,
                                        const struct kp_parse_error *e)
{
    const struct kp_unit *u = all->made;

    kp_each_child(f, tree->parse.root) if (f->kind == KP_FUNCTION && !f->file && !e->file &&
                                           f->span.begin <= e->offset && e->offset < f->span.end)
    {
        for (size_t i = 0; i < u->loops.n; i++)
            if (f->sym && kp_streq(kp_view_function(u->loops.v[i])->name, f->sym->name))
                return kp_view_function(u->loops.v[i]);
    }
    return NULL;
}

/* False when a function was refused. */
bool kp_views_compile(struct kp_views *all, const struct kp_unit *out)
{
    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_view *v = &all->list.v[i];
        struct kp_unit *tree =
            kp_view_run(all, v, out->output, out->output_size, NULL, KP_PASS_PARSE);
        const struct kp_parse_error *e =
            tree->error ? NULL : new_error(&v->tree->parse, &tree->parse);
        bool same;

        if (e || tree->error)
            kp_view_refuse(
                all, e ? function_at(all, tree, e) : NULL,
                kp_sprintf(all->u->arena,
                           all->is_own
                               ? "the result would not compile by '%s': %s"
                               : "the result would not compile in '%s', which includes it: %s",
                           v->name, e ? e->text : tree->error));
        same = !e && !tree->error;
        kp_unit_free(tree);
        if (!same)
            return false;
    }
    return true;
}

/* ---- joining ----------------------------------------------------------------------------------
 */

/* The loops of the function become those that another source has shown. */
static void take_loops(struct kp_unit *u, const struct kp_elsewhere *e)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *from = e->made->loops.v[i], *to = u->loops.v[i];

        if (!kp_view_is_of(to, e->function))
            continue;
        if (!kp_is_pipelined(from)) { /* its places may be in files that this source lacks */
            to->outcome = from->outcome;
            to->refusals.n = 0;
            if (from->refusals.n) {
                struct kp_refusal *r = kp_refuse(u, to, from->refusals.v[0].code, NULL, NULL);

                r->reason = from->refusals.v[0].reason;
            }
            continue;
        }
        from->line = to->line;
        from->end_line = to->end_line;
        from->node = to->node;
        u->loops.v[i] = from;
    }
}

/* What the other source has made of its function, beside what is there. */
bool kp_views_join(struct kp_unit *u, const struct kp_elsewhere *e)
{
    const char *text[] = {u->output, u->source.text, e->made->output};
    const size_t size[] = {u->output_size, u->source.size, e->made->output_size};
    struct kp_process p = {.status = -1};
    const char *argv[] = {"diff3", "-E", "-a", "-m", NULL, NULL, NULL, NULL};
    int fd[3];
    bool ok = true;

    for (int i = 0; i < 3; i++) {
        fd[i] = kp_memory_file(text[i], size[i]);
        argv[4 + i] = kp_sprintf(u->arena, "/dev/fd/%d", fd[i]);
        ok &= fd[i] >= 0;
    }
    if (ok)
        p = kp_run_program(u->arena, argv);
    for (int i = 0; i < 3; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    if (p.status != 0)
        return false;
    u->output = p.out;
    u->output_size = p.out_size;
    take_loops(u, e);
    return true;
}
