#include "front/branches.h"

#include <string.h>

#include "front/given.h"
#include "front/lex.h"
#include "front/parse.h"
#include "front/tree.h"

enum { MAX_DEPTH = 32 };

/* A name that the directives in front of a group define as 0 or 1. */
struct own_answer {
    struct kp_token name;
    size_t depth; /* the number of branches around it */
    char value;
};

struct own_answers {
    KP_VEC(struct own_answer) list;
};

/* The digit, where the token is 0 or 1 and ends the line; else 0. */
static char answer_at(const char *text, struct kp_token value, uint32_t end)
{
    if (value.kind == KP_TOKEN_END || value.end - value.begin != 1 ||
        kp_lex_code(text, value.end, end).kind != KP_TOKEN_END)
        return 0;
    return text[value.begin] == '0' || text[value.begin] == '1' ? text[value.begin] : 0;
}

static bool is_of(const char *text, const struct own_answer *own, struct kp_token name)
{
    uint32_t n = name.end - name.begin;

    return own->name.end - own->name.begin == n &&
           !memcmp(text + own->name.begin, text + name.begin, n);
}

static void forget(struct own_answers *own, const char *text, struct kp_token name)
{
    size_t n = 0;

    for (size_t i = 0; i < own->list.n; i++)
        if (!is_of(text, &own->list.v[i], name))
            own->list.v[n++] = own->list.v[i];
    own->list.n = n;
}

/* Behind any line but these, a macro may be another one: a header, or a pragma that some code
 * stands for, can bring it back. */
static void note_directive(struct kp_arena *a, struct own_answers *own, const char *text,
                           struct kp_token t, struct kp_token word, size_t depth)
{
    bool defines = kp_token_is(text, word, "define");
    struct kp_token name = kp_lex(text, word.end, t.end);
    struct own_answer answer = {.name = name, .depth = depth};

    if ((!defines && !kp_token_is(text, word, "undef")) || name.kind != KP_TOKEN_IDENT ||
        text[name.end] == '\\') { /* another name, on two lines */
        own->list.n = 0;
        return;
    }
    forget(own, text, name);
    answer.value = defines ? answer_at(text, kp_lex(text, name.end, t.end), t.end) : 0;
    if (answer.value)
        kp_push(a, &own->list, answer);
}

/* At the end of a branch: what it has defined is not what all builds have. */
static void leave_branch(struct own_answers *own, size_t depth)
{
    size_t n = 0;

    for (size_t i = 0; i < own->list.n; i++)
        if (own->list.v[i].depth < depth)
            own->list.v[n++] = own->list.v[i];
    own->list.n = n;
}

/* `#if 0` and `#if 1`, and with `own` `#if NAME`. */
static int fixed_branch(const char *text, struct kp_token t, struct kp_token word,
                        const struct own_answers *own)
{
    struct kp_token value = kp_lex_code(text, word.end, t.end);
    char answer;

    if (!kp_token_is(text, word, "if") || value.kind == KP_TOKEN_END ||
        kp_lex_code(text, value.end, t.end).kind != KP_TOKEN_END)
        return -1;
    answer = answer_at(text, value, t.end);
    for (size_t i = 0; own && i < own->list.n; i++)
        if (is_of(text, &own->list.v[i], value))
            answer = own->list.v[i].value;
    return answer == '1' ? 0 : answer == '0' ? 1 : -1;
}

static struct kp_branch_group begin_group(const char *text, struct kp_token t, struct kp_token word,
                                          const struct own_answers *own)
{
    struct kp_branch_group g = {.fixed = fixed_branch(text, t, word, NULL),
                                .own = fixed_branch(text, t, word, own),
                                .given = -1};
    struct kp_given given = kp_given_of(text, t, word);

    if (given.device == KP_UNANSWERED)
        return g;
    g.given = given.device == KP_YES ? 0 : 1;
    g.host_differs = given.host != given.device;
    g.anywhere = given.anywhere;
    return g;
}

static struct kp_span span_of(struct kp_token t)
{
    return (struct kp_span){t.begin, t.end};
}

bool kp_is_own_error(const char *text, struct kp_token line)
{
    static const char begin[] = "#error \"kpipe: ";

    return line.end - line.begin > sizeof begin - 1 &&
           strncmp(text + line.begin, begin, sizeof begin - 1) == 0;
}

/* True if the branch stops every build that takes it. What kpipe itself has written restricts an
 * output (texts/branched.h). */
static bool is_error(const char *text, struct kp_span s)
{
    unsigned depth = 0;

    for (struct kp_token t = kp_lex(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, s.end)) {
        struct kp_token word = {.kind = KP_TOKEN_END};

        if (t.kind == KP_TOKEN_DIRECTIVE)
            word = kp_lex_directive(text, t);
        if (word.kind != KP_TOKEN_IDENT)
            continue;
        if (!depth && kp_token_is(text, word, "error") && !kp_is_own_error(text, t))
            return true;
        if (kp_token_is(text, word, "endif"))
            depth--;
        else if (word.end - word.begin > 1 && !memcmp(text + word.begin, "if", 2))
            depth++;
    }
    return false;
}

/* The one branch with which a build is possible; -1: there are several. */
static int only_branch(const char *text, const struct kp_branch_group *g)
{
    int only = -1;

    for (int i = 0; i < kp_branch_count(g); i++) {
        if (is_error(text, kp_branch_text(g, i)))
            continue;
        if (only >= 0)
            return -1;
        only = i;
    }
    return only;
}

void kp_branch_groups(struct kp_arena *a, const char *text, uint32_t begin, uint32_t end,
                      struct kp_branch_groups *out)
{
    size_t open[MAX_DEPTH], depth = 0;
    struct own_answers own = {0};

    for (struct kp_token t = kp_lex(text, begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end)) {
        struct kp_branch_group *g;
        struct kp_token word;

        if (t.kind != KP_TOKEN_DIRECTIVE) {
            own.list.n = 0;
            continue;
        }
        word = kp_lex_directive(text, t);
        if (kp_begins_branches(text, word)) {
            struct kp_branch_group fresh = begin_group(text, t, word, &own);

            out->broken |= depth == MAX_DEPTH;
            if (out->broken)
                return;
            kp_push(a, &fresh.lines, span_of(t));
            open[depth++] = out->list.n;
            kp_push(a, &out->list, fresh);
            continue;
        }
        if (word.kind != KP_TOKEN_IDENT || word.end - word.begin < 2 ||
            (memcmp(text + word.begin, "el", 2) != 0 && !kp_token_is(text, word, "endif"))) {
            note_directive(a, &own, text, t, word, depth);
            continue;
        }
        if (!depth) {
            out->broken = true;
            return;
        }
        leave_branch(&own, depth);
        g = &out->list.v[open[depth - 1]];
        kp_push(a, &g->lines, span_of(t));
        g->has_else |= kp_token_is(text, word, "else");
        if (word.end - word.begin > 2 &&
            text[word.begin + 2] == 'i') /* #elif after #if 0: which one holds depends on a name */
            g->fixed = g->own = g->given = -1;
        if (kp_token_is(text, word, "endif")) {
            depth--;
            if (g->fixed < 0 && g->given < 0)
                g->fixed = only_branch(text, g);
        }
    }
    out->broken |= depth > 0;
}

/* From the first token to the last. */
static struct kp_span tokens_of(const char *text, struct kp_span s)
{
    struct kp_token t = kp_lex(text, s.begin, s.end);
    struct kp_span out = {t.begin, t.begin};

    for (; t.kind != KP_TOKEN_END; t = kp_lex(text, t.end, s.end))
        out.end = t.end;
    return out;
}

static bool is_left_out(const struct kp_unit *u, struct kp_span s)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++) {
        struct kp_span skipped = u->parse.skipped.v[i].span;

        if (skipped.begin <= s.begin && s.end <= skipped.end)
            return true;
    }
    return false;
}

/* True if the parser took this branch of the group; a branch without text may have been taken. */
static bool is_parsed(const struct kp_unit *u, const struct kp_branch_group *g, int branch)
{
    for (int i = 0; i < kp_branch_count(g); i++) {
        struct kp_span s = tokens_of(u->source.text, kp_branch_text(g, i));

        if (s.begin < s.end && is_left_out(u, s) == (i == branch))
            return false;
    }
    return true;
}

/* True if the line has no effect on the text after the group. */
static bool ends_with_group(const char *text, struct kp_token t)
{
    static const char *const words[] = {"if",       "ifdef", "ifndef", "elif", "elifdef",
                                        "elifndef", "else",  "endif",  "error"};
    struct kp_token word, next;

    if (t.kind != KP_TOKEN_DIRECTIVE)
        return !kp_token_is(text, t, "_Pragma");
    word = kp_lex_directive(text, t);
    next = kp_lex(text, word.end, t.end);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(text, word, words[i]))
            return true;
    return kp_token_is(text, word, "pragma") &&
           (kp_token_is(text, next, "unroll") || kp_token_is(text, next, "message"));
}

/* A function that only the device has, and whose body says nothing of its type. */
static bool is_devices(const struct kp_unit *u, const struct kp_node *f, struct kp_span body)
{
    const char *text = u->source.text;
    uint32_t begin = f->span.begin;

    return f->sym && !f->sym->is_host && !f->sym->is_constexpr &&
           (f->sym->is_kernel || f->sym->is_device) &&
           !kp_lex_has(text, begin, body.begin, "auto") &&
           !kp_lex_has(text, begin, body.begin, "decltype");
}

/* True if the group is in the body of such a function. */
static bool is_in_body(const struct kp_unit *u, const struct kp_node *n, struct kp_span group)
{
    if (n->file == 0 && n->kind == KP_FUNCTION)
        kp_each_child(c, n)
        {
            if (c->kind == KP_COMPOUND && c->span.begin < group.begin && c->span.end > group.end &&
                is_devices(u, n, c->span))
                return true;
        }
    kp_each_child(c, n) if (is_in_body(u, c, group)) return true;
    return false;
}

bool kp_is_device_text(const struct kp_unit *u, const struct kp_branch_group *g)
{
    struct kp_span all = {g->lines.v[0].begin, g->lines.v[g->lines.n - 1].end};
    const char *text = u->source.text;

    for (struct kp_token t = kp_lex(text, all.begin, all.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, all.end))
        if (!ends_with_group(text, t))
            return false;
    return is_in_body(u, u->parse.root, all);
}

bool kp_has_host_code(const struct kp_unit *u)
{
    if (kp_seen_from(u))
        return true;
    for (size_t i = 0; i < u->parse.files.n; i++) {
        const struct kp_file *f = &u->parse.files.v[i];

        if (f->text && (kp_may_launch(f->text, f->size) || strstr(f->text, "LaunchKernel")))
            return true;
    }
    return false;
}

/* The build that was parsed is one of those that are meant. */
static void check_given(const struct kp_unit *u, struct kp_branch_group *g, bool own_architecture)
{
    if (g->given >= 0 && (u->source.is_hip || !is_parsed(u, g, g->given) ||
                          (g->host_differs && (own_architecture ||
                                               (kp_has_host_code(u) && !kp_is_device_text(u, g))))))
        g->given = -1;
}

/* True if the directive changes a name whose value every build for CUDA knows (given.c). To define
 * __CUDACC__ or a macro of CUDA's where it is not changes none of these builds. */
static bool changes_given(const char *text, struct kp_token line)
{
    struct kp_token word = kp_lex_directive(text, line), name = kp_lex(text, word.end, line.end);
    bool is_undef = kp_token_is(text, word, "undef");

    return (is_undef || kp_token_is(text, word, "define")) &&
           (kp_token_is(text, name, "__CUDA_ARCH__") || kp_token_is(text, name, "__cplusplus") ||
            kp_token_is(text, name, "__STDC_VERSION__") ||
            (is_undef && (kp_token_is(text, name, "__CUDACC__") || kp_is_cudas_macro(text, name))));
}

static bool defines_given(const struct kp_file *f)
{
    if (!f->text || (!strstr(f->text, "__CUDA_ARCH__") && !strstr(f->text, "__cplusplus") &&
                     !strstr(f->text, "undef") && !strstr(f->text, "__STDC_VERSION__")))
        return false;
    for (struct kp_token t = kp_lex(f->text, f->bom, f->size); t.kind != KP_TOKEN_END;
         t = kp_lex(f->text, t.end, f->size))
        if (t.kind == KP_TOKEN_DIRECTIVE && changes_given(f->text, t))
            return true;
    return false;
}

const struct kp_branch_groups *kp_branch_groups_of(struct kp_unit *u)
{
    if (!u->groups) {
        struct kp_branch_groups *all = kp_new(u->arena, struct kp_branch_groups);

        kp_branch_groups(u->arena, u->source.text, u->source.bom, u->source.size, all);
        all->own_architecture = defines_given(&u->source);
        for (size_t i = 1; i < u->parse.files.n; i++)
            all->own_architecture |= defines_given(&u->parse.files.v[i]);
        for (size_t i = 0; i < all->list.n; i++)
            check_given(u, &all->list.v[i], all->own_architecture);
        u->groups = all;
    }
    return u->groups;
}

bool kp_is_of_architecture(struct kp_unit *u, const struct kp_branch_group *g, bool given)
{
    const char *text = u->source.text;

    if (g->fixed >= 0 || kp_branch_groups_of(u)->own_architecture)
        return false;
    for (size_t i = 0; i < g->lines.n && !given; i++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, g->lines.v[i].begin, g->lines.v[i].end};

        if (kp_elsewhere_name(text, kp_lex_directive(text, line).end, line.end).kind !=
            KP_TOKEN_END)
            return false;
    }
    for (int a = KP_ARCH_FIRST; a <= KP_ARCH_LAST; a += KP_ARCH_STEP)
        if (kp_given_branch(text, g->lines.v, g->lines.n, a) < 0)
            return false;
    return kp_given_branch(text, g->lines.v, g->lines.n, KP_ARCH_HOST) >= 0;
}

int kp_branch_count(const struct kp_branch_group *g)
{
    return (int)g->lines.n - g->has_else;
}

struct kp_span kp_branch_text(const struct kp_branch_group *g, int i)
{
    if (i + 1 >= (int)g->lines.n)
        return (struct kp_span){0, 0};
    return (struct kp_span){g->lines.v[i].end, g->lines.v[i + 1].begin};
}

static void blank(char *text, struct kp_span s)
{
    for (uint32_t i = s.begin; i < s.end; i++)
        if (text[i] != '\n' && text[i] != '\r')
            text[i] = ' ';
}

void kp_take_branch(char *text, const struct kp_branch_group *g, int i)
{
    for (size_t k = 0; k < g->lines.n; k++) {
        blank(text, g->lines.v[k]);
        if ((int)k != i && k + 1 < g->lines.n)
            blank(text, kp_branch_text(g, (int)k));
    }
}

bool kp_same_tokens(const char *a, size_t n, const char *b, size_t m)
{
    uint32_t i = 0, k = 0;

    for (;;) {
        struct kp_token s = kp_lex(a, i, (uint32_t)n), t = kp_lex(b, k, (uint32_t)m);

        if (s.kind != t.kind || s.end - s.begin != t.end - t.begin ||
            memcmp(a + s.begin, b + t.begin, s.end - s.begin) != 0)
            return false;
        if (s.kind == KP_TOKEN_END)
            return true;
        i = s.end;
        k = t.end;
    }
}

int kp_branch_at(const struct kp_branch_group *g, uint32_t at)
{
    for (size_t i = 0; i + 1 < g->lines.n; i++)
        if (at >= g->lines.v[i].end && at < g->lines.v[i + 1].begin)
            return (int)i;
    return -1;
}
