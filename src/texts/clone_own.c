/* What a clone has of its own where all launches of the kernel share one thing: static variables,
 * types, its name. */
#include "texts/clones.h"

#include "front/tree.h"
#include "model/named.h"
#include "model/steps.h"

/* Storage that all instances of the function share; a clone would have its own. */
bool kp_has_static(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_VAR && x->sym && x->sym->is_static &&
                            x->sym->space != KP_SPACE_SHARED) return true;
    return false;
}

/* True if it is in a branch that another build compiles. */
static bool has_skipped_static(const struct kp_unit *u, struct kp_span function)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++) {
        struct kp_span s = u->parse.skipped.v[i].span;

        if (kp_spans_overlap(s, function) && kp_lex_has(u->source.text, s.begin, s.end, "static"))
            return true;
    }
    return false;
}

static bool names_itself(struct kp_unit *u, const struct kp_sym *kernel)
{
    return kp_text_mentions(kp_span_text(u, kernel->decl->last->span), kernel->name);
}

/* True if the text may ask for the kernel's name with its namespaces, of which a clone has one
 * more. Macros of the system's headers count that name their place in any way, but for assertions,
 * which put the name into a message. */
static bool says_namespaces(struct kp_unit *u, const struct kp_sym *kernel)
{
    const struct kp_words *words = &kp_names_of(u, kernel, KP_NAMED_MACROS)->words;
    const struct kp_texts *of_headers = &u->parse.of_lambda;

    for (size_t i = 0; i < of_headers->n; i++)
        if (!kp_streq(of_headers->v[i], "assert") &&
            kp_words_have(words, of_headers->v[i], strlen(of_headers->v[i])))
            return true;
    return kp_words_have(words, KP_NAME_IN_FULL, strlen(KP_NAME_IN_FULL));
}

bool kp_has_something_of_its_own(struct kp_unit *u, const struct kp_sym *kernel,
                                 struct kp_span definition)
{
    return kp_has_static(kernel->decl) || kp_has_static_by_type(u, kernel->decl) ||
           has_skipped_static(u, definition) || names_itself(u, kernel) ||
           says_namespaces(u, kernel);
}
