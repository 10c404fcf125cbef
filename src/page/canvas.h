/* A grid of characters for drawing: lines of dots (Braille patterns, or one dot per character in
 * ASCII), with texts and signs over them. */
#ifndef KP_PAGE_CANVAS_H
#define KP_PAGE_CANVAS_H

#include "page/figure.h"

struct kp_canvas {
    int columns, rows;
    bool unicode;
    unsigned char *dots; /* per character: one bit per dot */
    const char **cells;  /* per character: a text that replaces the dots; NULL: none */
};

struct kp_canvas kp_canvas_new(struct kp_arena *a, int columns, int rows, bool unicode);
/* Draws a line. Coordinates are characters: (0, 0) is the upper left corner, (columns, rows) the
 * lower right. */
void kp_canvas_line(struct kp_canvas *c, double x0, double y0, double x1, double y1);
/* Puts a sign, one character, whose text must live as long as the canvas. */
void kp_canvas_put(struct kp_canvas *c, double x, double y, const char *sign);
/* Appends one row, without blanks at its end. */
void kp_canvas_row(const struct kp_canvas *c, int row, struct kp_str *to);

#endif
