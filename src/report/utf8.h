/* Foreign bytes made fit to be shown. */
#ifndef KP_REPORT_UTF8_H
#define KP_REPORT_UTF8_H

#include "util/arena.h"

/* Valid UTF-8, each byte that is none as U+FFFD. NULL becomes "". */
const char *kp_utf8(struct kp_arena *a, const char *s);

/* One line for a terminal: as kp_utf8, and control characters as \n, \t, \xNN. */
const char *kp_printable(struct kp_arena *a, const char *s);

/* The same for several lines: line ends and tabs stay. */
const char *kp_printable_lines(struct kp_arena *a, const char *s);

/* Bytes of the character at s, 0 when it is no valid UTF-8 (or the end). */
unsigned kp_utf8_length(const char *s);

#endif
