/* A report as a list of blocks, and the forms in which it can be written. */
#ifndef KP_ANALYZE_DOC_H
#define KP_ANALYZE_DOC_H

#include "util/str.h"
#include "util/vec.h"

enum kp_doc_kind {
    KP_DOC_TITLE,   /* one kernel */
    KP_DOC_SECTION, /* Baseline, Roofline, ... */
    KP_DOC_TEXT,
    KP_DOC_ITEM,  /* of a list */
    KP_DOC_SUB,   /* of an item */
    KP_DOC_TABLE, /* the first row is the head */
    KP_DOC_FIGURE /* html alone shows it */
};

KP_VEC_TYPE(kp_doc_row, const char *);

struct kp_doc_block {
    enum kp_doc_kind kind;
    const char *text; /* of a figure: html */
    KP_VEC(struct kp_doc_row) rows;
};

struct kp_doc {
    struct kp_arena *arena;
    KP_VEC(struct kp_doc_block) blocks;
};

void kp_doc_add(struct kp_doc *d, enum kp_doc_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Markup as it is. */
void kp_doc_figure(struct kp_doc *d, const char *html);
/* Begins a table; its head's cells are divided by '|'. */
void kp_doc_table(struct kp_doc *d, const char *head);
/* A row of it, the same way; cells hold no '|'. */
void kp_doc_row(struct kp_doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void kp_doc_text(const struct kp_doc *d, struct kp_str *to);
void kp_doc_markdown(const struct kp_doc *d, struct kp_str *to);
void kp_doc_html(const struct kp_doc *d, struct kp_str *to);

#endif
