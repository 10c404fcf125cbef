/* A report as a list of blocks, and the forms in which it can be written. */
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
    KP_DOC_LISTING /* the page alone shows it, folded */
};

struct kp_doc_row {
    KP_VEC(const char *) cells;
    enum kp_tone tone; /* of its second cell */
};

struct kp_doc_block {
    enum kp_doc_kind kind;
    const char *text;   /* of a listing: its summary */
    const char *markup; /* of a listing: HTML */
    enum kp_tone tone;
    KP_VEC(struct kp_doc_row) rows;
    KP_VEC(struct kp_figure) figures; /* beside each other where there is room */
};

struct kp_doc {
    struct kp_arena *arena;
    KP_VEC(struct kp_doc_block) blocks;
};

void kp_doc_add(struct kp_doc *d, enum kp_doc_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Of the last block: a verdict. Of a table's: of its last row. */
void kp_doc_tone(struct kp_doc *d, enum kp_tone tone);
/* Beside the figure before, when that is the last block and `beside` holds. One with nothing in it
 * is left out. */
void kp_doc_figure(struct kp_doc *d, bool beside, struct kp_figure figure);
/* HTML as it is. */
void kp_doc_listing(struct kp_doc *d, const char *summary, const char *markup);
/* Begins a table; its head's cells are divided by '|'. NULL: the first row is the head. */
void kp_doc_table(struct kp_doc *d, const char *head);
/* A row of it, the same way; cells hold no '|'. */
void kp_doc_row(struct kp_doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A row of cells that may hold anything. */
void kp_doc_cells(struct kp_doc *d, size_t n, const char *const *cells);

/* `plots`: figures as characters; NULL: without them. */
void kp_doc_text(const struct kp_doc *d, const struct kp_plot_style *plots, struct kp_str *to);
/* Breaks lines at blanks; `first` stands in front of the first line, blanks in front of the others.
 */
void kp_doc_wrap(struct kp_str *to, const char *first, const char *text);
void kp_doc_markdown(const struct kp_doc *d, struct kp_str *to);

#endif
