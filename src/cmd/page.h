/* The pages of --html. */
#ifndef KP_CMD_PAGE_H
#define KP_CMD_PAGE_H

#include "cmd/cmd.h"
#include "page/page.h"

/* A page that begins with the command line, the date and kpipe's version. */
struct kp_page kp_page_of(const struct kp_settings *s, const char *subject);
/* Adds the version of the compiler that was run. */
void kp_page_compiler(const struct kp_settings *s, struct kp_page *p);
/* Writes the page to the file of --html; false after an error message. */
bool kp_page_write(const struct kp_settings *s, const struct kp_page *p, const struct kp_doc *d);

#endif
