/* The report as Markdown. */
#include "page/doc.h"

/* What Markdown or HTML would take for markup. */
static void escaped(struct kp_str *to, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_<>[]#|", *text))
            kp_str_addc(to, '\\');
        kp_str_addc(to, *text);
    }
}

static void line(struct kp_str *to, const char *before, const char *text, const char *after)
{
    kp_str_add(to, before);
    escaped(to, text);
    kp_str_add(to, after);
}

static void table(struct kp_str *to, const struct kp_doc_block *b)
{
    for (size_t r = 0; r < b->rows.n; r++) {
        for (size_t c = 0; c < b->rows.v[r].cells.n; c++)
            line(to, "| ", b->rows.v[r].cells.v[c], " ");
        kp_str_add(to, "|\n");
        for (size_t c = 0; r == 0 && c < b->rows.v[r].cells.n; c++)
            kp_str_add(to, c + 1 < b->rows.v[r].cells.n ? "|---" : "|---|\n");
    }
    kp_str_addc(to, '\n');
}

static bool is_list(const struct kp_doc *d, size_t i)
{
    return i < d->blocks.n &&
           (d->blocks.v[i].kind == KP_DOC_ITEM || d->blocks.v[i].kind == KP_DOC_SUB);
}

void kp_doc_markdown(const struct kp_doc *d, struct kp_str *to)
{
    for (size_t i = 0; i < d->blocks.n; i++) {
        const struct kp_doc_block *b = &d->blocks.v[i];

        switch (b->kind) {
        case KP_DOC_TITLE:
            line(to, "# ", b->text, "\n\n");
            break;
        case KP_DOC_SECTION:
            line(to, "## ", b->text, "\n\n");
            break;
        case KP_DOC_TEXT:
            line(to, "", b->text, "\n\n");
            break;
        case KP_DOC_ITEM:
            line(to, "- ", b->text, is_list(d, i + 1) ? "\n" : "\n\n");
            break;
        case KP_DOC_SUB:
            line(to, "  - ", b->text, is_list(d, i + 1) ? "\n" : "\n\n");
            break;
        case KP_DOC_TABLE:
            table(to, b);
            break;
        case KP_DOC_FIGURES:
        case KP_DOC_LISTING:
            break;
        }
    }
}
