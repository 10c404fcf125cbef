/* A field of characters to draw on: lines in dots (Braille patterns, or one dot per character in
 * ASCII), texts and signs over them. */
#ifndef KP_PAGE_CANVAS_H
#define KP_PAGE_CANVAS_H

#include "page/figure.h"

struct kp_canvas {
    int columns, rows;
    bool unicode;
    unsigned char *dots; /* by character: a bit per dot */
    const char **cells;  /* by character: what stands there, NULL: the dots */
};

struct kp_canvas kp_canvas_new(struct kp_arena *a, int columns, int rows, bool unicode);
/* A line; places are characters, (0, 0) the upper left corner, (columns, rows) the lower right one.
 */
void kp_canvas_line(struct kp_canvas *c, double x0, double y0, double x1, double y1);
/* A sign; the text is one character, and lives as long as the canvas. */
void kp_canvas_put(struct kp_canvas *c, double x, double y, const char *sign);
/* One row of it, without blanks at its end. */
void kp_canvas_row(const struct kp_canvas *c, int row, struct kp_str *to);

#endif
