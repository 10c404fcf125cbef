/* Small questions about the tree that every pass asks. */
#include <string.h>

#include "front/tree.h"

#include "front/lex.h"
#include "util/str.h"

struct kp_node *kp_child(const struct kp_node *n, unsigned i)
{
    struct kp_node *c = n ? n->first : NULL;

    while (c && i--)
        c = c->next;
    return c;
}

const struct kp_node *kp_next_below(const struct kp_node *x, const struct kp_node *top)
{
    if (x->first)
        return x->first;
    if (x == top)
        return NULL;
    /* `top` may be a copy of a node, which its children do not know */
    for (const struct kp_node *end = top->first->parent; !x->next;) {
        x = x->parent;
        if (x == end)
            return NULL;
    }
    return x->next;
}

bool kp_is_inside(const struct kp_node *inner, const struct kp_node *outer)
{
    if (inner && outer && inner->order && outer->order &&
        (inner->order < outer->order || inner->order >= outer->behind))
        return false;
    for (; inner; inner = inner->parent)
        if (inner == outer)
            return true;
    return false;
}

const struct kp_node *kp_function_around(const struct kp_node *n)
{
    while (n && n->kind != KP_FUNCTION)
        n = n->parent;
    return n;
}

bool kp_spans_overlap(struct kp_span a, struct kp_span b)
{
    return a.begin < b.end && b.begin < a.end;
}

const char *kp_kind_name(enum kp_kind k)
{
    static const char *const names[] = {
#define KP_NODE(name) #name,
#include "kp_node.def"
    };

    return names[k];
}

const char *kp_op_text(enum kp_op op)
{
    static const char *const texts[] = {
#define KP_OPERATOR(name, text) text,
#include "kp_op.def"
    };

    return texts[op];
}

const char *kp_base_name_of(const char *qualified)
{
    const char *name = qualified, *colon;

    while ((colon = strstr(name, "::")))
        name = colon + 2;
    return name;
}

bool kp_is_operator_name(const char *name)
{
    static const char word[] = "operator";

    return kp_starts_with(name, word) && !kp_is_ident_char(name[sizeof word - 1]);
}

const struct kp_type *kp_referred_type(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_REFERENCE ? t->elem : t;
}

/* `auto &to = As;`, `const auto *from = A;` in a template: the name whose type the variable's
 * follows; NULL: it has a type of its own, or follows something else. */
static const struct kp_node *followed_name(const struct kp_sym *s)
{
    const struct kp_node *var = s ? s->decl : NULL, *to;

    if (!var || var->kind != KP_VAR || !var->has_init || !s->type || !s->type->elem ||
        !kp_is_auto(s->type->elem))
        return NULL;
    to = var->last;
    if (to->kind != KP_REF || !to->sym || to->sym == s || !to->sym->type)
        return NULL;
    return s->type->kind == KP_TYPE_REFERENCE ||
                   (s->type->kind == KP_TYPE_POINTER && to->sym->type->kind == KP_TYPE_POINTER)
               ? to
               : NULL;
}

const struct kp_type *kp_lvalue_type(const struct kp_node *e)
{
    const struct kp_type *t = e->type, *b = NULL;
    const struct kp_node *followed = e->kind == KP_REF ? followed_name(e->sym) : NULL;

    if (followed)
        return kp_lvalue_type(followed);
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (t && t->kind != KP_TYPE_DEPENDENT && t->kind != KP_TYPE_OTHER && t->kind != KP_TYPE_ARRAY)
        return t;
    switch (e->kind) {
    case KP_REF:
    case KP_MEMBER:
        b = e->sym ? e->sym->type : t;
        return b && b->kind == KP_TYPE_REFERENCE ? b->elem : b;
    case KP_INDEX:
    case KP_UNARY:
        b = e->kind == KP_INDEX || e->op == KP_OP_DEREF ? kp_lvalue_type(e->first) : NULL;
        return b && (b->kind == KP_TYPE_ARRAY || b->kind == KP_TYPE_POINTER) ? b->elem : t;
    case KP_BINARY:
        b = kp_lvalue_type(e->first);
        return b && (b->kind == KP_TYPE_ARRAY || b->kind == KP_TYPE_POINTER) ? b : t;
    default:
        return t;
    }
}

int64_t kp_lvalue_bytes(const struct kp_node *e)
{
    const struct kp_type *t = kp_lvalue_type(e);

    return t && t->size > 0 ? t->size : -1;
}

/* True if the type is a pointer, a reference or similar, so that qualifiers before it belong to its
 * target. */
static bool ends_in_declarator(const char *spelling)
{
    int depth = 0;
    bool is = false;

    for (const char *s = spelling; *s; s++) {
        depth += *s == '<' ? 1 : *s == '>' ? -1 : 0;
        is |= depth == 0 && (*s == '*' || *s == '&');
    }
    return is;
}

const char *kp_plain_type(struct kp_arena *a, const char *spelling)
{
    static const char *const words[] = {"const", "volatile", "__restrict"};
    bool is_target = ends_in_declarator(spelling);
    size_t n = strlen(spelling);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t word = strlen(words[i]);

        if (n > word && !is_target && kp_starts_with(spelling, words[i]) && spelling[word] == ' ')
            return kp_plain_type(a, spelling + word + 1);
        if (n > word && kp_ends_with(spelling, words[i]) && strchr(" *", spelling[n - word - 1]))
            return kp_plain_type(
                a, kp_strndup(a, spelling, n - word - (spelling[n - word - 1] == ' ')));
    }
    return spelling;
}

const char *kp_base_name(const struct kp_type *t)
{
    if (t->decl)
        return t->decl->qualified;
    return kp_starts_with(t->spelling, "const ") ? t->spelling + 6 : t->spelling;
}

bool kp_is_left_open(const struct kp_type *t)
{
    return !t || t->is_dependent || t->kind == KP_TYPE_DEPENDENT;
}

bool kp_is_value(const struct kp_type *t)
{
    return kp_is_number(t) || (t && t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude &&
                               t->copies_bits && t->starts_unset && !t->ends_in_code);
}

bool kp_is_empty_constructor(const struct kp_node *n)
{
    const struct kp_type *t = n->type;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return n->kind == KP_CONSTRUCT && !n->first && t && t->kind == KP_TYPE_RECORD &&
           t->starts_unset;
}

const struct kp_node *kp_first_value(const struct kp_node *var)
{
    const struct kp_type *t = var->sym ? var->sym->type : NULL;
    const struct kp_node *init = var->last;

    return init && init->kind == KP_INIT_LIST && init->n_children == 1 && t &&
                   (kp_is_number(t) || t->kind == KP_TYPE_POINTER || kp_is_type_parameter(t))
               ? init->first
               : init;
}

const struct kp_type *kp_innermost_type(const struct kp_type *t)
{
    while (t && t->elem)
        t = t->elem;
    return t;
}

bool kp_is_auto(const struct kp_type *t)
{
    return t && t->canonical && kp_streq(kp_base_name(t), "auto");
}

bool kp_is_type_parameter(const struct kp_type *t)
{
    const char *name = t && t->kind == KP_TYPE_DEPENDENT ? t->canonical : "";

    name += kp_starts_with(name, "const ") ? strlen("const ") : 0;
    return kp_starts_with(name, "type-parameter") && !strpbrk(name, "<:&[ ");
}

bool kp_is_number(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
                 t->kind == KP_TYPE_ENUM);
}

bool kp_is_open_object_call(const struct kp_node *n)
{
    const struct kp_node *callee = n->kind == KP_CALL && !n->sym && !n->name ? n->first : NULL;

    if (callee && callee->kind == KP_CONSTRUCT)
        return callee->is_dependent && !callee->sym && !callee->first;
    return callee && callee->kind == KP_UNARY && callee->op == KP_OP_DEREF &&
           (callee->first->kind == KP_THIS || callee->first->kind == KP_REF);
}

bool kp_is_bit_field(const struct kp_node *n)
{
    if (n->kind == KP_COND)
        return kp_is_bit_field(kp_child(n, 1)) || kp_is_bit_field(kp_child(n, 2));
    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA)
        return kp_is_bit_field(n->last);
    return n->kind == KP_MEMBER && n->sym && n->sym->is_bit_field;
}

bool kp_binds_temporary(const struct kp_type *reference, const struct kp_node *value)
{
    const struct kp_type *to = reference, *from = value->type;

    if (!to || to->kind != KP_TYPE_REFERENCE)
        return false;
    to = to->elem;
    if (from && from->kind == KP_TYPE_REFERENCE)
        from = from->elem;
    return kp_is_number(to) && kp_is_number(from) && !to->is_dependent && !from->is_dependent &&
           (to->kind != from->kind || to->builtin != from->builtin || to->decl != from->decl ||
            kp_is_bit_field(value));
}

/* ---- symbols by name ------------------------------------------------------------------------ */

static size_t hash(const char *name, size_t n)
{
    size_t h = 14695981039346656037u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)name[i]) * 1099511628211u;
    return h ^ h >> 29;
}

/* The first symbol of the name from the one with that number + 1 on, by the chain it is in. */
static const struct kp_sym *in_chain(const struct kp_unit *u, uint32_t at, const char *name,
                                     size_t n)
{
    for (; at; at = u->parse.next_named[at - 1]) {
        const struct kp_sym *s = u->parse.syms.v[at - 1];

        if (!strncmp(s->name, name, n) && !s->name[n])
            return s;
    }
    return NULL;
}

const struct kp_sym *kp_first_named(const struct kp_unit *u, const char *name, size_t length)
{
    return u->parse.n_named
               ? in_chain(u, u->parse.named[hash(name, length) & (u->parse.n_named - 1)], name,
                          length)
               : NULL;
}

const struct kp_sym *kp_next_named(const struct kp_unit *u, const struct kp_sym *s)
{
    return in_chain(u, u->parse.next_named[s->id], s->name, strlen(s->name));
}

void kp_index_names(struct kp_unit *u)
{
    struct kp_parse *p = &u->parse;

    for (p->n_named = 16; p->n_named < p->syms.n;)
        p->n_named *= 2;
    p->named = kp_new_array(u->arena, uint32_t, p->n_named);
    p->next_named = kp_new_array(u->arena, uint32_t, p->syms.n + 1);
    for (size_t i = p->syms.n; i-- > 0;) {
        const char *name = p->syms.v[i]->name;
        uint32_t *first = &p->named[hash(name, strlen(name)) & (p->n_named - 1)];

        p->next_named[i] = *first;
        *first = (uint32_t)i + 1;
    }
    p->first_member = kp_new_array(u->arena, uint32_t, p->syms.n + 1);
    p->next_member = kp_new_array(u->arena, uint32_t, p->syms.n + 1);
    for (size_t i = p->syms.n; i-- > 0;) {
        const struct kp_sym *of = p->syms.v[i]->parent;

        if (!of || of->id >= p->syms.n)
            continue;
        p->next_member[i] = p->first_member[of->id];
        p->first_member[of->id] = (uint32_t)i + 1;
    }
}

bool kp_have_same_parameters(const struct kp_sym *a, const struct kp_sym *b)
{
    const struct kp_node *p = a->decl ? a->decl->first : NULL, *q = b->decl ? b->decl->first : NULL;

    for (; p && q && p->kind == KP_PARAM && q->kind == KP_PARAM; p = p->next, q = q->next)
        if (!p->sym->type || !q->sym->type ||
            !kp_streq(p->sym->type->canonical, q->sym->type->canonical))
            return false;
    return !(p && p->kind == KP_PARAM) && !(q && q->kind == KP_PARAM);
}

static const struct kp_sym *sym_at(const struct kp_unit *u, uint32_t number)
{
    return number ? u->parse.syms.v[number - 1] : NULL;
}

const struct kp_sym *kp_first_member(const struct kp_unit *u, const struct kp_sym *of)
{
    return of->id < u->parse.syms.n ? sym_at(u, u->parse.first_member[of->id]) : NULL;
}

const struct kp_sym *kp_next_member(const struct kp_unit *u, const struct kp_sym *s)
{
    return sym_at(u, u->parse.next_member[s->id]);
}

/* ---- what is below a node ---------------------------------------------------------------------
 */

enum {
    N_KINDS = 0
#define KP_NODE(name) +1
#include "kp_node.def"
};
_Static_assert((int)N_KINDS <= (int)KP_KIND_OBJECT, "a bit for each");

static bool is_object(const struct kp_node *n)
{
    const struct kp_type *t = n->kind == KP_VAR && n->sym ? n->sym->type : NULL;

    return t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_RECORD);
}

static uint64_t index_nodes(struct kp_unit *u, struct kp_node *n, uint32_t *order)
{
    n->order = ++*order;
    n->kinds = (uint64_t)1 << n->kind;
    if (is_object(n))
        n->kinds |= (uint64_t)1 << KP_KIND_OBJECT;
    if (n->kind == KP_REF && n->sym && n->sym->refs)
        kp_push(u->arena, n->sym->refs, n);
    kp_each_child(c, n) n->kinds |= index_nodes(u, c, order);
    n->behind = *order + 1;
    return n->kinds;
}

/* The number of nodes in front of that one. */
static size_t count_before(const struct kp_refs *refs, uint32_t order)
{
    size_t low = 0, high = refs->n;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (refs->v[middle]->order < order)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct kp_node *const *kp_refs_below(const struct kp_node *n, const struct kp_sym *sym,
                                     size_t *count)
{
    size_t first = count_before(sym->refs, n->order);

    *count = count_before(sym->refs, n->behind) - first;
    /* numbers of another unit's tree, or a copy of the symbol that no tree names */
    if (*count && (sym->refs->v[first]->sym != sym || !kp_is_inside(sym->refs->v[first], n)))
        *count = 0;
    return *count ? sym->refs->v + first : NULL;
}

bool kp_is_statement(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    switch (p ? p->kind : KP_NONE) {
    case KP_COMPOUND:
    case KP_LABEL:
        return true;
    case KP_IF:
        return n == kp_child(p, 2) || n == kp_child(p, 3);
    case KP_FOR:
    case KP_RANGE_FOR:
    case KP_WHILE:
    case KP_SWITCH:
    case KP_CASE:
        return n == p->last;
    case KP_DO:
        return n == p->first;
    default:
        return false;
    }
}

bool kp_holds(const struct kp_node *n, uint64_t kinds)
{
    if (n->kinds && !(n->kinds & kinds))
        return false;
    if (kinds >> n->kind & 1)
        return true;
    kp_each_child(c, n) if (kp_holds(c, kinds)) return true;
    return false;
}

void kp_index_nodes(struct kp_unit *u)
{
    uint32_t order = 0;

    for (size_t i = 0; i < u->parse.syms.n; i++)
        u->parse.syms.v[i]->refs->n = 0;
    for (size_t i = 0; i < u->parse.instance_syms.n; i++)
        u->parse.instance_syms.v[i]->refs->n = 0;
    index_nodes(u, u->parse.root, &order);
    for (size_t i = 0; i < u->parse.instances.n; i++)
        index_nodes(u, u->parse.instances.v[i].function, &order);
}

size_t kp_sym_count(const struct kp_unit *u)
{
    return u->parse.syms.n + u->parse.instance_syms.n;
}

bool kp_is_header_name(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (dot[1] == 'h' || kp_streq(dot, ".cuh") || kp_streq(dot, ".inl") ||
                   kp_streq(dot, ".inc"));
}

const char *kp_seen_from(const struct kp_unit *u)
{
    return u->options->view ? u->options->view->path : NULL;
}

bool kp_is_header(const struct kp_unit *u)
{
    return kp_seen_from(u) || kp_is_header_name(u->source.path);
}

bool kp_has_error_in(const struct kp_parse *p, uint32_t file, struct kp_span in)
{
    for (size_t i = 0; i < p->errors.n; i++)
        if (p->errors.v[i].file == file && p->errors.v[i].offset >= in.begin &&
            p->errors.v[i].offset < in.end)
            return true;
    return false;
}
