/* Which entry point of a compiled module a case means. */
#include "case/case.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/str.h"

/* `128`, `-1`, `128u`, `128ul`: the suffix says the parameter's type, as in C. */
static const char *mangled_integer(struct kp_arena *a, const char *s)
{
    static const char *const suffixes[][2] = {{"", "i"},   {"u", "j"},  {"l", "l"},
                                              {"ul", "m"}, {"ll", "x"}, {"ull", "y"}};
    bool negative = *s == '-';
    size_t n = strspn(s + negative, "0123456789");

    for (size_t k = 0; n && k < sizeof suffixes / sizeof *suffixes; k++)
        if (kp_streq(s + negative + n, suffixes[k][0]))
            return kp_sprintf(a, "L%s%s%.*sE", suffixes[k][1], negative ? "n" : "", (int)n,
                              s + negative);
    return NULL;
}

/* `128, float` as the mangled name has it: "ILi128EfE". */
static const char *mangled_args(const struct kp_case *c, struct kp_arena *a, const char **error)
{
    static const char *const codes[][2] = {
        {"float", "f"},
        {"half", "6__half"},
        {"__half", "6__half"},
        {"signed char", "a"},
        {"int8_t", "a"},
        {"int", "i"},
        {"double", "d"},
        {"char", "c"},
        {"unsigned", "j"},
        {"__nv_bfloat16", "13__nv_bfloat16"},
        {"unsigned int", "j"},
        {"unsigned char", "h"},
        {"uint8_t", "h"},
        {"short", "s"},
        {"unsigned short", "t"},
        {"long", "l"},
        {"unsigned long", "m"},
        {"long long", "x"},
        {"unsigned long long", "y"},
        {"true", "Lb1E"},
        {"false", "Lb0E"},
    };
    struct kp_case_text *parts;
    size_t n = kp_case_split(a, c->template_text, ',', &parts);
    struct kp_str s = kp_str_new(a);

    kp_str_addc(&s, 'I');
    for (size_t k = 0; k < n; k++) {
        const char *code = NULL;
        for (size_t i = 0; i < sizeof codes / sizeof *codes && !code; i++)
            if (kp_streq(codes[i][0], parts[k].s))
                code = codes[i][1];
        if (!code)
            code = mangled_integer(a, parts[k].s);
        if (!code) {
            *error = kp_case_error(
                c, parts[k], 0, "template arguments are integers, true, false and the usual types");
            return NULL;
        }
        kp_str_add(&s, code);
    }
    kp_str_addc(&s, 'E');
    return kp_str_text(&s);
}

/* The last identifier of a mangled name's (possibly nested) name: `_ZN2ns3fooILi4EEEvPf` -> "foo".
 */
static bool has_source_name(const char *mangled, const char *name)
{
    const char *p = mangled;
    bool nested;
    const char *last = NULL;
    size_t last_n = 0;

    if (strncmp(p, "_Z", 2))
        return false;
    p += 2;
    nested = *p == 'N';
    p += nested;
    if (!nested && *p == 'L') /* internal linkage */
        p++;
    while (isdigit((unsigned char)*p) || (nested && *p == 'L')) {
        char *end;
        size_t n = strtoul(p + (*p == 'L'), &end, 10);
        if (strlen(end) < n)
            return false;
        last = end;
        last_n = n;
        p = end + n;
        if (!nested)
            break;
    }
    return last && strlen(name) == last_n && !memcmp(last, name, last_n);
}

/* In the namespace where a rewritten file has the pipelined clones of kernels that it keeps for
 * launches out of sight: who wants the kernel of such a file wants the clone. */
static bool is_clone(const char *mangled)
{
    return strstr(mangled, "12kp_pipelined") != NULL;
}

/* Behind the name of an enumeration in a mangled name, `4mode` or `N2ns4modeE`; NULL for another
 * type. */
static const char *behind_enumeration(const char *p)
{
    bool nested = *p == 'N';
    const char *from = p += nested;

    while (isdigit((unsigned char)*p)) {
        char *end;
        size_t n = strtoul(p, &end, 10);

        if (strlen(end) < n)
            return NULL;
        p = end + n;
        if (!nested)
            break;
    }
    return p == from || (nested && *p != 'E') ? NULL : p + nested;
}

/* Does the mangled name go on like `part`, where an int may be an enumerator of that value? */
static bool goes_on_like(const char *name, const char *part)
{
    const char *behind;

    while (*part && *name) {
        if (part[0] == 'L' && part[1] == 'i' && name[0] == 'L' &&
            (behind = behind_enumeration(name + 1))) {
            name = behind;
            part += 2;
        } else if (*name++ != *part++) {
            return false;
        }
    }
    return !*part;
}

static bool has_part_by_value(const char *name, const char *part)
{
    for (; *name; name++)
        if (goes_on_like(name, part))
            return true;
    return false;
}

static const char *instantiation(const struct kp_case *c, struct kp_arena *a,
                                 const char *const *names, size_t n, const char **error)
{
    const char *args = mangled_args(c, a, error), *part, *found = NULL;

    if (!args)
        return NULL;
    part = kp_sprintf(a, "%zu%s%s", strlen(c->kernel), c->kernel, args);
    for (size_t k = 0; k < n; k++)
        if (strstr(names[k], part) && (!found || is_clone(names[k])))
            found = names[k];
    for (size_t k = 0; k < n && !found; k++)
        if (has_part_by_value(names[k], part))
            found = names[k];
    if (found)
        return found;
    *error = kp_case_error(c, c->template_text, 0,
                           "the file has no instantiation %s<%s>: launch it or instantiate it "
                           "explicitly; arguments have the parameters' types: true or false for "
                           "bool, 128u for unsigned",
                           c->kernel, c->template_args);
    return NULL;
}

const char *kp_case_instance(const struct kp_case *c, struct kp_arena *a)
{
    const char *ignored;

    if (!c->template_args || !mangled_args(c, a, &ignored) ||
        c->kernel[strspn(c->kernel, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                    "0123456789")])
        return NULL;
    return kp_sprintf(a,
                      "namespace { [[maybe_unused]] const void *const kp_instance = (const void "
                      "*)&%s<%s>; }",
                      c->kernel, c->template_args);
}

/* Of the entries with the kernel's name the one, its clone rather than itself; NULL and a message
 * when there are two. */
static const char *named(const struct kp_case *c, const char *const *names, size_t n, bool clone,
                         const char **error)
{
    const char *found = NULL;

    for (size_t i = 0; i < n; i++) {
        if (!has_source_name(names[i], c->kernel) || is_clone(names[i]) != clone)
            continue;
        if (found) {
            *error = kp_case_error(c, c->kernel_text, 0,
                                   "more than one kernel is called %s: %s and %s; give template = "
                                   "ARGUMENTS, or the mangled name",
                                   c->kernel, found, names[i]);
            return NULL;
        }
        found = names[i];
    }
    return found;
}

const char *kp_case_entry(const struct kp_case *c, struct kp_arena *a, const char *const *names,
                          size_t n, const char **error)
{
    const char *found;
    struct kp_str all = kp_str_new(a);

    *error = NULL;
    if (c->template_args)
        return instantiation(c, a, names, n, error);
    found = named(c, names, n, true, error);
    for (size_t i = 0; i < n && !found && !*error; i++)
        if (kp_streq(names[i], c->kernel))
            return names[i];
    if (!found && !*error)
        found = named(c, names, n, false, error);
    if (found || *error)
        return found;
    for (size_t i = 0; i < n; i++)
        kp_str_addf(&all, "%s%s", all.n ? ", " : "", names[i]);
    *error = kp_sprintf(a, "no kernel is called %s (there are: %s)", c->kernel, kp_str_text(&all));
    return NULL;
}

const char *kp_case_lacks_instance(const struct kp_case *c, struct kp_arena *a,
                                   const char *const *names, size_t n)
{
    const char *ignored;

    return c->template_args && !instantiation(c, a, names, n, &ignored) ? kp_case_instance(c, a)
                                                                        : NULL;
}
