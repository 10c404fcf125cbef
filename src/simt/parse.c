/* PTX text -> module: directives, functions, scopes, line table. */
#include "simt/simt.h"
#include "simt/ptx.h"

#include <string.h>

#include "util/str.h"

bool ptx_is(const struct ptx_parser *p, int punct)
{
    return p->x.tok.kind == TOK_PUNCT && p->x.tok.punct == punct;
}

bool ptx_is_word(const struct ptx_parser *p, const char *word)
{
    return p->x.tok.kind == TOK_WORD && kp_streq(p->x.tok.s, word);
}

bool ptx_accept(struct ptx_parser *p, int punct)
{
    if (!ptx_is(p, punct))
        return false;
    ptx_next(&p->x);
    return true;
}

void ptx_expect(struct ptx_parser *p, int punct)
{
    if (!ptx_accept(p, punct))
        ptx_fail(&p->x, p->x.tok.line, "expected \"%c\"%s%s", punct, p->x.tok.s ? " before " : "",
                 p->x.tok.s ? p->x.tok.s : "");
}

const char *ptx_word(struct ptx_parser *p)
{
    const char *s = p->x.tok.s;

    if (p->x.tok.kind != TOK_WORD)
        ptx_fail(&p->x, p->x.tok.line, "expected a name");
    ptx_next(&p->x);
    return s;
}

int64_t ptx_int(struct ptx_parser *p)
{
    bool negative = ptx_accept(p, '-');
    uint64_t bits = p->x.tok.bits;

    if (p->x.tok.kind != TOK_INT)
        ptx_fail(&p->x, p->x.tok.line, "expected a number");
    ptx_next(&p->x);
    return (int64_t)(negative ? 0 - bits : bits);
}

enum { N_BUCKETS = 4096, MOST_NESTED = 200, MOST_REGS = 1 << 20 };

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;

    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h % N_BUCKETS;
}

static void declare(struct ptx_parser *p, const char *name, int reg, const struct ptx_var *var)
{
    struct ptx_sym s = {.name = name, .reg = reg, .var = var};
    unsigned h = hash(name);

    kp_push(p->m->arena, &p->syms, s);
    kp_push(p->m->arena, &p->chain, p->bucket[h]);
    p->bucket[h] = (int)p->syms.n - 1;
}

/* The newest declaration wins; those of closed scopes have been taken out of the buckets. */
const struct ptx_sym *ptx_lookup(const struct ptx_parser *p, const char *name)
{
    for (int i = p->bucket[hash(name)]; i >= 0; i = p->chain.v[i])
        if (!strcmp(p->syms.v[i].name, name))
            return &p->syms.v[i];
    return NULL;
}

static void forget(struct ptx_parser *p, size_t n)
{
    while (p->syms.n > n) {
        size_t i = --p->syms.n;
        p->chain.n--;
        p->bucket[hash(p->syms.v[i].name)] = p->chain.v[i];
    }
}

static unsigned open_scope(struct ptx_parser *p)
{
    unsigned parent = p->scope;

    kp_push(p->m->arena, &p->f->scope_parent, parent);
    p->scope = (unsigned)p->f->scope_parent.n - 1;
    return parent;
}

void ptx_nest(struct ptx_parser *p)
{
    if (++p->depth > MOST_NESTED)
        ptx_fail(&p->x, p->x.tok.line, "more than %d things stand in each other", MOST_NESTED);
}

static void add_reg(struct ptx_parser *p, const char *name, unsigned bits)
{
    struct ptx_reg r = {.name = name};

    if (p->f->regs.n >= MOST_REGS)
        ptx_fail(&p->x, p->x.tok.line, "%s has more than %d registers", p->f->name, MOST_REGS);
    r.lane = bits == 1 ? LANE_PRED : bits <= 32 ? LANE_32 : LANE_64;
    kp_push(p->m->arena, &p->f->regs, r);
    declare(p, name, (int)p->f->regs.n - 1, NULL);
}

static void reg_directive(struct ptx_parser *p)
{
    const char *type = ptx_word(p);
    unsigned bits = ptx_type_bits(type);

    if (!bits || bits > 64)
        ptx_fail(&p->x, p->x.tok.line, "unsupported register type %s", type);
    do {
        const char *name = ptx_word(p);
        if (ptx_accept(p, '<')) {
            int64_t n = ptx_int(p);
            ptx_expect(p, '>');
            for (int64_t i = 0; i < n; i++)
                add_reg(p, kp_sprintf(p->m->arena, "%s%d", name, (int)i), bits);
        } else {
            add_reg(p, name, bits);
        }
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
}

/* True if they are one place, with all the calls that led there. */
static bool same_place(const struct kp_ptx *m, int a, int b)
{
    const struct ptx_loc *v = m->locs.v;

    for (; a > 0 && b > 0; a = v[a].inlined_at, b = v[b].inlined_at)
        if (v[a].file != v[b].file || v[a].line != v[b].line || v[a].col != v[b].col)
            return false;
    return a <= 0 && b <= 0;
}

static bool leads_through(const struct kp_ptx *m, int loc, int place)
{
    for (; loc > 0; loc = m->locs.v[loc].inlined_at)
        if (same_place(m, loc, place))
            return true;
    return false;
}

/* The place of a call. A header's is one place however many calls of the user's led there, and nvcc
 * does not repeat them all: of those known it is the newest that the directive before leads to,
 * else the newest. */
static int find_loc(const struct ptx_parser *p, unsigned file, unsigned line, unsigned col)
{
    enum { MOST_TRIED = 256 };
    const struct kp_ptx *m = p->m;
    int newest = -1, tried = 0;

    for (size_t i = m->locs.n; i-- > 1 && tried < MOST_TRIED;) {
        if (m->locs.v[i].file != file || m->locs.v[i].line != line || m->locs.v[i].col != col)
            continue;
        if (leads_through(m, (int)i, (int)p->loc))
            return (int)i;
        newest = newest < 0 ? (int)i : newest;
        tried++;
    }
    return newest;
}

/* Line 0 means "no line of its own": the place before it stays. */
static void loc_directive(struct ptx_parser *p)
{
    struct ptx_loc l = {.inlined_at = -1};

    l.file = (unsigned)ptx_int(p);
    l.line = (unsigned)ptx_int(p);
    l.col = (unsigned)ptx_int(p);
    if (ptx_accept(p, ',')) {
        unsigned file, line, col;
        ptx_word(p); /* function_name */
        ptx_word(p);
        if (ptx_accept(p, '+'))
            ptx_int(p);
        ptx_expect(p, ',');
        ptx_word(p); /* inlined_at */
        file = (unsigned)ptx_int(p);
        line = (unsigned)ptx_int(p);
        col = (unsigned)ptx_int(p);
        l.inlined_at = find_loc(p, file, line, col);
        if (l.inlined_at < 0) {
            struct ptx_loc outer = {file, line, col, -1};
            kp_push(p->m->arena, &p->m->locs, outer);
            l.inlined_at = (int)p->m->locs.n - 1;
        }
    }
    if (!l.line)
        return;
    kp_push(p->m->arena, &p->m->locs, l);
    p->loc = (unsigned)p->m->locs.n - 1;
}

static void branch_targets(struct ptx_parser *p, const char *name)
{
    struct ptx_table *t = kp_new(p->m->arena, struct ptx_table);

    t->name = name;
    t->scope = p->scope;
    do {
        const char *label = ptx_word(p);
        kp_push(p->m->arena, &t->labels, label);
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
    kp_push(p->m->arena, &p->f->tables, t);
}

static bool label(struct ptx_parser *p)
{
    struct ptx_lexer save = p->x;
    struct ptx_label l = {.name = p->x.tok.s, .scope = p->scope, .inst = (unsigned)p->f->insts.n};

    ptx_next(&p->x);
    if (!ptx_accept(p, ':')) {
        /* only position and token: the jmp_buf must stay this frame's */
        p->x.p = save.p;
        p->x.line = save.line;
        p->x.tok = save.tok;
        return false;
    }
    if (ptx_is_word(p, ".branchtargets")) {
        ptx_next(&p->x);
        branch_targets(p, l.name);
        return true;
    }
    if (ptx_is_word(p, ".callprototype")) {
        ptx_next(&p->x);
        ptx_parse_prototype(p, l.name);
        return true;
    }
    if (ptx_is_word(p, ".calltargets")) {
        ptx_next(&p->x);
        ptx_parse_call_targets(p, l.name);
        return true;
    }
    kp_push(p->m->arena, &p->f->labels, l);
    return true;
}

static void local_var(struct ptx_parser *p, enum ptx_space space)
{
    do {
        struct ptx_var *v = ptx_parse_var(p, space);
        v->index = (unsigned)p->f->vars.n;
        kp_push(p->m->arena, &p->f->vars, v);
        declare(p, v->name, -1, v);
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
}

static void directive(struct ptx_parser *p)
{
    unsigned line = p->x.tok.line;
    const char *w = ptx_word(p);

    if (kp_streq(w, ".reg")) {
        reg_directive(p);
    } else if (kp_streq(w, ".loc")) {
        loc_directive(p);
    } else if (kp_streq(w, ".local")) {
        local_var(p, SPACE_LOCAL);
    } else if (kp_streq(w, ".shared")) {
        local_var(p, SPACE_SHARED);
    } else if (kp_streq(w, ".param")) {
        local_var(p, SPACE_FRAME);
    } else if (kp_streq(w, ".pragma")) {
        while (!ptx_accept(p, ';')) {
            if (p->x.tok.kind == TOK_END)
                ptx_fail(&p->x, line, "pragma without an end");
            ptx_next(&p->x);
        }
    } else {
        ptx_fail(&p->x, line, "unsupported directive %s in a function", w);
    }
}

static void body(struct ptx_parser *p)
{
    while (!ptx_is(p, '}')) {
        if (p->x.tok.kind == TOK_END)
            ptx_fail(&p->x, p->x.tok.line, "function %s has no end", p->f->name);
        if (ptx_accept(p, '{')) {
            size_t n = p->syms.n;
            unsigned parent = open_scope(p);
            ptx_nest(p);
            body(p);
            p->depth--;
            ptx_expect(p, '}');
            forget(p, n);
            p->scope = parent;
        } else if (p->x.tok.kind == TOK_WORD && p->x.tok.s[0] == '.') {
            directive(p);
        } else if (p->x.tok.kind == TOK_WORD && label(p)) {
            continue;
        } else if (!ptx_accept(p, ';')) {
            ptx_parse_inst(p);
        }
    }
}

bool ptx_is_nearer(const struct ptx_func *f, unsigned a, unsigned from, const unsigned *b)
{
    while (from > a)
        from = f->scope_parent.v[from];
    return from == a && (!b || a > *b);
}

int ptx_label_at(const struct ptx_func *f, const char *name, unsigned from)
{
    const struct ptx_label *found = NULL;

    for (size_t i = 0; i < f->labels.n; i++) {
        const struct ptx_label *l = &f->labels.v[i];

        if (!strcmp(l->name, name) &&
            ptx_is_nearer(f, l->scope, from, found ? &found->scope : NULL))
            found = l;
    }
    return found ? (int)found->inst : -1;
}

/* What is still a bare name is a label, a table of labels or a function. */
static void resolve_labels(struct ptx_func *f)
{
    for (size_t i = 0; i < f->insts.n; i++) {
        struct ptx_inst *in = &f->insts.v[i];
        if (!kp_starts_with(in->op, "bra"))
            continue;
        for (unsigned k = 0; k < in->n; k++) {
            int at;
            if (in->opnd[k].kind != OPND_SYM || in->opnd[k].var)
                continue;
            at = ptx_label_at(f, in->opnd[k].name, in->scope);
            if (at < 0)
                continue;
            in->opnd[k].kind = OPND_LABEL;
            in->opnd[k].label = at;
        }
    }
}

static void params(struct ptx_parser *p, struct ptx_func *f, bool is_ret)
{
    if (!ptx_accept(p, '('))
        return;
    while (!ptx_accept(p, ')')) {
        const char *w = ptx_word(p);
        struct ptx_var *v;
        if (!kp_streq(w, ".param"))
            ptx_fail(&p->x, p->x.tok.line, "unsupported parameter space %s", w);
        v = ptx_parse_var(p, f->is_entry ? SPACE_PARAM : SPACE_FRAME);
        if (is_ret) {
            v->index = (unsigned)f->rets.n;
            kp_push(p->m->arena, &f->rets, v);
        } else {
            v->index = (unsigned)f->params.n;
            kp_push(p->m->arena, &f->params, v);
        }
        declare(p, v->name, -1, v);
        ptx_accept(p, ',');
    }
}

/* The numbers behind .maxntid or .reqntid: one to three extents. */
static void block_limit(struct ptx_parser *p, const char *directive, unsigned at, uint64_t extent)
{
    struct ptx_func *f = p->f;

    if (at > 2 || extent > UINT32_MAX)
        return;
    if (kp_streq(directive, ".maxntid"))
        f->max_threads = (uint32_t)((at ? f->max_threads : 1) * extent);
    if (kp_streq(directive, ".reqntid") && !at)
        f->req_threads[1] = f->req_threads[2] = 1;
    if (kp_streq(directive, ".reqntid"))
        f->req_threads[at] = (uint32_t)extent;
}

static void performance(struct ptx_parser *p)
{
    while (p->x.tok.kind == TOK_WORD && p->x.tok.s[0] == '.') {
        const char *w = ptx_word(p);
        if (!kp_streq(w, ".maxntid") && !kp_streq(w, ".reqntid") && !kp_streq(w, ".minnctapersm") &&
            !kp_streq(w, ".maxnreg") && !kp_streq(w, ".noreturn") && !kp_streq(w, ".pragma") &&
            !kp_streq(w, ".maxnctapersm") && !kp_streq(w, ".abi_preserve") &&
            !kp_streq(w, ".abi_preserve_control") && !kp_streq(w, ".explicitcluster") &&
            !kp_streq(w, ".maxclusterrank") && !kp_streq(w, ".reqnctapercluster"))
            ptx_fail(&p->x, p->x.tok.line, "unsupported attribute %s of a function", w);
        for (unsigned n = 0;
             p->x.tok.kind == TOK_INT || p->x.tok.kind == TOK_STR || ptx_is(p, ',');) {
            if (p->x.tok.kind == TOK_INT)
                block_limit(p, w, n++, p->x.tok.bits);
            if (kp_streq(w, ".reqnctapercluster") && p->x.tok.kind == TOK_INT)
                p->f->clusters |= p->x.tok.bits > 1;
            ptx_next(&p->x);
        }
        if (kp_streq(w, ".pragma"))
            ptx_accept(p, ';');
    }
}

static void function(struct ptx_parser *p, bool is_entry)
{
    struct ptx_func *f = kp_new(p->m->arena, struct ptx_func);
    size_t n = p->syms.n;

    f->is_entry = is_entry;
    p->f = f;
    p->scope = 0;
    kp_push(p->m->arena, &f->scope_parent, 0);
    params(p, f, true);
    f->name = ptx_word(p);
    params(p, f, false);
    performance(p);
    p->loc = 0;
    if (ptx_accept(p, '{')) {
        f->has_body = true;
        body(p);
        ptx_expect(p, '}');
        resolve_labels(f);
    } else {
        ptx_expect(p, ';');
    }
    forget(p, n);
    p->f = NULL;
    p->scope = 0;
    for (size_t i = 0; i < p->m->funcs.n; i++) {
        if (kp_streq(p->m->funcs.v[i]->name, f->name)) {
            if (f->has_body)
                p->m->funcs.v[i] = f;
            return;
        }
    }
    kp_push(p->m->arena, &p->m->funcs, f);
}

static void module_var(struct ptx_parser *p, enum ptx_space space, bool is_extern)
{
    do {
        struct ptx_var *v = ptx_parse_var(p, space);
        v->is_extern = is_extern;
        v->index = (unsigned)p->m->vars.n;
        kp_push(p->m->arena, &p->m->vars, v);
        declare(p, v->name, -1, v);
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
}

static void file_directive(struct ptx_parser *p)
{
    struct ptx_file f = {.index = (unsigned)ptx_int(p)};

    if (p->x.tok.kind != TOK_STR)
        ptx_fail(&p->x, p->x.tok.line, "expected a file name");
    f.path = p->x.tok.s;
    ptx_next(&p->x);
    while (ptx_accept(p, ','))
        ptx_int(p);
    kp_push(p->m->arena, &p->m->files, f);
}

static void section(struct ptx_parser *p)
{
    ptx_word(p);
    ptx_expect(p, '{');
    for (int depth = 1; depth; ptx_next(&p->x)) {
        if (p->x.tok.kind == TOK_END)
            ptx_fail(&p->x, p->x.tok.line, "section without an end");
        depth += ptx_is(p, '{') - ptx_is(p, '}');
    }
}

static void module_directive(struct ptx_parser *p)
{
    bool is_extern = false;
    unsigned line = p->x.tok.line;
    const char *w = ptx_word(p);

    while (kp_streq(w, ".extern") || kp_streq(w, ".visible") || kp_streq(w, ".weak") ||
           kp_streq(w, ".common")) {
        is_extern |= kp_streq(w, ".extern");
        w = ptx_word(p);
    }
    if (kp_streq(w, ".entry") || kp_streq(w, ".func"))
        function(p, kp_streq(w, ".entry"));
    else if (kp_streq(w, ".global"))
        module_var(p, SPACE_GLOBAL, is_extern);
    else if (kp_streq(w, ".const"))
        module_var(p, SPACE_CONST, is_extern);
    else if (kp_streq(w, ".shared"))
        module_var(p, SPACE_SHARED, is_extern);
    else if (kp_streq(w, ".file"))
        file_directive(p);
    else if (kp_streq(w, ".section"))
        section(p);
    else if (kp_streq(w, ".version"))
        ptx_next(&p->x);
    else if (kp_streq(w, ".target")) {
        p->m->target = ptx_word(p);
        while (ptx_accept(p, ','))
            ptx_word(p);
    } else if (kp_streq(w, ".address_size")) {
        if (ptx_int(p) != 64)
            ptx_fail(&p->x, line, "only 64-bit addresses are supported");
    } else
        ptx_fail(&p->x, line, "unsupported directive %s", w);
}

struct kp_ptx *kp_simt_parse(struct kp_arena *a, const char *text, size_t n, const char **error)
{
    struct ptx_parser *p = kp_new(a, struct ptx_parser);
    struct ptx_loc unknown = {.inlined_at = -1};

    *error = NULL;
    p->m = kp_new(a, struct kp_ptx);
    p->m->arena = a;
    p->bucket = kp_new_array(a, int, N_BUCKETS);
    for (int i = 0; i < N_BUCKETS; i++)
        p->bucket[i] = -1;
    kp_push(a, &p->m->locs, unknown);
    ptx_lex_start(&p->x, a, text, n);
    if (setjmp(p->x.fail)) {
        *error = p->x.error;
        return NULL;
    }
    ptx_next(&p->x);
    while (p->x.tok.kind != TOK_END)
        module_directive(p);
    return p->m;
}
