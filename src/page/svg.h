/* An SVG drawing whose texts stay inside the view box. */
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

enum { KP_SVG_FONT = 12, KP_SVG_ASCENT = 10, KP_SVG_DESCENT = 3 }; /* of texts, in pixels */

/* An upper bound of the text's width in pixels, for the widest fonts that browsers use as
 * sans-serif. */
double kp_text_width(const char *text);

/* Opens the drawing; `label` describes it for screen readers. */
struct kp_svg kp_svg_begin(struct kp_str *to, double width, double height, const char *label);
void kp_svg_end(struct kp_svg *s);

/* Draws a text; y is its baseline. It is moved inwards if it would leave the drawing, and if it is
 * wider than `room` it is cut, with an ellipsis and the whole text in a <title>. `style` may be
 * NULL. */
void kp_svg_text(struct kp_svg *s, double x, double y, enum kp_anchor anchor, double room,
                 const char *style, const char *text);

/* Draws a text near a point at a free place, which is then taken. */
void kp_svg_label(struct kp_svg *s, double x, double y, const char *text);

/* Marks an area as taken, so that no label is put there. */
void kp_svg_take(struct kp_svg *s, double x0, double y0, double x1, double y1);

/* Draw the three kinds of figures, without title and caption; return their widths. */
double kp_chart_svg(const struct kp_chart *c, const char *label, struct kp_str *to);
double kp_rows_svg(const struct kp_row_figure *r, const char *label, struct kp_str *to);
double kp_lanes_svg(const struct kp_lane_figure *l, const char *label, struct kp_str *to);

#endif
