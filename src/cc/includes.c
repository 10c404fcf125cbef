#define _GNU_SOURCE
#include "cc/includes.h"

#include <string.h>

#include "front/args.h"
#include "front/lex.h"
#include "front/place.h"
#include "util/str.h"
#include "util/system.h"

bool kp_cc_place(struct kp_arena *a, const char *path, const char *folder, struct kp_cc_text text,
                 struct kp_cc_text *to, const char **why)
{
    struct kp_place_job j = {.path = path, .folder = folder, .text = text.text, .size = text.size};
    bool ok = kp_place(a, &j, why);

    *to = (struct kp_cc_text){j.result, j.result_size};
    return ok;
}

/* ---- a quick look -----------------------------------------------------------------------------
 */

enum { MOST_HEADERS = 3000 };

struct look {
    struct kp_arena *arena;
    const struct kp_compile *compile;
    struct kp_texts seen;
    bool found;
};

/* True if a loop of the source may fill shared memory of a header. An array declared in a function
 * of the header does not count, because its declaration cannot be changed. */
static bool shares(struct kp_cc_text t)
{
    uint32_t at = 0;

    for (;;) {
        struct kp_token token = kp_lex(t.text, at, (uint32_t)t.size);

        if (token.kind == KP_TOKEN_END)
            return false;
        if (token.kind == KP_TOKEN_DIRECTIVE &&
            memmem(t.text + token.begin, token.end - token.begin, "__shared__", 10))
            return true;
        at = token.end;
        if (kp_token_is(t.text, token, "extern") &&
            kp_token_is(t.text, kp_lex(t.text, at, (uint32_t)t.size), "__shared__"))
            return true;
    }
}

static void look_into(struct look *l, const char *folder, struct kp_cc_text t);

/* True when the file is there. The toolkit's own headers declare no array of the project's. */
static bool look_at(struct look *l, const char *folder, const char *name)
{
    const char *path = kp_sprintf(l->arena, "%s%s%s", name[0] == '/' ? "" : folder,
                                  name[0] == '/' ? "" : "/", name);
    struct kp_cc_text t;
    size_t n = 0, before = l->seen.n;

    if (!kp_is_file(path))
        return false;
    kp_add_text(l->arena, &l->seen, path);
    if (l->seen.n == before || kp_is_file(kp_sprintf(l->arena, "%s/cuda_runtime.h", folder)))
        return true;
    t.text = kp_read_file(l->arena, path, &n);
    t.size = n;
    if (!t.text || l->seen.n > MOST_HEADERS || (strstr(t.text, "__shared__") && shares(t)))
        l->found = true;
    else
        look_into(l, kp_folder_in(l->arena, path), t);
    return true;
}

static void look_for(struct look *l, const char *folder, const char *name, bool is_quoted)
{
    bool found = is_quoted && look_at(l, folder, name);

    if (kp_is_others_header(name)) /* as a folder of -isystem, which is not looked into */
        return;
    for (size_t i = 0; i < l->compile->said.n && !found; i++) {
        const struct kp_said *s = &l->compile->said.v[i];

        if (s->kind == KP_SAID_FOLDER || s->kind == KP_SAID_QUOTE)
            found = look_at(l, kp_compile_path(l->arena, l->compile, s->value), name);
    }
}

static void look_into(struct look *l, const char *folder, struct kp_cc_text t)
{
    struct kp_asked in;
    uint32_t at = 0;

    while (!l->found && kp_next_asked(t.text, t.size, &at, &in)) {
        if (!in.quote)
            l->found = true; /* whatever it is */
        else
            look_for(l, folder, kp_strndup(l->arena, t.text + in.begin, in.end - in.begin),
                     in.quote == '"');
    }
}

bool kp_cc_may_have_tiles(struct kp_arena *a, const struct kp_compile *c, const char *path,
                          struct kp_cc_text text)
{
    struct look l = {.arena = a, .compile = c};

    if (!strstr(text.text, "for") && !strstr(text.text, "while") && !strstr(text.text, "do"))
        return false;
    if (strstr(text.text, "__shared__"))
        return true;
    for (size_t i = 0; i < c->said.n && !l.found; i++) {
        const struct kp_said *s = &c->said.v[i];

        if (s->kind == KP_SAID_FORCED)
            look_for(&l, ".", s->value, true);
        l.found |= s->kind == KP_SAID_DEFINE && strstr(s->value, "__shared__");
    }
    if (!l.found)
        look_into(&l, kp_folder_in(a, path), text);
    return l.found;
}
