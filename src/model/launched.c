/* Launches in sight: their blocks, their text, and whether there may be others. */
#include "model/launched.h"

#include <limits.h>

#include "front/command.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/pasted.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/eval.h"
#include "model/func.h"
#include "model/spelled.h"

/* `block.x = n;`, behind the declaration */
static bool is_written(const struct kp_node *n, const struct kp_sym *s)
{
    const struct kp_node *to = n->first;

    while (n->kind == KP_ASSIGN && to && to->kind == KP_MEMBER)
        to = to->first;
    if (n->kind == KP_ASSIGN && to && to->kind == KP_REF && to->sym == s)
        return true;
    kp_each_child(c, n) if (is_written(c, s)) return true;
    return false;
}

static const struct kp_node *around(const struct kp_node *n)
{
    while (n->parent && n->kind != KP_FUNCTION)
        n = n->parent;
    return n;
}

/* dim3 or uint3: of no other class do the constructor's arguments say the dimensions. */
static bool is_of_cuda(const struct kp_type *t)
{
    return t && t->decl && t->decl->from_prelude;
}

bool kp_block_dims(const struct kp_node *block, int64_t dims[3])
{
    const struct kp_sym *s = block ? block->sym : NULL;
    unsigned i = 0;

    dims[0] = dims[1] = dims[2] = 1;
    if (!block)
        return false;
    if (kp_eval(block, NULL, &dims[0]))
        return dims[0] > 0 && dims[0] <= INT_MAX;
    /* `dim3 block(16, 16);` in front of the launch */
    if (block->kind == KP_REF && s && s->kind == KP_SYM_VAR && s->decl && s->decl->has_init &&
        !is_written(around(s->decl), s))
        return kp_block_dims(s->decl->last, dims);
    if (block->kind == KP_CAST && block->first)
        return kp_block_dims(block->first, dims);
    if ((block->kind != KP_CONSTRUCT && block->kind != KP_INIT_LIST) || !block->first ||
        !is_of_cuda(block->type))
        return false;
    kp_each_child(c, block)
    {
        if (c->kind == KP_NONE)
            continue;
        /* a copy of a dim3 */
        if (i == 3 || !kp_eval(c, NULL, &dims[i]))
            return block->first == block->last && kp_block_dims(c, dims);
        if (dims[i] <= 0 || dims[i++] > INT_MAX)
            return false;
    }
    return true;
}

bool kp_launched_block(const struct kp_unit *u, const struct kp_sym *kernel, int64_t dims[3])
{
    bool any = false;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        int64_t d[3];

        if (l->kernel != kernel || l->is_instantiation)
            continue;
        if (!kp_block_dims(l->block, d) || d[0] * d[1] > 1024 || d[0] * d[1] * d[2] > 1024 ||
            (any && memcmp(d, dims, sizeof d) != 0))
            return false;
        memcpy(dims, d, sizeof d);
        any = true;
    }
    return any;
}

enum { ALONG_Y = 2, ALONG_Z = 4 };

/* The axes along which the block has one thread; those of a dim3 that it does not say have. */
static unsigned flat_axes(const struct kp_node *block)
{
    const struct kp_sym *s = block ? block->sym : NULL;
    unsigned i = 0, axes = ALONG_Y | ALONG_Z;
    int64_t n;

    if (!block)
        return 0;
    if (kp_is_number(block->type))
        return axes;
    if (block->kind == KP_REF)
        return s && s->kind == KP_SYM_VAR && s->decl && s->decl->has_init && is_of_cuda(s->type) &&
                       !is_written(around(s->decl), s)
                   ? flat_axes(s->decl->last)
                   : 0;
    if ((block->kind != KP_CONSTRUCT && block->kind != KP_INIT_LIST) || !block->first ||
        !is_of_cuda(block->type))
        return 0;
    kp_each_child(c, block)
    {
        if (c->kind == KP_NONE)
            continue;
        if (!kp_is_number(c->type)) /* a copy of a dim3 */
            return block->first == block->last ? flat_axes(c) : 0;
        if (i < 3 && kp_eval(c, NULL, &n) && n == 1)
            axes |= 1u << i;
        else
            axes &= ~(1u << i);
        i++;
    }
    return axes & 7;
}

unsigned kp_launched_flat(const struct kp_unit *u, const struct kp_sym *kernel)
{
    unsigned axes = 0;
    bool any = false;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];

        if (l->kernel != kernel || l->is_instantiation)
            continue;
        axes = any ? axes & flat_axes(l->block) : flat_axes(l->block);
        any = true;
    }
    return axes;
}

/* How often the name stands between two places of a text, comments included. */
static unsigned words(const char *text, uint32_t from, size_t to, const char *name)
{
    size_t n = strlen(name);
    unsigned count = 0;

    for (const char *p = text + from; (p = strstr(p, name)) && p + n <= text + to; p += n)
        count += (p == text || !kp_is_ident_char(p[-1])) && !kp_is_ident_char(p[n]);
    return count;
}

static bool is_variable(const struct kp_node *n, const struct kp_sym *s)
{
    return n && n->kind == KP_REF && n->sym == s && !n->file && !n->from_macro;
}

bool kp_is_below(const struct kp_node *n, const struct kp_node *node)
{
    kp_each_below(x, n) if (x == node) return true;
    return false;
}

static bool is_said_by_macro(struct kp_unit *u, const char *name)
{
    kp_each_macro(m, u)
    {
        if (words(m->text, m->piece->body.begin, m->piece->body.end, name))
            return true;
    }
    return false;
}

unsigned kp_names_in(struct kp_unit *u, const struct kp_node *function, const char *name)
{
    return function->file || is_said_by_macro(u, name)
               ? 0
               : words(u->source.text, function->span.begin, function->span.end, name);
}

bool kp_shows_all_mentions(struct kp_unit *u, const struct kp_node *function,
                           const struct kp_sym *s)
{
    unsigned shown = 1; /* its declaration */

    kp_each_below(x, function)
    {
        if (x->sym != s || (x->kind != KP_REF && x->kind != KP_UNKNOWN))
            continue;
        if (x->file || x->from_macro)
            return false;
        shown++;
    }
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        unsigned n = is_variable(l->block, s) + is_variable(l->grid, s);

        if (n && l->node && kp_is_inside(l->node, function) && !kp_is_below(function, l->block))
            shown += n; /* its arguments are no part of the function's tree */
    }
    return kp_names_in(u, function, s->name) == shown;
}

/* ---- blocks that are certain ----------------------------------------------------------------- */

/* True for an argument of a launch, before `<<<..>>>` ends, which is handed on as a value. */
static bool is_configuration(const struct kp_unit *u, const struct kp_node *n)
{
    for (size_t i = 0; i < u->parse.launches.n; i++)
        if (u->parse.launches.v[i].block == n || u->parse.launches.v[i].grid == n)
            return true;
    return false;
}

static bool is_dim3(const struct kp_type *t)
{
    return is_of_cuda(t) && kp_streq(t->decl->name, "dim3");
}

/* True if the node's operator, or cast, is the language's own: it gives a number. That of a
 * template's type may be a function to which the operand is handed by reference. */
static bool gives_number(const struct kp_node *n)
{
    return kp_is_number(n->type) && !n->type->is_dependent;
}

bool kp_is_taken_as_number(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    switch (p->kind) {
    case KP_BINARY: /* of a comma the right side is a place, too */
        return gives_number(p) &&
               (p->op != KP_OP_COMMA || n == p->first || kp_is_taken_as_number(p));
    case KP_COND:
        return n == p->first || kp_is_taken_as_number(p);
    case KP_UNARY:
        return gives_number(p) && (p->op == KP_OP_PLUS || p->op == KP_OP_MINUS ||
                                   p->op == KP_OP_NOT || p->op == KP_OP_LNOT);
    case KP_CAST: /* perhaps to a reference, which the type does not say */
        return gives_number(p) && kp_is_taken_as_number(p);
    case KP_VAR:
        return p->type && (p->type->kind == KP_TYPE_INT || p->type->kind == KP_TYPE_FLOAT);
    case KP_CONSTRUCT: /* dim3(block.x * 2) */
        return is_dim3(p->type);
    default:
        return false;
    }
}

/* True if every use of the variable under n is one that cannot change it. */
static bool is_only_read(const struct kp_unit *u, const struct kp_node *n, const struct kp_sym *s)
{
    kp_each_below(x, n)
    {
        const struct kp_node *use = x;

        if (x->sym != s || (x->kind != KP_REF && x->kind != KP_UNKNOWN))
            continue;
        if (x->kind == KP_REF && is_configuration(u, x))
            continue;
        if (x->parent->kind == KP_MEMBER && !x->parent->is_arrow)
            use = x->parent;
        if (use == x || !kp_is_taken_as_number(use))
            return false;
    }
    return true;
}

/* A number that the text says: a name may mean another one in another build, or for the host. */
static bool is_said_number(const struct kp_node *n)
{
    if (n->from_macro || n->file)
        return false;
    if (n->kind != KP_UNARY && n->kind != KP_BINARY && n->kind != KP_CAST)
        return n->kind == KP_INT_LIT;
    kp_each_child(c, n) if (!is_said_number(c)) return false;
    return !n->type || n->type->kind == KP_TYPE_INT;
}

/* .. or a dim3 that begins with one. */
static bool has_said_rows(const struct kp_node *block)
{
    while ((block->kind == KP_CAST || block->kind == KP_CONSTRUCT || block->kind == KP_INIT_LIST) &&
           is_dim3(block->type) && block->first)
        block = block->first;
    return is_said_number(block);
}

bool kp_is_whole_function(const struct kp_unit *u, const struct kp_node *function)
{
    return function->kind == KP_FUNCTION && !function->file &&
           !memchr(u->source.text + function->span.begin, '#',
                   function->span.end - function->span.begin) &&
           !kp_has_error_in(&u->parse, function->file, function->span);
}

/* .. or a variable of the launch's function that is made so, and only read. */
static bool has_certain_rows(struct kp_unit *u, const struct kp_launch *l)
{
    const struct kp_sym *s = l->block && l->block->kind == KP_REF ? l->block->sym : NULL;
    const struct kp_node *function = l->node ? around(l->node) : NULL;

    if (!function || !l->block || !kp_is_whole_function(u, function) || !s)
        return function && l->block && kp_is_whole_function(u, function) && has_said_rows(l->block);
    return s->kind == KP_SYM_VAR && !s->is_static && s->decl && s->decl->has_init &&
           around(s->decl) == function && kp_shows_all_mentions(u, function, s) &&
           is_only_read(u, function, s) && has_said_rows(s->decl->last);
}

bool kp_has_certain_rows(struct kp_unit *u, const struct kp_sym *kernel)
{
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];

        if (l->kernel == kernel && !l->is_instantiation && !has_certain_rows(u, l))
            return false;
    }
    return true;
}

/* How often the kernel is named between two places of a text: once where it is defined, once per
 * launch, and else where somebody takes its address. */
static unsigned mentions(const char *text, uint32_t from, size_t to, const struct kp_sym *kernel)
{
    return words(text, from, to, kernel->name);
}

static bool is_same_text(const struct kp_launch *a, const struct kp_launch *b)
{
    return a->node && b->node && a->node->file == b->node->file &&
           a->node->span.begin == b->node->span.begin;
}

/* How many of the first `n` launches stand in the launch's text: macros use arguments twice. */
static unsigned launches_in(const struct kp_unit *u, size_t n, const struct kp_launch *l)
{
    unsigned count = 0;

    for (size_t i = 0; i < n; i++)
        count += is_same_text(&u->parse.launches.v[i], l);
    return count;
}

/* Launches that say the name: not by a macro, or by another name. */
static unsigned launches_of(const struct kp_unit *u, const struct kp_sym *kernel)
{
    unsigned n = 0;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *k = &u->parse.launches.v[i];
        const struct kp_node *callee = k->node ? k->node->first : NULL;

        n += k->kernel == kernel && !k->is_instantiation && callee && callee->file == 0 &&
             mentions(u->source.text, callee->span.begin, callee->span.end, kernel) &&
             !launches_in(u, i, k);
    }
    return n;
}

/* True if a name of the text may be made of parts. */
static bool makes_names(const char *text)
{
    return kp_pastes(text) || kp_hidden_words(text);
}

/* True if a macro of the command line may say the name. */
static bool flags_name(const struct kp_unit *u, const struct kp_sym *kernel)
{
    const struct kp_flag_lines *lines = u->options->flags;

    for (size_t i = 0; lines && i < lines->n; i++)
        for (size_t k = 0; k < lines->v[i].line->said.n; k++) {
            const struct kp_said *said = &lines->v[i].line->said.v[k];

            if (said->kind == KP_SAID_DEFINE &&
                (makes_names(said->value) || mentions(said->value, 0, strlen(said->value), kernel)))
                return true;
        }
    return false;
}

/* A launch that stands in another file would have to be edited there, and what else names the
 * kernel there may be one; a name that is made of parts is not counted. */
static bool may_launch_elsewhere(const struct kp_unit *u, const struct kp_sym *kernel)
{
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *k = &u->parse.launches.v[i];

        if (k->kernel == kernel && !k->is_instantiation && k->node && k->node->file != 0)
            return true;
    }
    for (size_t i = 0; i < u->parse.files.n; i++) {
        const struct kp_file *f = kp_place_file(u, i);

        if (f->text && (makes_names(f->text) || (i && mentions(f->text, 0, f->size, kernel))))
            return true;
    }
    return flags_name(u, kernel) || kp_has_text(&u->parse.named_by_system, kernel->name);
}

bool kp_is_named_beside_launches(const struct kp_unit *u, const struct kp_sym *kernel)
{
    return mentions(u->source.text, 0, u->source.size, kernel) > 1 + launches_of(u, kernel) ||
           may_launch_elsewhere(u, kernel);
}

bool kp_shows_all_launches(struct kp_unit *u, const struct kp_sym *kernel)
{
    return !kp_is_for_other_files(u, kernel) && !kp_is_header(u) &&
           !kp_is_named_beside_launches(u, kernel);
}

bool kp_has_unseen_launches(const struct kp_unit *u, const struct kp_sym *kernel)
{
    return !kernel->is_internal || kp_is_header(u) || kp_is_named_beside_launches(u, kernel);
}

/* True if a text of the unit names a cooperative launch. */
static bool has_launch_of_all(struct kp_unit *u)
{
    static const char *const names[] = {
        "cudaLaunchCooperativeKernel",          "cudaLaunchCooperativeKernelMultiDevice",
        "cudaLaunchAttributeCooperative",       "cuLaunchCooperativeKernel",
        "cuLaunchCooperativeKernelMultiDevice", "CU_LAUNCH_ATTRIBUTE_COOPERATIVE",
        "hipLaunchCooperativeKernel",           "hipLaunchCooperativeKernelMultiDevice"};

    for (size_t i = 0; !u->is_cooperative_known && i < u->parse.files.n; i++) {
        const struct kp_file *f = kp_place_file(u, i);

        for (size_t k = 0; f->text && k < sizeof names / sizeof *names; k++)
            u->is_cooperative |= words(f->text, 0, f->size, names[k]) > 0;
    }
    u->is_cooperative_known = true;
    return u->is_cooperative;
}

bool kp_may_be_launched_together(struct kp_unit *u, const struct kp_sym *kernel)
{
    return has_launch_of_all(u) && kp_is_named_beside_launches(u, kernel);
}

/* ---- place ----------------------------------------------------------------------------------- */

/* The macro's use, with its arguments, in which the place is; NULL: it is in none. */
static const struct kp_span *use_around(const struct kp_unit *u, uint32_t at)
{
    for (size_t i = 0; i < u->parse.macro_uses.n; i++) {
        const struct kp_span *use = &u->parse.macro_uses.v[i];

        if (use->begin < at && at < use->end)
            return use;
    }
    return NULL;
}

enum kp_launch_place kp_launch_place(const struct kp_unit *u, const struct kp_launch *l)
{
    const char *s = u->source.text;
    const struct kp_node *n = l->node, *f = kp_function_around(n);
    const struct kp_span *use = use_around(u, n->span.begin);
    uint32_t limit = (uint32_t)u->source.size;
    uint32_t from = use ? use->begin : f ? f->span.begin : n->span.begin;
    struct kp_token open = {0}, before = {0}, t;
    bool in_brackets;

    for (t = kp_lex_code(s, from, n->span.begin); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, n->span.begin)) {
        before = open;
        open = t;
    }
    t = kp_lex_code(s, n->span.end, limit);
    in_brackets = kp_token_is(s, open, "(") && kp_token_is(s, t, ")") &&
                  kp_lex_close(s, open.begin, limit) == t.begin;
    if (!use)
        return in_brackets ? KP_PLACE_BRACKETS : KP_PLACE_PLAIN;
    return in_brackets && before.end && (kp_token_is(s, before, "(") || kp_token_is(s, before, ","))
               ? KP_PLACE_BRACKETS
               : KP_PLACE_ARGUMENT;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* True if what the parser says of an argument (NULL or KP_NONE: nothing) is what stands there. A
 * node that a macro makes has the place of the macro's name. */
static bool agrees(const struct kp_launch_config *c, enum kp_launch_arg arg,
                   const struct kp_node *n)
{
    bool is_given = n && n->kind != KP_NONE;

    if (!is_given || arg >= c->n)
        return !is_given && arg >= c->n;
    return !n->file && n->span.begin >= c->arg[arg].begin && n->span.end <= c->arg[arg].end;
}

/* Adds the argument that begins with token `t`; returns the token behind it. */
static struct kp_token add_argument(const char *s, struct kp_token t, uint32_t end,
                                    struct kp_launch_config *out)
{
    struct kp_span arg = {t.begin, t.begin};

    while (t.kind != KP_TOKEN_END && !kp_token_is(s, t, ",") && !kp_lex_launch(s, t, '>', end)) {
        bool opens = strchr("([{", s[t.begin]) != NULL;

        arg.end = opens ? kp_lex_close(s, t.begin, end) + 1 : t.end;
        t = kp_lex_code(s, arg.end, end);
    }
    out->arg[out->n++] = arg;
    return t;
}

bool kp_read_launch(const struct kp_unit *u, const struct kp_launch *l,
                    struct kp_launch_config *out)
{
    const char *s = u->source.text;
    uint32_t end = l->node ? l->node->span.end : 0, opened;
    struct kp_token t;

    *out = (struct kp_launch_config){0};
    if (!l->node || l->node->file || l->node->from_macro || !l->node->first ||
        kp_lex_has_directive(s, l->node->span.begin, end) ||
        launches_in(u, u->parse.launches.n, l) != 1)
        return false;
    t = kp_lex_code(s, l->node->first->span.end, end);
    opened = kp_lex_launch(s, t, '<', end);
    if (!opened)
        return false;
    t.end = opened;
    do
        t = add_argument(s, kp_lex_code(s, t.end, end), end, out);
    while (kp_token_is(s, t, ",") && out->n < 4);
    return kp_lex_launch(s, t, '>', end) && agrees(out, KP_LAUNCH_GRID, l->grid) &&
           agrees(out, KP_LAUNCH_BLOCK, l->block) && agrees(out, KP_LAUNCH_SMEM, l->smem) &&
           agrees(out, KP_LAUNCH_STREAM, l->stream);
}
