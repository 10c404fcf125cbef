/* Kernels and main loops as text. */
#include <stdio.h>

#include "cmd/sass.h"
#include "report/utf8.h"
#include "util/str.h"

enum { FOLD = 6 }; /* runs of so many instructions of no interest are summed up */

static void show_head(struct kp_arena *a, const struct kp_sass_views *all,
                      const struct kp_sass_kernel *k)
{
    printf("%s: %s (sm_%u): %u registers, %llu bytes of static shared memory, ",
           kp_printable(a, all->input.path), k->name, all->input.module->arch, k->registers,
           (unsigned long long)k->static_smem);
    if (k->stack)
        printf("%llu bytes of stack, ", (unsigned long long)k->stack);
    if (k->max_threads[0])
        printf("at most %u threads, ", k->max_threads[0] *
                                           (k->max_threads[1] ? k->max_threads[1] : 1) *
                                           (k->max_threads[2] ? k->max_threads[2] : 1));
    printf("%zu instructions\n", k->insns.n);
    if (k->irreducible)
        puts(
            "  note: it has a cycle that is not a loop with one entry; that cycle is not analysed");
    if (k->unresolved)
        printf("  note: %u jumps have unknown targets\n", k->unresolved);
}

static void show_counts(const struct kp_sass_loop *l)
{
    for (int c = 0, n = 0; c < KP_INSN_COUNT; c++)
        if (l->count[c])
            printf("%s%u %s", n++ ? ", " : "    ", l->count[c],
                   kp_opclass_name((enum kp_opclass)c));
    putchar('\n');
}

static void show_summary(const struct kp_overlap *o)
{
    const struct kp_sass_kernel *k = o->kernel;
    const struct kp_sass_loop *l = &k->loops.v[o->loop];

    printf("  main loop: ");
    if (l->first_line)
        printf("lines %u-%u, ", l->first_line, l->last_line);
    printf("0x%04x-0x%04x, %u instructions, %u issue cycles, %u barriers, ",
           k->insns.v[o->insns.v[0]].address,
           k->insns.v[o->insns.v[o->insns.n - 1]].address + KP_SASS_BYTES, l->instructions,
           o->cycles, l->barriers);
    printf("%u math%s", o->math, o->counts_int ? " (integer: there is no other)" : "");
    if (o->tiles > 1)
        printf(" in %u stretches between barriers", o->tiles);
    putchar('\n');
    show_counts(l);
    if (o->inner_math)
        printf("    %u of the math is in loops inside, whose trips are not known: counted once\n",
               o->inner_math);
    printf("  overlap: %s (%.0f%% of the math between two barriers)%s%s\n",
           kp_overlap_name(o->verdict), 100 * o->share, o->reason ? ": " : "",
           o->reason ? o->reason : "");
}

/* Loads that a person reads as one: next to each other, with one verdict and reason. */
static bool is_same(const struct kp_overlap_load *a, const struct kp_overlap_load *b)
{
    return a->verdict == b->verdict && a->iterations == b->iterations &&
           kp_streq(a->reason, b->reason);
}

/* "3", "3 to 7" */
static const char *range(struct kp_arena *a, unsigned least, unsigned most)
{
    return least == most ? kp_sprintf(a, "%u", least) : kp_sprintf(a, "%u to %u", least, most);
}

static void show_between(struct kp_arena *a, const struct kp_overlap_load *l, size_t n)
{
    unsigned math[2] = {l->math, l->math}, cycles[2] = {l->cycles, l->cycles};

    for (size_t i = 1; i < n; i++) {
        math[0] = l[i].math < math[0] ? l[i].math : math[0];
        math[1] = l[i].math > math[1] ? l[i].math : math[1];
        cycles[0] = l[i].cycles < cycles[0] ? l[i].cycles : cycles[0];
        cycles[1] = l[i].cycles > cycles[1] ? l[i].cycles : cycles[1];
    }
    printf("%s math and %s cycles until the wait%s", range(a, math[0], math[1]),
           range(a, cycles[0], cycles[1]),
           l->iterations == 1 ? " in the next iteration"
           : l->iterations    ? kp_sprintf(a, " %u iterations later", l->iterations)
                              : "");
}

static void show_loads(struct kp_arena *a, const struct kp_overlap *o)
{
    const struct kp_sass_kernel *k = o->kernel;

    for (size_t i = 0, n; i < o->loads.n; i += n) {
        const struct kp_overlap_load *l = &o->loads.v[i];
        const struct kp_sass_insn *x = &k->insns.v[l->load];

        for (n = 1; i + n < o->loads.n && is_same(l, l + n);)
            n++;
        printf("    %s %s at 0x%04x", kp_overlap_name(l->verdict),
               n > 1 ? kp_sprintf(a, "%zu loads,", n) : x->op->name, x->address);
        if (n > 1)
            printf(" to 0x%04x", k->insns.v[l[n - 1].load].address);
        fputs(": ", stdout);
        if (l->wait != KP_SASS_NONE)
            show_between(a, l, n);
        printf("%s%s\n", l->reason && l->wait != KP_SASS_NONE ? ": " : "",
               l->reason ? l->reason : "");
    }
}

static bool is_plain(const struct kp_sass_marks *marks, const struct kp_sass_kernel *k, uint32_t i)
{
    const struct kp_sass_insn *x = &k->insns.v[i];

    if (marks->load[i] || marks->wait[i])
        return false;
    switch (x->opclass) {
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_ASYNC_COPY:
    case KP_INSN_ASYNC_COMMIT:
    case KP_INSN_ASYNC_ARRIVE:
    case KP_INSN_BULK_COPY:
    case KP_INSN_MBARRIER:
    case KP_INSN_STORE_SHARED:
    case KP_INSN_STORE_GLOBAL:
    case KP_INSN_LOAD_LOCAL:
    case KP_INSN_STORE_LOCAL:
    case KP_INSN_BARRIER:
    case KP_INSN_CLUSTER_BARRIER:
    case KP_INSN_WAIT:
    case KP_INSN_BRANCH:
    case KP_INSN_CALL:
    case KP_INSN_EXIT:
        return false;
    default:
        return x->op != NULL;
    }
}

static void show_insn(struct kp_arena *a, const struct kp_sass_kernel *k,
                      const struct kp_sass_marks *marks, uint32_t i)
{
    const struct kp_sass_insn *x = &k->insns.v[i];
    unsigned line = kp_sass_line(k, x), load = marks ? marks->load[i] : 0,
             wait = marks ? marks->wait[i] : 0;

    printf("    %04x %5s  %s  %-28s", x->address, line ? kp_sprintf(a, "%u", line) : "-",
           kp_sass_control(a, x), kp_sass_text(a, x));
    if (load)
        printf(" [%u] -->", load);
    if (wait)
        printf(" --> [%u]", wait);
    putchar('\n');
}

static void show_fold(const struct kp_overlap *o, size_t from, size_t to)
{
    unsigned count[KP_INSN_COUNT] = {0}, cycles = 0;

    for (size_t i = from; i < to; i++) {
        const struct kp_sass_insn *x = &o->kernel->insns.v[o->insns.v[i]];

        count[x->opclass] += !x->never;
        cycles += x->stall;
    }
    printf("     ...        %zu instructions, %u cycles:", to - from, cycles);
    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (count[c])
            printf(" %u %s", count[c], kp_opclass_name((enum kp_opclass)c));
    putchar('\n');
}

static void show_loop(struct kp_arena *a, const struct kp_overlap *o,
                      const struct kp_sass_marks *marks)
{
    const struct kp_sass_kernel *k = o->kernel;

    for (size_t i = 0; i < o->insns.n;) {
        size_t to = i;

        while (to < o->insns.n && is_plain(marks, k, o->insns.v[to]))
            to++;
        if (to - i >= FOLD) {
            show_fold(o, i, to);
            i = to;
            continue;
        }
        for (to = to > i ? to : i + 1; i < to; i++)
            show_insn(a, k, marks, o->insns.v[i]);
    }
}

static void show_checks(const struct kp_sass_views *all, const struct kp_sass_view *v)
{
    static const char *const results[] = {"passed", "FAILED", "open"};

    if (!all->original.path)
        return;
    if (!v->original) {
        printf("  compared with %s: it has no such kernel with a loop\n", all->original.path);
        return;
    }
    printf("  compared with %s (%u registers, %llu bytes of static shared memory):\n",
           all->original.path, v->original->kernel->registers,
           (unsigned long long)v->original->kernel->static_smem);
    for (size_t i = 0; i < v->checks.n; i++)
        printf("    %-14s %s: %s\n", v->checks.v[i].name, results[v->checks.v[i].result],
               v->checks.v[i].text);
}

static void show_remedies(const struct kp_sass_view *v)
{
    for (size_t i = 0; i < v->remedies.n; i++) {
        const struct kp_sass_remedy *r = &v->remedies.v[i];

        printf("  remedy: %s: %s, %s (%.0f%%), %u registers, %u loads and stores of local memory\n",
               r->name, r->helps ? "helps" : "does not help", kp_overlap_name(r->overlap.verdict),
               100 * r->overlap.share, r->overlap.kernel->registers, r->spills);
    }
}

static void show_view(struct kp_arena *a, const struct kp_sass_views *all,
                      const struct kp_sass_view *v)
{
    struct kp_sass_marks marks = {0};

    show_head(a, all, v->kernel);
    if (v->overlap.kernel) {
        kp_sass_mark(a, &v->overlap, &marks);
        show_summary(&v->overlap);
        show_loads(a, &v->overlap);
    } else {
        puts("  it has no loop");
    }
    show_checks(all, v);
    show_remedies(v);
    if (all->full)
        for (uint32_t i = 0; i < v->kernel->insns.n; i++)
            show_insn(a, v->kernel, marks.load ? &marks : NULL, i);
    else if (v->overlap.kernel)
        show_loop(a, &v->overlap, &marks);
}

void kp_sass_show_text(struct kp_arena *a, const struct kp_sass_views *all)
{
    if (all->input.note)
        fprintf(stderr, "kpipe: note: %s: %s\n", kp_printable(a, all->input.path),
                kp_printable(a, all->input.note));
    for (size_t i = 0; i < all->v.n; i++) {
        if (i)
            putchar('\n');
        show_view(a, all, &all->v.v[i]);
    }
}
