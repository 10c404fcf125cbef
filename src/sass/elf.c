#include "sass/elf.h"

#include <gelf.h>
#include <libelf.h>
#include <string.h>

#include "util/str.h"

_Static_assert(KP_SHT_NOBITS == SHT_NOBITS, "the same number");

static bool fail(struct kp_arena *a, const char **error, const char *what)
{
    const char *why = elf_errmsg(0);

    *error = kp_sprintf(a, "damaged ELF file: %s%s%s", what, why ? ": " : "", why ? why : "");
    return false;
}

/* A name that may be printed: a damaged file's could speak to the terminal. */
static char *printable(struct kp_arena *a, const char *name)
{
    char *s = kp_strdup(a, name);

    for (char *p = s; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            *p = '?';
    return s;
}

static bool add_section(struct kp_arena *a, Elf *e, size_t names, Elf_Scn *scn, struct kp_elf *to,
                        const char **error)
{
    struct kp_elf_section s = {0};
    GElf_Shdr h;
    Elf_Data *d;

    if (!gelf_getshdr(scn, &h))
        return fail(a, error, "a section header");
    s.name = elf_strptr(e, names, h.sh_name);
    if (!s.name)
        return fail(a, error, "the name of a section");
    s.type = h.sh_type;
    s.info = h.sh_info;
    s.link = h.sh_link;
    s.flags = h.sh_flags;
    s.size = h.sh_size;
    if (h.sh_type != SHT_NOBITS && h.sh_size) {
        d = elf_rawdata(scn, NULL);
        if (!d || !d->d_buf || d->d_size < h.sh_size)
            return fail(a, error, kp_sprintf(a, "section %s", printable(a, s.name)));
        s.bytes = d->d_buf;
    }
    kp_push(a, &to->sections, s);
    return true;
}

static bool add_sections(struct kp_arena *a, Elf *e, struct kp_elf *to, const char **error)
{
    size_t names, n;

    if (elf_getshdrnum(e, &n) || elf_getshdrstrndx(e, &names))
        return fail(a, error, "the table of sections");
    if (n > 1u << 20)
        return fail(a, error, "more than a million sections");
    for (size_t i = 0; i < n; i++) {
        Elf_Scn *scn = elf_getscn(e, i);

        if (!scn)
            return fail(a, error, "a section");
        if (!i)
            kp_push(a, &to->sections, ((struct kp_elf_section){.name = ""}));
        else if (!add_section(a, e, names, scn, to, error))
            return false;
    }
    return true;
}

/* The first table of symbols; cubins have one. */
static bool add_symbols(struct kp_arena *a, Elf *e, struct kp_elf *to, const char **error)
{
    const struct kp_elf_section *table = NULL;

    for (size_t i = 0; i < to->sections.n && !table; i++)
        if (to->sections.v[i].type == SHT_SYMTAB)
            table = &to->sections.v[i];
    if (!table || !table->bytes)
        return true;
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->size; at += sizeof(Elf64_Sym)) {
        struct kp_elf_symbol s = {0};
        Elf64_Sym x;

        memcpy(&x, table->bytes + at, sizeof x);
        s.name = elf_strptr(e, table->link, x.st_name);
        if (!s.name)
            return fail(a, error, "the name of a symbol");
        s.section = x.st_shndx;
        s.other = x.st_other;
        s.value = x.st_value;
        kp_push(a, &to->symbols, s);
    }
    return true;
}

static bool read_header(struct kp_arena *a, Elf *e, struct kp_elf *to, const char **error)
{
    GElf_Ehdr h;

    if (elf_kind(e) != ELF_K_ELF || !gelf_getehdr(e, &h))
        return fail(a, error, "its header");
    if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB) {
        *error = "an ELF file, but not a 64-bit little-endian one";
        return false;
    }
    to->machine = h.e_machine;
    to->flags = h.e_flags;
    to->abi_version = h.e_ident[EI_ABIVERSION];
    return true;
}

/* What libelf has copied ends with it. */
static void keep(struct kp_arena *a, const char *bytes, size_t size, struct kp_elf_section *s)
{
    const char *from = (const char *)s->bytes;

    s->name = printable(a, s->name);
    if (from && (from < bytes || from >= bytes + size))
        s->bytes = (const unsigned char *)kp_strndup(a, from, s->size);
}

bool kp_elf_read(struct kp_arena *a, const char *bytes, size_t size, struct kp_elf *elf,
                 const char **error)
{
    char *image = (char *)(uintptr_t)bytes; /* libelf writes only when it swaps bytes */
    Elf *e;
    bool ok;

    memset(elf, 0, sizeof *elf);
    elf_version(EV_CURRENT);
    elf_errno();
    e = elf_memory(image, size);
    if (!e)
        return fail(a, error, "its header");
    ok = read_header(a, e, elf, error) && add_sections(a, e, elf, error) &&
         add_symbols(a, e, elf, error);
    for (size_t i = 0; ok && i < elf->sections.n; i++)
        keep(a, bytes, size, &elf->sections.v[i]);
    for (size_t i = 0; ok && i < elf->symbols.n; i++)
        elf->symbols.v[i].name = printable(a, elf->symbols.v[i].name);
    elf_end(e);
    return ok;
}

const struct kp_elf_section *kp_elf_section(const struct kp_elf *elf, const char *name)
{
    for (size_t i = 0; i < elf->sections.n; i++)
        if (kp_streq(elf->sections.v[i].name, name))
            return &elf->sections.v[i];
    return NULL;
}
