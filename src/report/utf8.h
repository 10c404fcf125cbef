/* Makes bytes of unknown origin printable. */
#ifndef KP_REPORT_UTF8_H
#define KP_REPORT_UTF8_H

#include "util/arena.h"

/* Valid UTF-8, with each invalid byte replaced by U+FFFD. NULL becomes "". */
const char *kp_utf8(struct kp_arena *a, const char *s);

/* One line for a terminal: as kp_utf8(), with control characters written as \n, \t, \xNN. */
const char *kp_printable(struct kp_arena *a, const char *s);

/* The same for several lines; line ends and tabs are kept. */
const char *kp_printable_lines(struct kp_arena *a, const char *s);

/* The length in bytes of the character at s; 0 when it is invalid UTF-8 or the end. */
unsigned kp_utf8_length(const char *s);

#endif
