/* How good a tree is: which errors keep kernels from being seen. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <stdlib.h>
#include <string.h>

/* A loop, and shared memory or a barrier under any name. */
static bool matters(const struct kp_parse *p, const struct kp_sym *function)
{
    const struct kp_node *n = function->decl;
    const struct kp_file *f;
    bool loop = false, shared = false;

    if (!n || n->kind != KP_FUNCTION)
        return false;
    f = &p->files.v[n->file];
    for (uint32_t at = n->span.begin; at < n->span.end && !(loop && shared);) {
        struct kp_token t = kp_lex_code(f->text, at, n->span.end);

        if (t.kind == KP_TOKEN_END)
            break;
        at = t.end;
        if (t.kind != KP_TOKEN_IDENT)
            continue;
        loop = loop || kp_token_is(f->text, t, "for") || kp_token_is(f->text, t, "while") ||
               kp_token_is(f->text, t, "do");
        shared = shared || kp_token_is(f->text, t, "__shared__") ||
                 kp_token_is(f->text, t, "asm") ||
                 memmem(f->text + t.begin, t.end - t.begin, "sync", 4) ||
                 memmem(f->text + t.begin, t.end - t.begin, "SYNC", 4) ||
                 memmem(f->text + t.begin, t.end - t.begin, "arrier", 6);
    }
    return loop && shared;
}

static int by_begin(const void *a, const void *b)
{
    const struct kp_span *x = a, *y = b;

    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* The parts of the input that are functions or switched off, in order. */
static size_t covered_parts(const struct kp_builder *b, struct kp_span **out)
{
    const struct kp_file_facts *f = &b->facts.v[0];
    size_t n = 0;

    *out = kp_new_array(b->scratch, struct kp_span, b->functions.n + f->skipped.n);
    for (size_t i = 0; i < b->functions.n; i++)
        if (b->functions.v[i]->file == 0)
            (*out)[n++] = b->functions.v[i]->span;
    for (size_t i = 0; i < f->skipped.n; i++)
        (*out)[n++] = f->skipped.v[i];
    if (n)
        qsort(*out, n, sizeof **out, by_begin);
    return n;
}

/* Kernels of the input that have a body in the text and none in the tree. */
static unsigned lost_kernels(const struct kp_builder *b)
{
    const struct kp_file *f = &b->unit->source;
    struct kp_span *covered;
    size_t n = covered_parts(b, &covered), i = 0;
    unsigned lost = 0;

    for (uint32_t at = 0; at < f->size;) {
        struct kp_token t = kp_lex_code(f->text, at, f->size);

        if (t.kind == KP_TOKEN_END)
            break;
        while (i < n && covered[i].end <= t.begin)
            i++;
        if (i < n && covered[i].begin <= t.begin) {
            at = covered[i].end;
            continue;
        }
        at = t.end;
        if (!kp_token_is(f->text, t, "__global__"))
            continue;
        do { /* a declaration ends with `;`, a definition has `{` first */
            t = kp_lex_code(f->text, at, f->size);
            at = kp_token_is(f->text, t, "(") ? kp_lex_close(f->text, t.begin, f->size) : t.end;
        } while (t.kind != KP_TOKEN_END && !kp_token_is(f->text, t, ";") &&
                 !kp_token_is(f->text, t, "{"));
        lost += kp_token_is(f->text, t, "{");
    }
    return lost;
}

static unsigned errors_between(const struct kp_parse *p, uint32_t begin, uint32_t end)
{
    unsigned n = 0;

    for (size_t i = 0; i < p->errors.n; i++) {
        const struct kp_parse_error *e = &p->errors.v[i];

        n += e->fatal && !e->file && begin <= e->offset && e->offset < end;
    }
    return n;
}

/* Errors in launches of templates, `k<T><<<..>>>(..);`: nobody knows what the kernel is an instance
 * of. */
static unsigned errors_in_launches(const struct kp_builder *b)
{
    const struct kp_file *f = &b->unit->source;
    bool launches = false, is_instance = false;
    uint32_t begin = 0;
    unsigned n = 0;

    for (uint32_t at = 0; b->out->errors.n && at < f->size;) {
        struct kp_token t = kp_lex_code(f->text, at, f->size);

        if (t.kind == KP_TOKEN_END)
            break;
        at = t.end;
        if (kp_token_is(f->text, t, "<<<"))
            launches |= is_instance;
        is_instance = kp_token_is(f->text, t, ">");
        if (!kp_token_is(f->text, t, ";") && !kp_token_is(f->text, t, "{") &&
            !kp_token_is(f->text, t, "}"))
            continue;
        if (launches)
            n += errors_between(b->out, begin, t.begin);
        launches = false;
        begin = t.end;
    }
    return n;
}

static bool has_instance(const struct kp_parse *p, const struct kp_sym *kernel)
{
    for (size_t i = 0; i < p->instances.n; i++)
        if (p->instances.v[i].pattern == kernel)
            return true;
    return false;
}

bool kp_lacks_headers(const struct kp_builder *b)
{
    for (size_t i = 0; i < b->out->errors.n; i++)
        if (kp_ends_with(b->out->errors.v[i].text, "' file not found"))
            return true;
    return false;
}

static bool names(const struct kp_node *n, const char *name)
{
    if (n->kind == KP_REF && n->name && kp_streq(n->name, name))
        return true;
    kp_each_child(c, n)
    {
        if (names(c, name))
            return true;
    }
    return false;
}

/* True if a method names the template: which instances its class has is known only where the parse
 * understands the whole file. */
static bool is_named_in_method(const struct kp_builder *b, const struct kp_sym *kernel)
{
    for (size_t i = 0; i < b->functions.n; i++)
        if (b->functions.v[i]->sym->is_method && names(b->functions.v[i], kernel->name))
            return true;
    return false;
}

unsigned kp_unseen_instances(const struct kp_builder *b)
{
    const struct kp_parse *p = b->out;
    bool lacks = kp_lacks_headers(b);
    unsigned n = 0;

    for (size_t i = 0; i < p->syms.n; i++) {
        const struct kp_sym *s = p->syms.v[i];

        n += s->is_kernel && s->is_template && s->decl && s->decl->file == 0 && matters(p, s) &&
             (!has_instance(p, s) || (lacks && is_named_in_method(b, s)));
    }
    return n;
}

unsigned kp_errors_that_matter(const struct kp_builder *b)
{
    enum { NOT_ASKED, NO, YES };
    const struct kp_parse *p = b->out;
    uint8_t *known = kp_new_array(b->scratch, uint8_t, p->syms.n + 1); /* of a function, once */
    unsigned n = 10 * lost_kernels(b) + errors_in_launches(b);

    for (size_t i = 0; i < p->holes.n; i++) {
        const struct kp_sym *f = p->holes.v[i].function;

        if (p->holes.v[i].kind >= KP_HOLE_UNKNOWN)
            continue;
        if (f && known[f->id] == NOT_ASKED)
            known[f->id] = matters(p, f) ? YES : NO;
        n += f && known[f->id] == YES;
    }
    return n;
}
