/* One part of the loop's body as text: the user's lines as they stand, without the statements that
 * belong elsewhere. A statement takes along the comments above it and the one behind it. */
#include "emit/emit.h"
#include "model/uses.h"

struct pruner {
    struct kp_emitter *e;
    enum kp_part_kind kind;
    struct kp_part *part;
    struct kp_patches patches;
    bool loads_again; /* trips that are not in registers */
};

static bool prune(struct pruner *p, const struct kp_node *n);

/* ---- where statements begin and end ------------------------------------------------------- */

static uint32_t interior_begin(const struct kp_unit *u, const struct kp_node *list)
{
    uint32_t open = list->span.begin + 1, end = kp_skip_line_end(u, open);

    return end > open && u->source.text[end - 1] == '\n' ? end : kp_skip_blanks(u, open);
}

static uint32_t interior_end(const struct kp_unit *u, const struct kp_node *list)
{
    uint32_t close = list->span.end - 1;

    return kp_heads_line(u, close) ? kp_line_begin(u, close) : close;
}

static uint32_t segment_end(const struct kp_unit *u, const struct kp_node *n)
{
    uint32_t end = kp_stmt_end(u, n), line = kp_skip_line_end(u, end);

    return line > end && u->source.text[line - 1] == '\n' ? line : kp_skip_blanks(u, end);
}

/* Take a statement of a list out, with its comments, and its line when nothing else is on it.
 * before: the one in front of it; NULL: none. */
static void take_out(struct pruner *p, const struct kp_node *list, const struct kp_node *before,
                     const struct kp_node *n)
{
    struct kp_unit *u = p->e->u;
    uint32_t begin = before ? segment_end(u, before) : interior_begin(u, list);
    uint32_t end = segment_end(u, n);
    bool whole_line = u->source.text[end - 1] == '\n';
    const char *text = "";

    if (whole_line && !kp_heads_line(u, begin)) {
        text = p->e->nl;
        while (begin > 0 && strchr(" \t", u->source.text[begin - 1]))
            begin--;
    } else if (!whole_line && kp_line_begin(u, begin) == begin) {
        begin = kp_pragma_before(u, n).begin;
    }
    kp_patch(u, &p->patches, begin, end, text);
}

/* ---- which statements --------------------------------------------------------------------- */

static bool belongs(const struct pruner *p, const struct kp_stmt *s)
{
    if (kp_is_hoisted(p->e->l, s->node))
        return false;
    switch (p->kind) {
    case KP_PART_RING:
        if (kp_has_node(&p->e->ring_kept, s->node))
            return true;
        break;
    case KP_PART_COMPUTE:
        break;
    default:
        return s->in_load;
    }
    if (kp_ablation_of(p->e) == KP_ABLATION_LOAD)
        return false;
    return s->is_barrier ? !s->drop_barrier : s->in_compute;
}

static bool is_slice_part(const struct pruner *p)
{
    return p->kind == KP_PART_LOAD || p->kind == KP_PART_FETCH || p->kind == KP_PART_STORE ||
           p->kind == KP_PART_ADVANCE;
}

/* ---- inside the slice --------------------------------------------------------------------- */

/* Declarators that this part does not need: they would stand there unused. */
static bool prune_declaration(struct pruner *p, const struct kp_node *n)
{
    struct kp_unit *u = p->e->u;
    bool from_registers = !p->loads_again && kp_is_in_peeled(p->e, n);
    const struct kp_syms *needs = p->kind == KP_PART_ADVANCE ? &p->e->advance_needs
                                  : p->kind != KP_PART_STORE ? &p->e->fetch_needs
                                  : from_registers           ? &p->e->store_needs
                                                             : &p->e->more_needs;
    struct kp_declaration d;
    size_t kept = 0, last = 0;
    bool *keep;

    if (!kp_cut_declaration(u, n, &d))
        return true;
    keep = kp_new_array(u->arena, bool, d.list.n);
    for (size_t i = 0; i < d.list.n; i++) {
        const struct kp_node *var = d.list.v[i].var;

        keep[i] = p->kind == KP_PART_STORE || !kp_is_async_temp(p->e, var);
        if (p->kind != KP_PART_LOAD && keep[i])
            keep[i] = kp_has_sym(needs, var->sym);
        kept += keep[i];
    }
    for (size_t i = 0; i < d.list.n && kept && kept < d.list.n; i++) {
        bool seen = last || (i && keep[0]);

        if (keep[i])
            last = i;
        else if (!seen)
            kp_patch(u, &p->patches, d.list.v[i].span.begin, d.list.v[i + 1].span.begin, "");
        else
            kp_patch(u, &p->patches, d.list.v[i - 1].span.end, d.list.v[i].span.end, "");
    }
    return kept > 0;
}

/* True if another of the statement's registers is in front of this one, or behind it. */
static bool has_neighbour(const struct pruner *p, size_t i, bool behind)
{
    const struct kp_node *n = p->e->regs.v[i].site->node;

    return behind ? i + 1 < p->e->regs.n && p->e->regs.v[i + 1].site->node == n
                  : i > 0 && p->e->regs.v[i - 1].site->node == n;
}

/* What sets variables: `v = kp_r0;` in its place, or `kp_r0 = v;` behind it. */
static void patch_assignment(struct pruner *p, size_t i)
{
    struct kp_unit *u = p->e->u;
    const struct kp_reg *r = &p->e->regs.v[i];
    const struct kp_node *n = r->site->node;
    uint32_t end = kp_stmt_end(u, n);
    const char *name = kp_set_text(u, r->site);
    bool stores = p->kind == KP_PART_STORE, alone = n->parent->kind != KP_COMPOUND;
    bool first = !has_neighbour(p, i, false), last = !has_neighbour(p, i, true);
    const char *space =
        n->kind == KP_ASSIGN || alone || (stores && first)
            ? " "
            : kp_sprintf(u->arena, "%s%s", p->e->nl, kp_indent_of(u, n->span.begin));

    alone &= !stores || !(first && last);
    if (first && stores)
        kp_patch(u, &p->patches, n->span.begin, end, alone ? "{" : "");
    else if (first && alone)
        kp_patch(u, &p->patches, n->span.begin, n->span.begin, "{ ");
    kp_patch(u, &p->patches, end, end,
             kp_sprintf(u->arena, "%s%s = %s;%s", stores && first && !alone ? "" : space,
                        stores ? name : r->use, stores ? r->use : name, alone && last ? " }" : ""));
}

static void patch_registers(struct pruner *p, const struct kp_leaf *leaf)
{
    for (size_t i = 0; i < p->e->regs.n; i++) {
        const struct kp_reg *r = &p->e->regs.v[i];
        const struct kp_node *site = kp_staged_node(p->e, r->site);

        if (!kp_is_inside(site, leaf->node))
            continue;
        if (r->site->assigned) {
            patch_assignment(p, i);
            continue;
        }
        kp_patch(p->e->u, &p->patches, site->span.begin, site->span.end,
                 p->kind == KP_PART_STORE
                     ? r->use
                     : kp_sprintf(p->e->u->arena, "(%s = %s)", r->use,
                                  site == r->site->node ? kp_read_text(p->e, r->site)
                                                        : kp_span_text(p->e->u, site->span)));
    }
}

/* What was __ldg may have to be another read. */
static void patch_reads(struct pruner *p, const struct kp_leaf *leaf)
{
    for (size_t i = 0; i < p->e->regs.n; i++) {
        const struct kp_site *s = p->e->regs.v[i].site;

        if (kp_is_inside(s->node, leaf->node) && !s->assigned)
            kp_patch(p->e->u, &p->patches, s->node->span.begin, s->node->span.end,
                     kp_read_text(p->e, s));
    }
}

/* A statement that has become short goes onto one line. */
static void join_lines(struct pruner *p, const struct kp_node *n)
{
    struct kp_unit *u = p->e->u;
    struct kp_span span = {n->span.begin, kp_stmt_end(u, n)};
    const char *text = kp_render(u, span, &p->patches), *line = kp_one_line(u, text);

    if (line != text && strlen(kp_indent_of(u, span.begin)) + strlen(line) <= KP_LINE_LENGTH)
        kp_patch(u, &p->patches, span.begin, span.end, line);
}

static void keep_sites(struct pruner *p, const struct kp_leaf *leaf)
{
    for (size_t i = 0; i < p->e->regs.n; i++) {
        const struct kp_site *s = p->e->regs.v[i].site;

        if (kp_site_filled_by(p->e, leaf->node) == s)
            kp_add_node(p->e->u, &p->part->kept, kp_child(leaf->node, 1));
        if (!kp_is_inside(s->node, leaf->node))
            continue;
        kp_add_node(p->e->u, &p->part->kept, kp_staged_node(p->e, s));
        if (kp_filled(p->e, s) && s->fill)
            kp_add_node(p->e->u, &p->part->kept, s->fill);
        for (size_t k = 0; k < s->conds.n; k++)
            kp_add_node(p->e->u, &p->part->kept, s->conds.v[k].cond);
    }
}

/* What stands around the statements inside `n`: conditions, headers. */
static void keep_header(struct pruner *p, const struct kp_node *n)
{
    unsigned last = n->kind == KP_IF ? 2 : n->n_children - 1;

    for (unsigned i = 0; i < last; i++)
        kp_add_node(p->e->u, &p->part->kept, kp_child(n, i));
}

static bool prune_leaf(struct pruner *p, const struct kp_node *n)
{
    const struct kp_leaf *leaf = kp_leaf_of(p->e, n);
    enum kp_leaf_state state = p->loads_again               ? leaf->more
                               : p->kind == KP_PART_STORE   ? leaf->store
                               : p->kind == KP_PART_ADVANCE ? leaf->advance
                                                            : leaf->fetch;

    if (state == KP_LEAF_SITES) {
        kp_patch(p->e->u, &p->patches, n->span.begin, kp_stmt_end(p->e->u, n),
                 kp_fetch_text(p->e, leaf));
        keep_sites(p, leaf);
    }
    if (state != KP_LEAF_KEEP)
        return state == KP_LEAF_SITES;
    kp_add_node(p->e->u, &p->part->kept, n);
    if (p->loads_again)
        patch_reads(p, leaf);
    else if (p->kind == KP_PART_FETCH || p->kind == KP_PART_STORE)
        patch_registers(p, leaf);
    if (n->kind == KP_DECL_STMT && !prune_declaration(p, n))
        return false;
    if (p->kind == KP_PART_STORE && !p->loads_again && strchr(kp_span_text(p->e->u, n->span), '\n'))
        join_lines(p, n);
    return true;
}

bool kp_may_take_else(const struct kp_node *n)
{
    for (n = n->parent; n && n->kind != KP_COMPOUND; n = n->parent)
        if (n->kind == KP_IF && kp_child(n, 3)->kind != KP_NONE)
            return true;
    return false;
}

static bool prune_if(struct pruner *p, const struct kp_node *n)
{
    const struct kp_unit *u = p->e->u;
    const struct kp_node *then = kp_child(n, 2), *other = kp_child(n, 3);
    bool has_else = other->kind != KP_NONE;
    bool in_then = prune(p, then), in_else = has_else && prune(p, other);

    if (!in_then && !in_else)
        return false;
    if (p->kind == KP_PART_STORE && !p->loads_again && kp_is_filled_if(p->e, n)) {
        kp_patch_filled_if(p->e, &p->patches, n);
        return true;
    }
    if (p->kind == KP_PART_FETCH && !has_else && kp_is_filled_if(p->e, n))
        kp_patch_missing_else(p->e, &p->patches, n);
    keep_header(p, n);
    if (!in_then)
        kp_patch(p->e->u, &p->patches, then->span.begin, kp_stmt_end(u, then), "{}");
    if (has_else && !in_else && kp_may_take_else(n))
        kp_patch(p->e->u, &p->patches, other->span.begin, kp_stmt_end(u, other), "{}");
    else if (has_else && !in_else)
        kp_patch(p->e->u, &p->patches, kp_stmt_end(u, then), kp_stmt_end(u, other), "");
    return true;
}

/* A loop whose number of trips is not known, in kp_store. */
static bool cut_loop(struct pruner *p, const struct kp_node *n)
{
    struct pruner more = *p;

    more.loads_again = true;
    more.patches = (struct kp_patches){0};
    if (!prune(p, n->last) || !prune(&more, n->last))
        return false;
    keep_header(p, n);
    kp_patch_peeled(p->e, n, &p->patches, &more.patches);
    return true;
}

static bool prune_loop(struct pruner *p, const struct kp_node *n)
{
    bool counts = (p->kind == KP_PART_FETCH || p->kind == KP_PART_STORE) && !p->loads_again &&
                  kp_is_around_register(p->e, n);

    if (counts && p->kind == KP_PART_STORE && kp_is_peeled_at(p->e, n))
        return cut_loop(p, n);
    if (!prune(p, n->last))
        return false;
    keep_header(p, n);
    if (counts)
        kp_patch_counter(p->e, &p->patches, n);
    return true;
}

/* A block of which nothing but names is left goes as a whole: they mean nothing outside. */
static bool prune_list(struct pruner *p, const struct kp_node *list)
{
    const struct kp_node *before = NULL;
    bool any = false;

    kp_each_child(c, list)
    {
        if (prune(p, c))
            any = any || !kp_declares_names_only(p->e->u, c);
        else
            take_out(p, list, before, c);
        before = c;
    }
    return any;
}

static bool is_leaf(const struct kp_emitter *e, const struct kp_node *n)
{
    const struct kp_leaf *leaf = kp_leaf_of(e, n);

    return leaf && leaf->node == n;
}

/* In a lambda of its own, compute ends where its iteration did. */
static void end_iterations(struct pruner *p, const struct kp_node *n)
{
    kp_each_below(x, n) if (kp_continues(x, p->e->l->node))
        kp_patch(p->e->u, &p->patches, x->span.begin, x->span.begin + (uint32_t)strlen("continue"),
                 "return");
}

/* Marks what does not belong; true if anything is left of the statement. */
static bool prune(struct pruner *p, const struct kp_node *n)
{
    const struct kp_stmt *s = kp_stmt_at(p->e->l, n);

    if (s) {
        if (!belongs(p, s))
            return false;
        if (!is_slice_part(p)) {
            if (p->kind == KP_PART_COMPUTE)
                end_iterations(p, n);
            kp_add_node(p->e->u, &p->part->kept, n);
            return true;
        }
    }
    if (is_slice_part(p) && is_leaf(p->e, n))
        return prune_leaf(p, n);
    switch (n->kind) {
    case KP_NONE:
        return false;
    case KP_NULL_STMT:
        return !is_slice_part(p);
    case KP_COMPOUND:
        return prune_list(p, n);
    case KP_IF:
        return prune_if(p, n);
    case KP_FOR:
    case KP_WHILE:
    case KP_RANGE_FOR:
        return prune_loop(p, n);
    case KP_DO:
    case KP_LABEL:
        return prune(p, n->first);
    default:
        return prune_leaf(p, n);
    }
}

void kp_make_part(struct kp_emitter *e, enum kp_part_kind kind, const char *name)
{
    struct kp_unit *u = e->u;
    struct pruner p = {.e = e, .kind = kind, .part = &e->parts[kind]};
    struct kp_span inner = {interior_begin(u, e->body), interior_end(u, e->body)};
    const char *text;

    prune_list(&p, e->body);
    if (kind != KP_PART_COMPUTE && kind != KP_PART_RING && e->body->last) {
        uint32_t behind = segment_end(u, e->body->last); /* comments there are compute's */

        if (behind < inner.end)
            kp_patch(u, &p.patches, behind, inner.end, "");
    }
    if (kind == KP_PART_LOAD || kind == KP_PART_FETCH)
        kp_patch_async(e, &p.patches);
    text = kp_trimmed_lines(u, kp_render(u, inner, &p.patches));
    if (*text && kp_line_begin(u, inner.begin) != inner.begin)
        text = kp_sprintf(u->arena, "%s%s%s", e->indent, e->unit, text + strspn(text, " \t"));
    p.part->name = name;
    p.part->text = text;
}
