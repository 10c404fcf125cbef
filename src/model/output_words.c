#include "model/output_words.h"

#include <string.h>

#include "front/branches.h"
#include "util/str.h"

static const char *const written[] = {"__align__",
                                      "__attribute__",
                                      "__builtin_assume",
                                      "__cvta_generic_to_shared",
                                      "__launch_bounds__",
                                      "__shared__",
                                      "__syncthreads",
                                      "__volatile__",
                                      "alignas",
                                      "alignof",
                                      "always_inline",
                                      "asm",
                                      "auto",
                                      "bool",
                                      "break",
                                      "case",
                                      "char",
                                      "class",
                                      "const",
                                      "const_cast",
                                      "constexpr",
                                      "continue",
                                      "cudaError_t",
                                      "cudaFuncAttributeMaxDynamicSharedMemorySize",
                                      "cudaFuncSetAttribute",
                                      "decltype",
                                      "default",
                                      "delete",
                                      "do",
                                      "double",
                                      "dynamic_cast",
                                      "else",
                                      "enum",
                                      "explicit",
                                      "extern",
                                      "false",
                                      "float",
                                      "for",
                                      "friend",
                                      "goto",
                                      "half",
                                      "if",
                                      "inline",
                                      "int",
                                      "is_arithmetic",
                                      "is_same",
                                      "is_volatile",
                                      "long",
                                      "memcpy",
                                      "mutable",
                                      "namespace",
                                      "new",
                                      "noexcept",
                                      "nullptr",
                                      "operator",
                                      "private",
                                      "protected",
                                      "public",
                                      "reinterpret_cast",
                                      "return",
                                      "short",
                                      "signed",
                                      "sizeof",
                                      "size_t",
                                      "static",
                                      "static_assert",
                                      "static_cast",
                                      "std",
                                      "struct",
                                      "switch",
                                      "template",
                                      "this",
                                      "true",
                                      "typedef",
                                      "typename",
                                      "union",
                                      "unroll",
                                      "unsigned",
                                      "using",
                                      "value",
                                      "virtual",
                                      "void",
                                      "volatile",
                                      "while",
                                      "__half",
                                      "__half2",
                                      "half2",
                                      "__nv_bfloat16",
                                      "__nv_bfloat162",
                                      "nounroll",
                                      "__restrict__",
                                      "__forceinline__"};

bool kp_is_vector_name(const char *name, size_t n)
{
    static const char *const bases[] = {"char",     "uchar",     "short", "ushort",
                                        "int",      "uint",      "long",  "ulong",
                                        "longlong", "ulonglong", "float", "double"};

    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        if (n == strlen(bases[i]) + 1 && kp_starts_with(name, bases[i]) && name[n - 1] >= '1' &&
            name[n - 1] <= '4')
            return true;
    return false;
}

bool kp_output_says(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (n == strlen(written[i]) && !strncmp(name, written[i], n))
            return true;
    return kp_is_vector_name(name, n) || (n > 11 && kp_starts_with(name, "__pipeline_"));
}

bool kp_is_of_no_build(struct kp_unit *u, const char *text, uint32_t at)
{
    struct kp_branch_groups groups = {0};

    kp_branch_groups(u->arena, text, 0, (uint32_t)strlen(text), &groups);
    for (size_t i = 0; !groups.broken && i < groups.list.n; i++) {
        const struct kp_branch_group *g = &groups.list.v[i];
        struct kp_span first = kp_branch_text(g, 0);

        if (g->given == 1 && !g->host_differs && first.begin <= at && at < first.end)
            return !kp_branch_groups_of(u)->own_architecture;
    }
    return false;
}

bool kp_brings_output_word(struct kp_unit *u, const char *text, const struct kp_piece *p)
{
    const char *name;
    size_t n;

    if (!p->is_macro || p->is_undef)
        return false;
    name = text + p->names.list.v[0].begin;
    n = p->names.list.v[0].end - p->names.list.v[0].begin;
    return (kp_output_says(name, n) || (n > 3 && kp_starts_with(name, "kp_"))) &&
           !kp_is_of_no_build(u, text, p->span.begin);
}
