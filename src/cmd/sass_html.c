/* The main loops as one page. */
#include <stdio.h>
#include <string.h>

#include "cmd/sass.h"
#include "util/str.h"

static void add_facts(struct kp_str *s, const struct kp_overlap *o)
{
    const struct kp_sass_kernel *k = o->kernel;
    const struct kp_sass_loop *l = &k->loops.v[o->loop];

    kp_str_addf(s, "<p>Loads: <span class=\"verdict v-%s\">%s</span>", kp_overlap_name(o->verdict),
                kp_overlap_name(o->verdict));
    if (o->reason) {
        kp_str_add(s, ": ");
        kp_html_escape(s, o->reason);
    }
    kp_str_addf(s,
                "</p>\n<table><tr><th>registers<th>shared memory<th>stack<th>lines<th>instructions"
                "<th>issue cycles<th>math<th>barriers</tr>\n<tr><td>%u<td>%llu<td>%llu<td>",
                k->registers, (unsigned long long)k->static_smem, (unsigned long long)k->stack);
    if (l->first_line)
        kp_str_addf(s, "%u-%u", l->first_line, l->last_line);
    kp_str_addf(s, "<td>%u<td>%u<td>%u<td>%u</tr></table>\n", l->instructions, o->cycles, o->math,
                l->barriers);
    if (o->inner_math)
        kp_str_addf(
            s,
            "<p class=\"dim\">%u of the math is in loops inside, whose trips are not known: "
            "counted once.</p>\n",
            o->inner_math);
}

static void add_checks(struct kp_str *s, const struct kp_sass_views *all,
                       const struct kp_sass_view *v)
{
    static const char *const results[] = {"passed", "failed", "open"};

    if (!v->original)
        return;
    kp_str_add(s, "<p>Compared with ");
    kp_html_escape(s, all->original.path);
    kp_str_add(s, ":</p><table>\n");
    for (size_t i = 0; i < v->checks.n; i++) {
        kp_str_addf(s, "<tr><td>%s<td class=\"%s\">%s<td>", v->checks.v[i].name,
                    results[v->checks.v[i].result], results[v->checks.v[i].result]);
        kp_html_escape(s, v->checks.v[i].text);
        kp_str_add(s, "</tr>\n");
    }
    kp_str_add(s, "</table>\n");
}

static void add_view(struct kp_arena *a, struct kp_str *s, const struct kp_sass_views *all,
                     const struct kp_sass_view *v)
{
    kp_str_add(s, "<h2>");
    kp_html_escape(s, v->kernel->name);
    kp_str_add(s, "</h2>\n");
    if (!v->overlap.kernel) {
        kp_str_add(s, "<p>It has no loop.</p>\n");
        return;
    }
    add_facts(s, &v->overlap);
    add_checks(s, all, v);
    kp_str_add(s, "<p class=\"dim\">One iteration of the main loop, in cycles that the warp itself "
                  "needs to issue it. A line shows a load in flight, from its issue to the "
                  "instruction that first waits for it.</p>\n");
    kp_sass_html_loop(a, s, &v->overlap, false);
}

const char *kp_sass_html(struct kp_arena *a, const struct kp_sass_views *all)
{
    struct kp_str s = kp_str_new(a);

    kp_str_addf(&s,
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n"
                "<title>kpipe sass</title>\n<style>\n%s</style></head><body>\n<h1>",
                kp_html_style);
    kp_html_escape(&s, all->input.path);
    kp_str_addf(&s, " <span class=\"dim\">sm_%u</span></h1>\n", all->input.module->arch);
    for (size_t i = 0; i < all->v.n; i++)
        add_view(a, &s, all, &all->v.v[i]);
    kp_str_add(&s, "</body></html>\n");
    return kp_str_text(&s);
}
