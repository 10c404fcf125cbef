/* The kernel's text with the blocks merged: regions become loops over sub-blocks, and names in them
 * get the index of their copy. Everything else of the text stays. */
#include "merge/merging.h"

#include "emit/emit.h"

/* `[4][8]`, with a copy per sub-block, or the index of the copy at hand. */
static const char *per_axis(const struct kp_merging *m, unsigned along, bool is_index)
{
    struct kp_str out = kp_str_new(m->u->arena);

    for (int a = KP_AXES - 1; a >= 0; a--)
        if (along & (1u << a))
            kp_str_addf(&out, "[%s]",
                        is_index ? m->counter[a] : kp_sprintf(m->u->arena, "%d", m->factor[a]));
    return kp_str_text(&out);
}

/* A variable keeps its name, which now means a copy. A parameter's copies get another name. */
static const char *new_name(struct kp_merging *m, const struct kp_sym *s)
{
    if (s->kind == KP_SYM_PARAM && !m->renamed[s->id])
        m->renamed[s->id] = kp_name(m->given, kp_sprintf(m->u->arena, "kp_%s", s->name));
    return s->kind == KP_SYM_PARAM ? m->renamed[s->id] : s->name;
}

/* ---- names in a region ---------------------------------------------------------------------- */

static void rename_in(struct kp_merging *m, const struct kp_merged_region *r,
                      const struct kp_node *n, struct kp_patches *p, unsigned *asked)
{
    int axis = kp_builtin_axis(n, "blockIdx");
    unsigned bit = axis ? m->all & (1u << (axis - 'x')) : 0;

    if (bit) {
        *asked |= bit;
        kp_patch(m->u, p, n->span.begin, n->span.end, m->index[axis - 'x']);
        return;
    }
    if (n->kind == KP_REF && n->sym &&
        (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM) && m->varies[n->sym->id] &&
        !kp_is_private_of(m, r, n->sym))
        kp_patch(m->u, p, n->span.begin, n->span.end,
                 kp_sprintf(m->u->arena, "%s%s", new_name(m, n->sym),
                            per_axis(m, m->varies[n->sym->id], true)));
    kp_each_child(c, n) rename_in(m, r, c, p, asked);
}

/* ---- declarations --------------------------------------------------------------------------- */

/* `*name[8]`, the name changed, without its initialiser unless that stays. */
static const char *array_text(struct kp_merging *m, const struct kp_declarator *d)
{
    struct kp_unit *u = m->u;
    const struct kp_sym *s = d->var->sym;
    uint32_t end = d->var->has_init ? d->var->last->span.begin : d->span.end;

    return kp_sprintf(
        u->arena, "%s%s%s%s%s", kp_span_text(u, (struct kp_span){d->span.begin, d->name.begin}),
        new_name(m, s), per_axis(m, m->varies[s->id], false),
        kp_span_text(u, (struct kp_span){d->name.end, end}), d->var->has_init ? "{}" : "");
}

/* A declarator as a declaration of all copies, in `front`, and as the assignment of the copy at
 * hand, in `left`, where it has a value. */
static void split_declarator(struct kp_merging *m, const struct kp_declaration *d,
                             const struct kp_declarator *one, const char *indent,
                             const struct kp_patches *p, struct kp_str *front, struct kp_str *left)
{
    struct kp_unit *u = m->u;
    const struct kp_sym *s = one->var->sym;
    struct kp_span init = {0, one->span.end};

    if (s->n_dims) {
        kp_str_addf(front, "%s%s%s;%s", indent, kp_span_text(u, d->specifiers), array_text(m, one),
                    kp_newline(u));
        return;
    }
    kp_str_addf(front, "%s%s;%s", indent,
                kp_declare(u, s,
                           kp_sprintf(u->arena, "%s%s", new_name(m, s),
                                      per_axis(m, m->varies[s->id], false))),
                kp_newline(u));
    if (!one->var->has_init)
        return;
    for (struct kp_token t = kp_lex_code(u->source.text, one->name.end, init.end);
         t.kind != KP_TOKEN_END && !init.begin; t = kp_lex_at_level(u->source.text, t, init.end))
        init.begin = t.end; /* the `=` */
    kp_str_addf(left, "%s%s%s =%s;", left->n ? " " : "", new_name(m, s),
                per_axis(m, m->varies[s->id], true), kp_render(u, init, p));
}

/* The declaration in front of a region's loops, and what is left of it in them. */
static void move_declaration(struct kp_merging *m, const struct kp_node *stmt, const char *indent,
                             struct kp_patches *p, struct kp_str *front)
{
    struct kp_declaration d;
    struct kp_str left = kp_str_new(m->u->arena);

    kp_cut_declaration(m->u, stmt, &d); /* the judge has seen that it can be */
    for (size_t i = 0; i < d.list.n; i++)
        split_declarator(m, &d, &d.list.v[i], indent, p, front, &left);
    kp_patch(m->u, p, d.whole.begin, d.whole.end, kp_str_text(&left));
}

static bool stays_inside(const struct kp_merging *m, const struct kp_merged_region *r,
                         const struct kp_node *stmt)
{
    if (stmt->kind != KP_DECL_STMT)
        return true;
    kp_each_child(v, stmt) if (v->kind == KP_VAR && v->sym &&
                               !kp_is_private_of(m, r, v->sym)) return false;
    return true;
}

/* ---- regions -------------------------------------------------------------------------------- */

static struct kp_span span_of(const struct kp_merging *m, const struct kp_merged_region *r)
{
    struct kp_span pragma = kp_pragma_before(m->u, r->first);

    return (struct kp_span){pragma.end > pragma.begin ? pragma.begin : r->first->span.begin,
                            kp_stmt_end(m->u, r->last)};
}

/* `for (...)` per axis, the last with an open brace. */
static const char *open_loops(struct kp_merging *m, unsigned along, const char *indent,
                              struct kp_str *out)
{
    struct kp_unit *u = m->u;
    const char *nl = kp_newline(u), *in = indent;

    for (int a = KP_AXES - 1; a >= 0; a--) {
        if (!(along & (1u << a)))
            continue;
        along &= ~(1u << a);
        kp_str_addf(out, "%s#pragma unroll%s%sfor (unsigned int %s = 0; %s < %d; %s++)%s%s", in, nl,
                    in, m->counter[a], m->counter[a], m->factor[a], m->counter[a],
                    along ? "" : " {", nl);
        in = kp_sprintf(u->arena, "%s%s", in, m->unit);
    }
    return in;
}

/* The condition under which the present sub-block does nothing. */
static const char *ends(struct kp_merging *m, int axis)
{
    if (m->some & (1u << axis))
        return kp_sprintf(m->u->arena, "!%s[%s]", m->live[axis], m->counter[axis]);
    return kp_sprintf(m->u->arena, "%s + %s >= gridDim.%c", m->first[axis], m->counter[axis],
                      kp_axis_letter(axis));
}

/* The sub-block's index, in a region that it then does not run or in which another one replaces it.
 */
static const char *index_of(struct kp_merging *m, int axis, bool stores)
{
    const char *at = kp_sprintf(m->u->arena, "%s + %s", m->first[axis], m->counter[axis]);
    int x = kp_axis_letter(axis);

    if (stores)
        return at;
    if (m->some & (1u << axis))
        return kp_sprintf(m->u->arena, "%s + (%s[%s] ? %s : %s)", m->first[axis], m->live[axis],
                          m->counter[axis], m->counter[axis], m->stand[axis]);
    return kp_sprintf(m->u->arena, "%s < gridDim.%c ? %s : gridDim.%c - 1", at, x, at, x);
}

/* The index of the present sub-block; those beyond the grid use the grid's last one. */
static void say_index(struct kp_merging *m, const struct kp_merged_region *r, unsigned asked,
                      const char *in, struct kp_str *out)
{
    const char *nl = kp_newline(m->u);

    for (int a = KP_AXES - 1; a >= 0; a--)
        if (r->stores && r->along & (1u << a))
            kp_str_addf(out, "%sif (%s)%s%s%scontinue;%s", in, ends(m, a), nl, in, m->unit, nl);
    for (int a = KP_AXES - 1; a >= 0; a--)
        if (asked & (1u << a))
            kp_str_addf(out, "%sconst unsigned int %s = %s;%s", in, m->index[a],
                        index_of(m, a, r->stores), nl);
}

/* The text of a region's statements, names and declarations changed; what is declared in front of
 * it goes to `front`. "" when nothing is left. */
static const char *body_of(struct kp_merging *m, const struct kp_merged_region *r,
                           const char *indent, struct kp_str *front, unsigned *asked)
{
    struct kp_unit *u = m->u;
    struct kp_patches p = {0};
    const char *text;
    size_t n;

    for (const struct kp_node *c = r->first; c; c = c == r->last ? NULL : c->next)
        rename_in(m, r, c, &p, asked);
    for (const struct kp_node *c = r->first; kp_is_tail(m, r) && c; c = c->next)
        kp_print_returns(m, c, &p);
    for (const struct kp_node *c = r->first; c; c = c == r->last ? NULL : c->next)
        if (!stays_inside(m, r, c))
            move_declaration(m, c, indent, &p, front);
    text = kp_sprintf(u->arena, "%s%s", indent, kp_render(u, span_of(m, r), &p));
    for (n = strlen(text); n && strchr(" \t\r\n", text[n - 1]); n--)
        ;
    return kp_strndup(u->arena, text, n);
}

/* Where the text of a statement begins that has no braces around it: behind what stands in front of
 * it, if that is no comment. */
static uint32_t behind_header(const struct kp_merging *m, const struct kp_merged_region *r,
                              uint32_t at)
{
    const char *s = m->u->source.text;
    uint32_t end = at;

    for (struct kp_token t = kp_lex(s, r->first->parent->span.begin, at); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, at))
        end = t.kind == KP_TOKEN_DIRECTIVE ? at : t.end;
    return strspn(s + end, " \t\r\n") == at - end ? end : at;
}

static void add_loops(struct kp_merging *m, const struct kp_merged_region *r, const char *indent,
                      const char *body, unsigned asked, struct kp_str *out)
{
    const char *in;

    if (!body[strspn(body, " \t\r\n")])
        return;
    in = open_loops(m, r->along, indent, out);
    say_index(m, r, asked, in, out);
    kp_str_addf(out, "%s%s%s}", kp_indented(m->u, body, in + strlen(indent)), kp_newline(m->u),
                in + strlen(m->unit));
}

/* A text whose first line is already indented. */
static void put(struct kp_merging *m, struct kp_span s, const char *indent, const char *text)
{
    if (!kp_heads_line(m->u, s.begin)) { /* a pragma has its own */
        kp_patch(m->u, m->patches, s.begin, s.end,
                 kp_sprintf(m->u->arena, "%s%s", kp_newline(m->u), text));
        return;
    }
    kp_patch(m->u, m->patches, s.begin, s.end,
             text + (kp_starts_with(text, indent) ? strlen(indent) : 0));
}

static void print_region(struct kp_merging *m, const struct kp_merged_region *r)
{
    struct kp_unit *u = m->u;
    struct kp_span s = span_of(m, r);
    const char *nl = kp_newline(u), *indent = kp_indent_of(u, r->first->span.begin), *body;
    struct kp_str out = kp_str_new(u->arena), front = kp_str_new(u->arena);
    unsigned asked = 0;
    uint32_t begin;

    body = body_of(m, r, indent, &front, &asked);
    kp_str_add(&out, kp_str_text(&front));
    add_loops(m, r, indent, body, asked, &out);
    body = kp_str_text(&out);
    if (r->first->parent->kind == KP_COMPOUND)
        return put(m, s, indent, body);
    begin = behind_header(m, r, s.begin);
    kp_patch(u, m->patches, begin, s.end,
             kp_sprintf(u->arena, "%s{%s%s%s%s}", begin < s.begin ? " " : "", nl, body, nl,
                        kp_indent_of(u, r->first->parent->span.begin)));
}

static const struct kp_merged_region *region_of(const struct kp_merging *m,
                                                const struct kp_node *var)
{
    for (size_t i = 0; i < m->regions.n; i++)
        if (m->regions.v[i].first == var)
            return &m->regions.v[i];
    return NULL;
}

/* A declaration whose declarators run along different axes: one by one. */
static void print_mixed(struct kp_merging *m, const struct kp_node *stmt)
{
    struct kp_unit *u = m->u;
    const char *indent = kp_indent_of(u, stmt->span.begin), *nl = kp_newline(u);
    struct kp_str out = kp_str_new(u->arena);
    struct kp_declaration d;

    kp_cut_declaration(u, stmt, &d);
    for (size_t i = 0; i < d.list.n; i++) {
        const struct kp_merged_region *r = region_of(m, d.list.v[i].var);
        struct kp_str left = kp_str_new(u->arena);
        struct kp_patches p = {0};
        unsigned asked = 0;

        kp_str_add(&out, out.n && !kp_ends_with(kp_str_text(&out), nl) ? nl : "");
        if (!r) {
            kp_str_addf(&out, "%s%s%s;", indent, kp_span_text(u, d.specifiers),
                        kp_span_text(u, d.list.v[i].span));
            continue;
        }
        rename_in(m, r, d.list.v[i].var, &p, &asked);
        split_declarator(m, &d, &d.list.v[i], indent, &p, &out, &left);
        add_loops(m, r, indent, kp_sprintf(u->arena, "%s%s", indent, kp_str_text(&left)), asked,
                  &out);
    }
    put(m, d.whole, indent, kp_str_text(&out));
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static void print_shared(struct kp_merging *m, const struct kp_node *n)
{
    struct kp_declaration d;

    kp_each_child(c, n) print_shared(m, c);
    if (n->kind != KP_DECL_STMT || !n->first || n->first->kind != KP_VAR || !n->first->sym ||
        n->first->sym->space != KP_SPACE_SHARED || !kp_cut_declaration(m->u, n, &d))
        return;
    for (size_t i = 0; i < d.list.n; i++) {
        const struct kp_sym *s = d.list.v[i].var->sym;

        if (m->varies[s->id])
            kp_patch(m->u, m->patches, d.list.v[i].name.begin, d.list.v[i].name.end,
                     kp_sprintf(m->u->arena, "%s%s", new_name(m, s),
                                per_axis(m, m->varies[s->id], false)));
    }
}

/* `T name`; a copy of a restrict pointer is not the only way to its memory. */
static const char *declare_copy(struct kp_merging *m, const struct kp_sym *s, const char *name)
{
    const char *element =
        s->type->kind == KP_TYPE_POINTER ? kp_said_type(m->u, m->f->decl, s->type->elem) : NULL;

    return element && s->type->is_restrict ? kp_sprintf(m->u->arena, "%s *%s", element, name)
                                           : kp_declare(m->u, s, name);
}

/* Parameters that the kernel advances. */
static void print_parameters(struct kp_merging *m, const char *indent, struct kp_str *out)
{
    const char *nl = kp_newline(m->u);

    kp_each_child(p, m->f->decl)
    {
        unsigned along = p->kind == KP_PARAM && p->sym ? m->varies[p->sym->id] : 0;
        const char *in;

        if (!along)
            continue;
        kp_str_addf(out, "%s%s;%s", indent,
                    declare_copy(m, p->sym,
                                 kp_sprintf(m->u->arena, "%s%s", new_name(m, p->sym),
                                            per_axis(m, along, false))),
                    nl);
        in = open_loops(m, along, indent, out);
        kp_str_addf(out, "%s%s%s = %s;%s%s}%s", in, new_name(m, p->sym), per_axis(m, along, true),
                    p->sym->name, nl, in + strlen(m->unit), nl);
    }
}

/* Blocks start in the order of their indices, x first, on one SM after the other. If only some
 * blocks of each row had work, these would be on few SMs (docs/user/merge.md). So, if the grid's x
 * can be divided, whole rows of blocks have work: each row does that of as many rows as are merged
 * along x. */
static void print_order(struct kp_merging *m, const char *in, const char *number[KP_AXES],
                        struct kp_str *to)
{
    const char *nl = kp_newline(m->u), *even = kp_name(m->given, "kp_even");
    int n = m->factor[0];

    number[0] = kp_name(m->given, "kp_column");
    number[1] = kp_name(m->given, "kp_row");
    kp_str_addf(to,
                "%sconst bool %s = gridDim.x %% %d == 0; // then the first blocks are those with "
                "work%s%sconst unsigned int %s = %s ? blockIdx.x / %d : blockIdx.x;%s",
                in, even, n, nl, in, number[0], even, n, nl);
    kp_str_addf(to,
                "%sconst unsigned int %s = %s ? blockIdx.y * %d + blockIdx.x %% %d : "
                "blockIdx.y;%s",
                in, number[1], even, n, n, nl);
}

static void print_head(struct kp_merging *m)
{
    struct kp_unit *u = m->u;
    const struct kp_node *body = m->f->body;
    const char *nl = kp_newline(u),
               *in = body->first ? kp_indent_of(u, body->first->span.begin) : "";
    struct kp_str out = kp_str_new(u->arena);
    const char *separator = "", *number[KP_AXES] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};

    kp_str_addf(&out, "%s%s// kpipe " KP_VERSION ": %s (revert this change to undo)%s", nl, in,
                kp_merge_words(m), nl);
    if ((m->all & KP_ALONG_X) && (m->all & KP_ALONG_Y))
        print_order(m, in, number, &out);
    kp_str_addf(&out, "%sif (", in);
    for (int a = KP_AXES - 1; a >= 0; a--) {
        if (!(m->all & (1u << a)))
            continue;
        kp_str_addf(&out, "%s%s > (gridDim.%c - 1) / %d", separator, number[a], kp_axis_letter(a),
                    m->factor[a]);
        separator = " || ";
    }
    kp_str_addf(&out, ")%s%s%sreturn;%s", nl, in, m->unit, nl);
    for (int a = KP_AXES - 1; a >= 0; a--)
        if (m->all & (1u << a))
            kp_str_addf(&out, "%sconst unsigned int %s = %s * %d;%s", in, m->first[a], number[a],
                        m->factor[a], nl);
    kp_str_add(&out, m->early_text);
    print_parameters(m, in, &out);
    kp_patch(u, m->patches, body->span.begin + 1, body->span.begin + 1, kp_str_text(&out));
}

void kp_print_merged(struct kp_merging *m)
{
    static const char *const requests[][KP_AXES] = {{"kp_x", "kp_y", "kp_z"},
                                                    {"kp_x0", "kp_y0", "kp_z0"},
                                                    {"kp_bx", "kp_by", "kp_bz"},
                                                    {"kp_live_x", "kp_live_y", "kp_live_z"},
                                                    {"kp_stand_x", "kp_stand_y", "kp_stand_z"}};
    const char **to[] = {m->counter, m->first, m->index, m->live, m->stand};
    const struct kp_node *body = m->f->body;

    kp_names_function(m->given, m->f->sym);
    for (size_t k = 0; k < sizeof to / sizeof *to; k++)
        for (int a = 0; a < KP_AXES; a++)
            to[k][a] = kp_name(m->given, requests[k][a]);
    m->renamed = kp_new_array(m->u->arena, const char *, kp_sym_count(m->u));
    kp_print_early(m, body->first ? kp_indent_of(m->u, body->first->span.begin) : "");
    for (size_t i = 0; i < m->regions.n; i++) {
        const struct kp_node *first = m->regions.v[i].first;

        if (first->kind != KP_VAR)
            print_region(m, &m->regions.v[i]);
        else if (!i || m->regions.v[i - 1].first->parent != first->parent)
            print_mixed(m, first->parent);
    }
    print_shared(m, m->f->body);
    print_head(m);
}
