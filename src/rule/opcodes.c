#define _GNU_SOURCE
#include "rule/opcodes.h"

#include <errno.h>
#include <stdlib.h>

#include "rule/ini.h"
#include "util/embed.h"
#include "util/str.h"
#include "util/system.h"
#include "util/vec.h"

enum { N_CODES = 4096, ANY_ARCH = 0xffff };

/* Rows of one opcode, the latest first. */
struct row {
    struct kp_opcode op;
    struct row *next;
};

struct kp_opcodes {
    struct kp_arena *arena;
    struct row *of[N_CODES];
};

static const char *const class_names[] = {
#define KP_OPCLASS(id, name) name,
#include "rule/opcodes.def"
#undef KP_OPCLASS
};

const char *kp_opclass_name(enum kp_opclass c)
{
    return class_names[c];
}

static bool number(const char **p, int base, unsigned long max, unsigned long *to)
{
    char *end;

    if (**p == '-' || **p == '+' || **p == ' ')
        return false;
    *to = strtoul(*p, &end, base);
    if (end == *p || *to > max)
        return false;
    *p = end;
    return true;
}

/* ":75-89", ":-90", ":120-" */
static bool read_archs(const char **p, struct kp_opcode *op)
{
    unsigned long n;

    (*p)++;
    if (**p != '-') {
        if (!number(p, 10, ANY_ARCH, &n))
            return false;
        op->first = (uint16_t)n;
    }
    if (**p != '-')
        return false;
    (*p)++;
    if (**p && **p != '&') {
        if (!number(p, 10, ANY_ARCH, &n))
            return false;
        op->last = (uint16_t)n;
    }
    return op->first <= op->last;
}

/* One word, NUL-terminated. */
static bool read_word(const char *p, struct kp_opcode *op)
{
    unsigned long n;

    if (!number(&p, 16, N_CODES - 1, &n))
        return false;
    op->code = (uint16_t)n;
    op->first = 0;
    op->last = ANY_ARCH;
    op->bit = 0;
    if (*p == ':' && !read_archs(&p, op))
        return false;
    if (*p == '&') {
        p++;
        if (!number(&p, 10, 127, &n) || n < 12)
            return false;
        op->bit = (uint8_t)n;
    }
    return !*p;
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct kp_opcodes *o = user;
    struct kp_opcode op = {.opclass = KP_INSN_COUNT, .name = kp_strdup(o->arena, name)};
    static const char blanks[] = " \t\r";

    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (kp_streq(section, class_names[c]))
            op.opclass = (enum kp_opclass)c;
    if (op.opclass == KP_INSN_COUNT) {
        *error = "no class of instructions has this section's name";
        return false;
    }
    for (const char *p = value + strspn(value, blanks); *p; p += strspn(p, blanks)) {
        size_t n = strcspn(p, blanks);
        struct row *r = kp_new(o->arena, struct row);

        if (!read_word(kp_strndup(o->arena, p, n), &op)) {
            *error = "expected opcodes like 981, 235:-90, 221&81";
            return false;
        }
        r->op = op;
        r->next = o->of[op.code];
        o->of[op.code] = r;
        p += n;
    }
    return true;
}

/* The text of DIR/sass.ini; NULL without error when there is none. */
static const char * override(struct kp_arena *a, const char *path, const char **error)
{
    size_t n = 0;
    const char *text = kp_read_file(a, path, &n);

    if (!text && errno != ENOENT)
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    if (text && memchr(text, 0, n))
        *error = kp_sprintf(a, "%s: not a text file", path);
    return *error ? NULL : text;
}

const struct kp_opcodes *kp_opcodes_load(struct kp_arena *a, const char *dir, const char **error)
{
    struct kp_opcodes *o = kp_new(a, struct kp_opcodes);
    const char *text = kp_embedded("sass.ini");

    *error = NULL;
    o->arena = a;
    if (!text) {
        *error = "sass.ini is not built in";
        return NULL;
    }
    if (!kp_ini_read(a, "sass.ini", text, read_line, o, error))
        return NULL;
    if (dir) {
        const char *path = kp_sprintf(a, "%s/sass.ini", dir);

        text = override(a, path, error);
        if (*error || (text && !kp_ini_read(a, path, text, read_line, o, error)))
            return NULL;
    }
    return o;
}

const struct kp_opcode *kp_opcode_of(const struct kp_opcodes *o, unsigned arch, uint64_t lo,
                                     uint64_t hi)
{
    const struct kp_opcode *best = NULL;

    for (const struct row *r = o->of[lo & (N_CODES - 1)]; r; r = r->next) {
        unsigned bit = r->op.bit;

        if (arch < r->op.first || arch > r->op.last)
            continue;
        if (bit && !((bit < 64 ? lo >> bit : hi >> (bit - 64)) & 1))
            continue;
        if (!best || (bit && !best->bit))
            best = &r->op;
    }
    return best;
}
