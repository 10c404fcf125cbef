/* Reports as one HTML file: nothing from elsewhere and no scripts, for light and dark screens,
 * narrow ones and paper. */
#ifndef KP_PAGE_PAGE_H
#define KP_PAGE_PAGE_H

#include "page/doc.h"

struct kp_page_fact {
    const char *name, *value;
};

struct kp_page {
    const char *command; /* "analyze" */
    const char *subject; /* what the page is about: a file */
    KP_VEC(struct kp_page_fact) facts;
};

/* A page of `kpipe COMMAND ARGS`, with its date (SOURCE_DATE_EPOCH's where that is set), the
 * command line and kpipe's version among the facts. */
struct kp_page kp_page_new(struct kp_arena *a, const char *command, int argc, char **argv,
                           const char *subject);
/* A value that is NULL is left out. */
void kp_page_fact(struct kp_arena *a, struct kp_page *p, const char *name, const char *value);

/* The whole page, in the arena. */
const char *kp_page_html(struct kp_arena *a, const struct kp_page *p, const struct kp_doc *d);

/* Text with what HTML would take for markup, and what nobody could read, escaped. */
void kp_html_escape(struct kp_str *s, const char *text);

#endif
