/* A drawing whose texts stay inside of it. */
#ifndef KP_PAGE_SVG_H
#define KP_PAGE_SVG_H

#include "page/figure.h"

enum kp_anchor { KP_ANCHOR_START, KP_ANCHOR_MIDDLE, KP_ANCHOR_END };

struct kp_box {
    double x0, y0, x1, y1;
};

struct kp_svg {
    struct kp_str *to;
    double width, height; /* of the view box */
    KP_VEC(struct kp_box) taken;
};

enum { KP_SVG_FONT = 12, KP_SVG_ASCENT = 10, KP_SVG_DESCENT = 3 }; /* of texts, pixels */

/* Pixels that the text takes at most, by the widest fonts that browsers take for sans-serif. */
double kp_text_width(const char *text);

/* Opens the drawing; `label` says what it is to those who cannot see it. */
struct kp_svg kp_svg_begin(struct kp_str *to, double width, double height, const char *label);
void kp_svg_end(struct kp_svg *s);

/* A text at its baseline. It is moved inwards where it would stick out, and cut, with an ellipsis
 * and the whole in a <title>, where it is longer than `room`. `style` may be NULL. */
void kp_svg_text(struct kp_svg *s, double x, double y, enum kp_anchor anchor, double room,
                 const char *style, const char *text);

/* A text near a point, where no other one put by this function stands; its place is taken then. */
void kp_svg_label(struct kp_svg *s, double x, double y, const char *text);

/* No label goes there. */
void kp_svg_take(struct kp_svg *s, double x0, double y0, double x1, double y1);

/* The three kinds of figures, without what stands around them; their widths. */
double kp_chart_svg(const struct kp_chart *c, const char *label, struct kp_str *to);
double kp_rows_svg(const struct kp_rows *r, const char *label, struct kp_str *to);
double kp_lanes_svg(const struct kp_lanes *l, const char *label, struct kp_str *to);

#endif
