/* DWARF's line number program, versions 2 to 4 (DWARF 4, section 6.2; nvcc 13.0 writes version 2),
 * and NVIDIA's two extended opcodes: 0x90 gives the rows behind it a call that they were inlined
 * from, by the number of an earlier row of the sequence (from 1; 0 ends it), and the function's
 * name; 0x91 a function's name. elfutils' libdw does not know them, and rejects cubins'
 * relocations. */
#include "sass/line.h"

#include <stdlib.h>
#include <string.h>

#include "util/str.h"

enum {
    LNS_COPY = 1,
    LNS_ADVANCE_PC,
    LNS_ADVANCE_LINE,
    LNS_SET_FILE,
    LNS_SET_COLUMN,
    LNS_NEGATE_STMT,
    LNS_SET_BASIC_BLOCK,
    LNS_CONST_ADD_PC,
    LNS_FIXED_ADVANCE_PC,

    LNE_END_SEQUENCE = 1,
    LNE_SET_ADDRESS,
    LNE_DEFINE_FILE,
    LNE_NVIDIA_INLINED_CALL = 0x90,

    MAX_INLINING = 64 /* deeper chains of calls are cut */
};

struct cursor {
    const unsigned char *begin, *p, *end;
    bool over; /* something was read behind the end */
};

static uint64_t fixed(struct cursor *c, unsigned n)
{
    uint64_t value = 0;

    if ((size_t)(c->end - c->p) < n) {
        c->over = true;
        c->p = c->end;
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)*c->p++ << 8 * i;
    return value;
}

static uint64_t uleb(struct cursor *c)
{
    uint64_t value = 0;

    for (unsigned shift = 0;; shift += 7) {
        unsigned byte = (unsigned)fixed(c, 1);

        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
}

static int64_t sleb(struct cursor *c)
{
    uint64_t value = 0;
    unsigned shift = 0, byte;

    do {
        byte = (unsigned)fixed(c, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (shift < 64 && (byte & 0x40))
        value |= ~(uint64_t)0 << shift;
    return (int64_t)value;
}

static const char *string(struct kp_arena *a, struct cursor *c)
{
    const unsigned char *nul = memchr(c->p, 0, (size_t)(c->end - c->p));
    const char *s;

    if (!nul) {
        c->over = true;
        c->p = c->end;
        return "";
    }
    s = kp_strndup(a, (const char *)c->p, (size_t)(nul - c->p));
    c->p = nul + 1;
    return s;
}

struct relocation {
    uint64_t offset, symbol, addend;
    bool has_addend;
};

KP_VEC_TYPE(relocations, struct relocation);

struct unit {
    struct kp_arena *arena;
    const struct kp_elf *elf;
    const struct relocations *relocations;
    struct kp_line_table *table;
    unsigned min_length, opcode_base, line_range;
    int line_base;
    unsigned char lengths[256];
    KP_VEC(const char *) folders, files;          /* from 1 */
    KP_VEC(const struct kp_sass_place *) emitted; /* of the sequence, by the row's number from 1 */

    /* The registers of the state machine. */
    uint64_t address, file, context;
    uint32_t section;
    int64_t line;
};

static const char *file_name(const struct unit *u)
{
    return u->file >= 1 && u->file <= u->files.n ? u->files.v[u->file - 1] : "?";
}

static unsigned depth_of(const struct kp_sass_place *p)
{
    unsigned n = 0;

    for (; p; p = p->at)
        n++;
    return n;
}

static void emit(struct unit *u, bool end)
{
    struct kp_line_row row = {.section = u->section, .address = u->address};
    struct kp_sass_place *place = NULL;

    if (!end) {
        place = kp_new(u->arena, struct kp_sass_place);
        place->file = file_name(u);
        place->line = u->line > 0 && u->line < INT32_MAX ? (unsigned)u->line : 0;
        if (u->context >= 1 && u->context <= u->emitted.n)
            place->at = u->emitted.v[u->context - 1];
        if (depth_of(place->at) > MAX_INLINING)
            place->at = NULL;
        row.place = place;
    }
    kp_push(u->arena, &u->emitted, place);
    kp_push(u->arena, &u->table->rows, row);
}

static void add_file(struct unit *u, struct cursor *c, const char *name)
{
    uint64_t folder = uleb(c);

    uleb(c); /* time */
    uleb(c); /* size */
    if (*name != '/' && folder >= 1 && folder <= u->folders.n)
        name = kp_sprintf(u->arena, "%s/%s", u->folders.v[folder - 1], name);
    kp_push(u->arena, &u->files, name);
}

static void read_names(struct unit *u, struct cursor *c)
{
    const char *name;

    while (!c->over && *(name = string(u->arena, c)))
        kp_push(u->arena, &u->folders, name);
    while (!c->over && *(name = string(u->arena, c)))
        add_file(u, c, name);
}

static int by_offset(const void *left, const void *right)
{
    const struct relocation *a = left, *b = right;

    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* All relocations of the line table, by offset. */
static void read_relocations(struct kp_arena *a, const struct kp_elf *elf, struct relocations *to)
{
    for (int with_addend = 0; with_addend < 2; with_addend++) {
        const struct kp_elf_section *r =
            kp_elf_section(elf, with_addend ? ".rela.debug_line" : ".rel.debug_line");
        unsigned size = with_addend ? 24 : 16;

        for (uint64_t at = 0; r && r->bytes && at + size <= r->size; at += size) {
            const unsigned char *p = r->bytes + at;

            kp_push(a, to,
                    ((struct relocation){kp_u64(p), kp_u64(p + 8) >> 32,
                                         with_addend ? kp_u64(p + 16) : 0, with_addend}));
        }
    }
    if (to->n)
        qsort(to->v, to->n, sizeof *to->v, by_offset);
}

/* The section that the operand of a set_address names: its relocation's symbol. */
static void set_address(struct unit *u, const struct cursor *c, uint64_t value)
{
    const struct relocation key = {.offset = (uint64_t)(c->p - c->begin) - 8}, *r = NULL;

    if (u->relocations->n)
        r = bsearch(&key, u->relocations->v, u->relocations->n, sizeof key, by_offset);
    u->section = 0;
    u->address = value;
    if (!r || r->symbol >= u->elf->symbols.n)
        return;
    u->section = u->elf->symbols.v[r->symbol].section;
    u->address = u->elf->symbols.v[r->symbol].value + (r->has_addend ? r->addend : value);
}

static void reset(struct unit *u)
{
    u->address = u->context = 0;
    u->section = 0;
    u->file = 1;
    u->line = 1;
}

static void extended(struct unit *u, struct cursor *c)
{
    uint64_t length = uleb(c);
    const unsigned char *end;
    unsigned op;

    if (length > (uint64_t)(c->end - c->p)) {
        c->over = true;
        return;
    }
    if (!length)
        return;
    end = c->p + length;
    op = (unsigned)fixed(c, 1);
    if (op == LNE_END_SEQUENCE) {
        emit(u, true);
        u->emitted.n = 0;
        reset(u);
    } else if (op == LNE_SET_ADDRESS && length == 9) {
        uint64_t value = fixed(c, 8);

        set_address(u, c, value);
    } else if (op == LNE_DEFINE_FILE) {
        add_file(u, c, string(u->arena, c));
    } else if (op == LNE_NVIDIA_INLINED_CALL) {
        u->context = uleb(c);
    }
    c->p = end;
}

static void standard(struct unit *u, struct cursor *c, unsigned op)
{
    switch (op) {
    case LNS_COPY:
        emit(u, false);
        break;
    case LNS_ADVANCE_PC:
        u->address += uleb(c) * u->min_length;
        break;
    case LNS_ADVANCE_LINE:
        u->line = (int64_t)((uint64_t)u->line + (uint64_t)sleb(c));
        break;
    case LNS_SET_FILE:
        u->file = uleb(c);
        break;
    case LNS_CONST_ADD_PC:
        u->address += (uint64_t)((255 - u->opcode_base) / u->line_range) * u->min_length;
        break;
    case LNS_FIXED_ADVANCE_PC:
        u->address += fixed(c, 2);
        break;
    default:
        for (unsigned i = 0; i < u->lengths[op]; i++)
            uleb(c);
        break;
    }
}

static void special(struct unit *u, unsigned op)
{
    op -= u->opcode_base;
    u->address += (uint64_t)(op / u->line_range) * u->min_length;
    u->line = (int64_t)((uint64_t)u->line + (uint64_t)(u->line_base + (int)(op % u->line_range)));
    emit(u, false);
}

/* What is wrong with the unit's header, NULL; *c is at the program then. */
static const char *read_header(struct unit *u, struct cursor *c)
{
    unsigned version = (unsigned)fixed(c, 2);
    uint64_t length = fixed(c, 4);
    struct cursor names;

    if (version < 2 || version > 4)
        return "its version is not known";
    if (c->over || length > (uint64_t)(c->end - c->p))
        return "it is cut off";
    names = *c;
    names.end = c->p + length;
    c->p = names.end;
    u->min_length = (unsigned)fixed(&names, 1);
    if (version == 4)
        fixed(&names, 1); /* operations per instruction: one */
    fixed(&names, 1);     /* whether a row begins a statement: not asked */
    u->line_base = (int8_t)fixed(&names, 1);
    u->line_range = (unsigned)fixed(&names, 1);
    u->opcode_base = (unsigned)fixed(&names, 1);
    if (!u->line_range || !u->opcode_base)
        return "its header makes no sense";
    for (unsigned i = 1; i < u->opcode_base; i++)
        u->lengths[i] = (unsigned char)fixed(&names, 1);
    read_names(u, &names);
    return names.over ? "it is cut off" : NULL;
}

static const char *read_unit(struct unit *u, struct cursor *c)
{
    const char *wrong = read_header(u, c);

    reset(u);
    while (!wrong && c->p < c->end) {
        unsigned op = (unsigned)fixed(c, 1);

        if (op >= u->opcode_base)
            special(u, op);
        else if (op)
            standard(u, c, op);
        else
            extended(u, c);
        if (c->over)
            wrong = "it is cut off";
    }
    return wrong;
}

static int by_address(const void *left, const void *right)
{
    const struct kp_line_row *a = *(const struct kp_line_row *const *)left,
                             *b = *(const struct kp_line_row *const *)right;

    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a > b) - (a < b); /* as written: of two rows at one address the later one counts */
}

static void sort(struct kp_arena *a, struct kp_line_table *t)
{
    size_t n = t->rows.n;
    const struct kp_line_row **order = kp_new_array(a, const struct kp_line_row *, n + 1);
    struct kp_line_row *sorted = kp_new_array(a, struct kp_line_row, n + 1);

    for (size_t i = 0; i < n; i++)
        order[i] = &t->rows.v[i];
    qsort(order, n, sizeof *order, by_address);
    for (size_t i = 0; i < n; i++)
        sorted[i] = *order[i];
    t->rows.v = sorted;
    t->rows.cap = n;
}

bool kp_line_read(struct kp_arena *a, const struct kp_elf *elf, struct kp_line_table *t,
                  const char **error)
{
    const struct kp_elf_section *s = kp_elf_section(elf, ".debug_line");
    struct relocations relocations = {0};
    const char *wrong = NULL;
    struct cursor all;

    memset(t, 0, sizeof *t);
    if (!s || !s->bytes)
        return true;
    read_relocations(a, elf, &relocations);
    all = (struct cursor){.begin = s->bytes, .p = s->bytes, .end = s->bytes + s->size};
    while (!wrong && all.p < all.end) {
        uint64_t length = fixed(&all, 4);
        struct cursor c = all;
        struct unit u = {.arena = a, .elf = elf, .relocations = &relocations, .table = t};

        if (all.over || length > (uint64_t)(all.end - all.p)) {
            wrong = "it is cut off";
            break;
        }
        c.end = all.p + length;
        all.p = c.end;
        wrong = read_unit(&u, &c);
    }
    if (wrong) {
        *error = kp_sprintf(a, "the line table cannot be read: %s", wrong);
        return false;
    }
    sort(a, t);
    return true;
}

const struct kp_sass_place *kp_line_place(const struct kp_line_table *t, uint32_t section,
                                          uint64_t address)
{
    size_t low = 0, high = t->rows.n; /* the first row behind the address */

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct kp_line_row *r = &t->rows.v[middle];

        if (r->section > section || (r->section == section && r->address > address))
            high = middle;
        else
            low = middle + 1;
    }
    return low && t->rows.v[low - 1].section == section ? t->rows.v[low - 1].place : NULL;
}
