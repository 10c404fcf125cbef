/* Main loops as parts of a page. No scripts, nothing from elsewhere. */
#ifndef KP_SASS_HTML_H
#define KP_SASS_HTML_H

#include "sass/overlap.h"
#include "util/str.h"

/* The style sheet of our pages, for light and dark. */
extern const char kp_html_style[];

/* Text with what HTML would take for markup escaped. */
void kp_html_escape(struct kp_str *s, const char *text);

/* The timeline of one iteration and the annotated listing; `fold`: the listing opens on a click. */
void kp_sass_html_loop(struct kp_arena *a, struct kp_str *s, const struct kp_overlap *o, bool fold);

#endif
