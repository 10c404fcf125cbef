/* The findings as JSON (docs/user/json.md). */
#include <jansson.h>
#include <stdio.h>

#include "cmd/sass.h"
#include "report/json_value.h"

static json_t *known(unsigned n)
{
    return n ? json_integer(n) : json_null();
}

static void set(json_t *o, const char *key, json_t *value)
{
    json_object_set_new(o, key, value);
}

static json_t *address(const struct kp_sass_kernel *k, uint32_t insn)
{
    return insn == KP_SASS_NONE ? json_null() : json_integer(k->insns.v[insn].address);
}

static json_t *load_object(struct kp_arena *a, const struct kp_sass_kernel *k,
                           const struct kp_overlap_load *l)
{
    const struct kp_sass_insn *x = &k->insns.v[l->load];
    bool waits = l->wait != KP_SASS_NONE;
    json_t *o = json_object();

    set(o, "address", json_integer(x->address));
    set(o, "opcode", kp_json_text(a, x->op->name));
    set(o, "line", known(kp_sass_line(k, x)));
    set(o, "bytes", known(x->bytes));
    set(o, "commit", address(k, l->commit));
    set(o, "wait", address(k, l->wait));
    set(o, "wait_line", waits ? known(kp_sass_line(k, &k->insns.v[l->wait])) : json_null());
    set(o, "iterations", waits ? json_integer(l->iterations) : json_null());
    set(o, "math", waits ? json_integer(l->math) : json_null());
    set(o, "inner_math", waits ? json_integer(l->inner_math) : json_null());
    set(o, "cycles", waits ? json_integer(l->cycles) : json_null());
    set(o, "barriers", waits ? json_integer(l->barriers) : json_null());
    set(o, "verdict", kp_json_text(a, kp_overlap_name(l->verdict)));
    set(o, "reason", kp_json_text(a, l->reason));
    return o;
}

static json_t *loop_object(const struct kp_sass_kernel *k, const struct kp_sass_loop *l)
{
    json_t *o = json_object(), *counts = json_object();
    uint32_t last = l->blocks.v[l->blocks.n - 1];

    set(o, "begin", json_integer(k->insns.v[k->blocks.v[l->blocks.v[0]].begin].address));
    set(o, "end", json_integer(k->insns.v[k->blocks.v[last].end - 1].address + KP_SASS_BYTES));
    set(o, "header", json_integer(k->insns.v[k->blocks.v[l->header].begin].address));
    set(o, "depth", json_integer(l->depth));
    set(o, "first_line", known(l->first_line));
    set(o, "last_line", known(l->last_line));
    set(o, "instructions", json_integer(l->instructions));
    set(o, "math", json_integer(l->math));
    set(o, "barriers", json_integer(l->barriers));
    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (l->count[c])
            set(counts, kp_opclass_name((enum kp_opclass)c), json_integer(l->count[c]));
    set(o, "counts", counts);
    return o;
}

static json_t *main_loop(struct kp_arena *a, const struct kp_overlap *m)
{
    json_t *o, *loads;

    if (!m->kernel)
        return json_null();
    o = loop_object(m->kernel, &m->kernel->loops.v[m->loop]);
    loads = json_array();
    set(o, "verdict", kp_json_text(a, kp_overlap_name(m->verdict)));
    set(o, "reason", kp_json_text(a, m->reason));
    set(o, "math", json_integer(m->math));
    set(o, "share", json_real(m->share));
    set(o, "math_is_integer", json_boolean(m->counts_int));
    set(o, "inner_math", json_integer(m->inner_math));
    set(o, "tiles", json_integer(m->tiles));
    set(o, "cycles", json_integer(m->cycles));
    set(o, "bytes", json_integer(m->bytes));
    for (size_t i = 0; i < m->loads.n; i++)
        json_array_append_new(loads, load_object(a, m->kernel, &m->loads.v[i]));
    set(o, "loads", loads);
    return o;
}

static json_t *insn_object(struct kp_arena *a, const struct kp_sass_kernel *k,
                           const struct kp_sass_insn *x)
{
    json_t *o = json_object();

    set(o, "address", json_integer(x->address));
    set(o, "opcode", kp_json_text(a, x->op ? x->op->name : NULL));
    set(o, "class", kp_json_text(a, x->op ? kp_opclass_name(x->opclass) : NULL));
    set(o, "text", kp_json_text(a, kp_sass_text(a, x)));
    set(o, "control", kp_json_text(a, kp_sass_control(a, x)));
    set(o, "line", known(kp_sass_line(k, x)));
    set(o, "target",
        x->has_target && x->target != KP_SASS_NONE ? json_integer(x->target) : json_null());
    set(o, "bytes", known(x->bytes));
    return o;
}

static json_t *threads(const uint32_t n[3])
{
    json_t *list;

    if (!n[0])
        return json_null();
    list = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(list, json_integer(n[i]));
    return list;
}

static json_t *checks(struct kp_arena *a, const struct kp_sass_view *v)
{
    static const char *const results[] = {"passed", "failed", "open"};
    json_t *list = json_array();

    for (size_t i = 0; i < v->checks.n; i++) {
        json_t *o = json_object();

        set(o, "name", kp_json_text(a, v->checks.v[i].name));
        set(o, "result", kp_json_text(a, results[v->checks.v[i].result]));
        set(o, "text", kp_json_text(a, v->checks.v[i].text));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *remedies(struct kp_arena *a, const struct kp_sass_view *v)
{
    json_t *list = json_array();

    for (size_t i = 0; i < v->remedies.n; i++) {
        const struct kp_sass_remedy *r = &v->remedies.v[i];
        json_t *o = json_object();

        set(o, "name", kp_json_text(a, r->name));
        set(o, "helps", json_boolean(r->helps));
        set(o, "verdict", kp_json_text(a, kp_overlap_name(r->overlap.verdict)));
        set(o, "share", json_real(r->overlap.share));
        set(o, "registers", json_integer(r->overlap.kernel->registers));
        set(o, "spills", json_integer(r->spills));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *kernel_object(struct kp_arena *a, const struct kp_sass_kernel *k)
{
    json_t *o = json_object(), *loops = json_array();

    set(o, "name", kp_json_text(a, k->name));
    set(o, "symbol", kp_json_text(a, k->symbol));
    set(o, "registers", json_integer(k->registers));
    set(o, "barriers", json_integer(k->barriers));
    set(o, "static_smem", json_integer((json_int_t)k->static_smem));
    set(o, "stack", json_integer((json_int_t)k->stack));
    set(o, "parameter_bytes", json_integer((json_int_t)k->parameter_bytes));
    set(o, "max_threads", threads(k->max_threads));
    set(o, "required_threads", threads(k->required_threads));
    for (size_t i = 0; i < k->loops.n; i++)
        json_array_append_new(loops, loop_object(k, &k->loops.v[i]));
    set(o, "loops", loops);
    set(o, "irreducible", json_boolean(k->irreducible));
    set(o, "unresolved_jumps", json_integer(k->unresolved));
    return o;
}

static json_t *view_object(struct kp_arena *a, const struct kp_sass_views *all,
                           const struct kp_sass_view *v)
{
    json_t *o = kernel_object(a, v->kernel);

    set(o, "main_loop", main_loop(a, &v->overlap));
    if (v->cycles > 0)
        set(o, "predicted",
            json_pack("{s:i, s:f}", "blocks_per_sm", v->blocks, "cycles", v->cycles));
    if (all->original.path) {
        json_t *original = v->original ? kernel_object(a, v->original->kernel) : json_null();

        if (v->original)
            set(original, "main_loop", main_loop(a, v->original));
        set(o, "original", original);
        set(o, "checks", checks(a, v));
    }
    if (v->remedies.n)
        set(o, "remedies", remedies(a, v));
    if (all->full) {
        json_t *insns = json_array();

        for (size_t i = 0; i < v->kernel->insns.n; i++)
            json_array_append_new(insns, insn_object(a, v->kernel, &v->kernel->insns.v[i]));
        set(o, "instructions", insns);
    }
    return o;
}

void kp_sass_show_json(struct kp_arena *a, const struct kp_sass_views *all)
{
    json_t *root = json_object(), *kernels = json_array();

    set(root, "version", json_integer(1));
    set(root, "file", kp_json_text(a, all->input.path));
    set(root, "original", kp_json_text(a, all->original.path));
    set(root, "arch", kp_json_text(a, kp_sprintf(a, "sm_%u", all->input.module->arch)));
    set(root, "note", kp_json_text(a, all->input.note));
    for (size_t i = 0; i < all->v.n; i++)
        json_array_append_new(kernels, view_object(a, all, &all->v.v[i]));
    set(root, "kernels", kernels);
    fputs(kp_json_line(a, root), stdout);
}
