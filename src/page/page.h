/* Reports as one HTML file without scripts and external resources, for light, dark and narrow
 * screens and for paper. */
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

/* A page of `kpipe COMMAND ARGS`; its facts begin with the date (that of SOURCE_DATE_EPOCH if set),
 * the command line and kpipe's version. */
struct kp_page kp_page_new(struct kp_arena *a, const char *command, int argc, char **argv,
                           const char *subject);
/* Adds a fact; does nothing if the value is NULL. */
void kp_page_fact(struct kp_arena *a, struct kp_page *p, const char *name, const char *value);

/* The whole page, in the arena. */
const char *kp_page_html(struct kp_arena *a, const struct kp_page *p, const struct kp_doc *d);

/* Appends text with HTML's special characters and unprintable characters escaped. */
void kp_html_escape(struct kp_str *s, const char *text);

#endif
