/* The pieces of all files of the parse, by their names. */
#include <string.h>

#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/place.h"

struct kp_piece_index {
    struct kp_words names;
    struct kp_map at; /* by the set's own text: index + 1 in lists */
    KP_VEC(struct kp_named_pieces *) lists;
    struct kp_named_pieces none, nameless, macros, declarations;
};

static void index_name(struct kp_arena *a, struct kp_piece_index *x, struct kp_named piece)
{
    const char *name = piece.text + piece.name.begin;
    size_t n = piece.name.end - piece.name.begin, *at;

    kp_words_add(a, &x->names, name, n);
    at = kp_map_at(a, &x->at, kp_words_find(&x->names, name, n));
    if (!*at) {
        kp_push(a, &x->lists, kp_new(a, struct kp_named_pieces));
        *at = x->lists.n;
    }
    kp_push(a, x->lists.v[*at - 1], piece);
    if (piece.piece->is_macro)
        kp_push(a, &x->macros, piece);
}

static const struct kp_named_pieces *pieces_of(const struct kp_piece_index *x, const char *name,
                                               size_t n)
{
    const char *own = kp_words_find(&x->names, name, n);

    return own ? x->lists.v[kp_map_get(&x->at, own) - 1] : &x->none;
}

static const struct kp_piece_index *index_of(struct kp_unit *u)
{
    struct kp_piece_index *x;
    size_t order = 0;

    if (u->piece_index)
        return u->piece_index;
    u->piece_index = x = kp_new(u->arena, struct kp_piece_index);
    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_pieces *pieces = kp_pieces_in(u, f);
        const char *text = kp_place_file(u, f)->text;

        for (size_t i = 0; text && i < pieces->list.n; i++) {
            const struct kp_piece *p = &pieces->list.v[i];
            struct kp_named piece = {.file = f, .text = text, .piece = p, .order = order++};

            for (size_t k = 0; k < p->names.list.n; k++) {
                piece.name = p->names.list.v[k];
                index_name(u->arena, x, piece);
            }
            if (p->is_operator || p->is_using_namespace)
                kp_push(u->arena, &x->nameless, piece);
            if (!p->is_macro)
                kp_push(u->arena, &x->declarations, piece);
        }
    }
    kp_push(u->arena, &x->macros, (struct kp_named){0});
    kp_push(u->arena, &x->declarations, (struct kp_named){0});
    return x;
}

const struct kp_named *kp_macros_in(struct kp_unit *u)
{
    return index_of(u)->macros.v;
}

const struct kp_named *kp_declarations_in(struct kp_unit *u)
{
    return index_of(u)->declarations.v;
}

const struct kp_words *kp_names_of_pieces(struct kp_unit *u)
{
    return &index_of(u)->names;
}

const struct kp_named_pieces *kp_pieces_named(struct kp_unit *u, const char *name, size_t n)
{
    return pieces_of(index_of(u), name, n);
}

const struct kp_named *kp_next_macro(struct kp_unit *u, const char *name, size_t n,
                                     const struct kp_named *last)
{
    const struct kp_named_pieces *all = kp_pieces_named(u, name, n);

    for (size_t i = last ? (size_t)(last - all->v) + 1 : 0; i < all->n; i++)
        if (all->v[i].piece->is_macro)
            return &all->v[i];
    return NULL;
}

const struct kp_named_pieces *kp_nameless_pieces(struct kp_unit *u)
{
    return &index_of(u)->nameless;
}

/* ---- definitions, which files are cut by ----------------------------------------------------- */

static const struct kp_piece_index *definitions_of(struct kp_unit *u)
{
    struct kp_piece_index *x = u->definitions;

    if (x)
        return x;
    u->definitions = x = kp_new(u->arena, struct kp_piece_index);
    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_file *file = kp_place_file(u, f);
        struct kp_token t = {.end = file->bom};

        while (file->text && (t = kp_lex(file->text, t.end, file->size)).kind != KP_TOKEN_END) {
            struct kp_piece p, *own;

            if (t.kind != KP_TOKEN_DIRECTIVE || !kp_read_macro(u->arena, file->text, t, &p) ||
                p.is_undef)
                continue;
            own = kp_new(u->arena, struct kp_piece);
            *own = p;
            index_name(
                u->arena, x,
                (struct kp_named){
                    .file = f, .text = file->text, .piece = own, .name = own->names.list.v[0]});
        }
    }
    return x;
}

const struct kp_named_pieces *kp_definitions_named(struct kp_unit *u, const char *name, size_t n)
{
    return pieces_of(definitions_of(u), name, n);
}

const struct kp_words *kp_parsed_macros(struct kp_unit *u)
{
    if (!u->macro_names) {
        struct kp_words *names = kp_new(u->arena, struct kp_words);

        for (size_t i = 0; i < u->parse.macros.n; i++)
            kp_words_add(u->arena, names, u->parse.macros.v[i], strlen(u->parse.macros.v[i]));
        u->macro_names = names;
    }
    return u->macro_names;
}

bool kp_is_macro(struct kp_unit *u, const char *name, size_t n)
{
    return kp_words_have(kp_parsed_macros(u), name, n) || kp_next_macro(u, name, n, NULL);
}

bool kp_names_macro(struct kp_unit *u, const char *of)
{
    uint32_t end = (uint32_t)strlen(of);

    for (struct kp_token t = kp_lex_code(of, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(of, t.end, end))
        if (t.kind == KP_TOKEN_IDENT && kp_is_macro(u, of + t.begin, t.end - t.begin))
            return true;
    return false;
}
