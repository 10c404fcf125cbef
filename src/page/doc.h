/* A report as a list of blocks, and its output as text and Markdown. */
#ifndef KP_PAGE_DOC_H
#define KP_PAGE_DOC_H

#include "page/figure.h"
#include "util/str.h"
#include "util/vec.h"

enum kp_doc_kind {
    KP_DOC_TITLE,   /* one kernel */
    KP_DOC_SECTION, /* Baseline, Roofline, ... */
    KP_DOC_TEXT,
    KP_DOC_ITEM,  /* of a list */
    KP_DOC_SUB,   /* of an item */
    KP_DOC_TABLE, /* the first row is the head */
    KP_DOC_FIGURES,
    KP_DOC_LISTING /* shown only on the HTML page, folded */
};

struct kp_doc_row {
    KP_VEC(const char *) cells;
    enum kp_tone tone; /* colour of its second cell */
};

struct kp_doc_block {
    enum kp_doc_kind kind;
    const char *text;   /* for a listing: its summary */
    const char *markup; /* for a listing: HTML */
    enum kp_tone tone;
    KP_VEC(struct kp_doc_row) rows;
    KP_VEC(struct kp_figure) figures; /* side by side where there is room */
};

struct kp_doc {
    struct kp_arena *arena;
    KP_VEC(struct kp_doc_block) blocks;
};

void kp_doc_add(struct kp_doc *d, enum kp_doc_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Sets the tone of the last block; of a table: of its last row. */
void kp_doc_tone(struct kp_doc *d, enum kp_tone tone);
/* Adds a figure. `beside`: next to the previous figure, if that is the last block. An empty figure
 * is omitted. */
void kp_doc_figure(struct kp_doc *d, bool beside, struct kp_figure figure);
/* Adds a folded listing; `markup` is HTML. */
void kp_doc_listing(struct kp_doc *d, const char *summary, const char *markup);
/* Begins a table. `head`: its cells, separated by '|'; NULL: the first row is the head. */
void kp_doc_table(struct kp_doc *d, const char *head);
/* Adds a row of cells, separated by '|'; cells cannot contain '|'. */
void kp_doc_row(struct kp_doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Adds a row of cells with any content. */
void kp_doc_cells(struct kp_doc *d, size_t n, const char *const *cells);

/* `plots`: how figures are drawn with characters; NULL: figures are omitted. */
void kp_doc_text(const struct kp_doc *d, const struct kp_plot_style *plots, struct kp_str *to);
/* Appends the text, broken into lines at blanks, with `first` before the first line and as many
 * blanks before the others. */
void kp_doc_wrap(struct kp_str *to, const char *first, const char *text);
void kp_doc_markdown(const struct kp_doc *d, struct kp_str *to);

#endif
