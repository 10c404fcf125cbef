/* Figures as data: what they show, not how. One writer makes SVG of them, for pages; another one
 * characters, for terminals. What a figure rests on stands in its texts ([sass], [measured], ...);
 * what was not measured is drawn hollow. docs/user/figures.md says how to read them. */
#ifndef KP_PAGE_FIGURE_H
#define KP_PAGE_FIGURE_H

#include <stdbool.h>

#include "util/str.h"
#include "util/vec.h"

struct kp_axis {
    const char *title; /* with the unit: "registers per thread" */
    bool log;
    double from, to; /* both above 0 where `log` */
};

/* ---- curves, points and limits over two axes ---------------------------------------------- */

struct kp_spot {
    double x, y;
};

struct kp_curve {
    KP_VEC(struct kp_spot) spots; /* by x, joined by straight lines */
};

/* A point. The label stands beside it, the text below the figure. */
struct kp_mark {
    double x, y;
    bool solid; /* measured, or what there is; else what could be */
    const char *label, *text;
};

/* A vertical line, over which the label stands, if it has one. */
struct kp_rule_line {
    double x;
    bool short_of; /* it ends at `top` */
    double top;
    bool limit; /* a cliff */
    const char *label, *text;
};

/* A word at a place, for a curve. */
struct kp_note {
    double x, y;
    const char *label;
};

struct kp_chart {
    struct kp_axis x, y;
    KP_VEC(struct kp_curve) curves;
    KP_VEC(struct kp_mark) marks;
    KP_VEC(struct kp_rule_line) rules;
    KP_VEC(struct kp_note) notes;
};

/* ---- one value per row: points with intervals, or bars ------------------------------------- */

enum kp_tone { KP_TONE_NONE, KP_TONE_GOOD, KP_TONE_MIDDLING, KP_TONE_BAD };

struct kp_row {
    const char *label, *value_text; /* the second one at the right end; may be NULL */
    double value, low, high;        /* low = high = value: no interval */
    bool solid;
    enum kp_tone tone;
};

struct kp_rows {
    struct kp_axis x;
    bool bars;        /* from the axis's left end */
    double reference; /* a vertical line; NAN: none */
    const char *reference_label;
    KP_VEC(struct kp_row) rows;
};

/* The longest first. */
void kp_rows_sort(struct kp_rows *rows);

/* ---- what happens when, one lane per kind --------------------------------------------------- */

struct kp_stretch {
    unsigned lane;
    double from, to;
    const char *text; /* what it is, shown where a pointer rests on it */
    const char *style;
};

struct kp_lanes {
    struct kp_axis x;
    KP_VEC(const char *) names;
    KP_VEC(struct kp_stretch) spans;
    KP_VEC(struct kp_stretch) flights; /* thin lines below the lanes, a line each by `lane` */
    const char *flights_name;
};

/* ---- any of them ------------------------------------------------------------------------------
 */

/* One of the three; none: there is nothing to be shown. */
struct kp_figure {
    const char *title;
    const char *caption; /* how to read it; may be NULL */
    const struct kp_chart *chart;
    const struct kp_rows *rows;
    const struct kp_lanes *lanes;
};

/* From 0 to 1 along the axis. */
double kp_axis_share(const struct kp_axis *x, double value);

enum { KP_AXIS_TICKS = 24 };
/* Round values to be marked, at most so many as `most`; returns how many. */
unsigned kp_axis_ticks(const struct kp_axis *x, unsigned most, double ticks[KP_AXIS_TICKS]);

/* Ends at round values around [low, high]. */
struct kp_axis kp_axis_round(const char *title, double low, double high);
/* The same in powers of ten, with some room on both sides. */
struct kp_axis kp_axis_decades(const char *title, double low, double high);

/* As a part of a page. */
void kp_figure_svg(const struct kp_figure *f, struct kp_str *to);

struct kp_plot_style {
    bool unicode; /* else ASCII alone */
    int width;    /* columns */
};
/* What this terminal and the locale's character set bear: LC_ALL, LC_CTYPE, LANG. */
struct kp_plot_style kp_plot_style(void);
/* As lines of characters, each behind four blanks, the first one behind an empty line. */
void kp_figure_plot(const struct kp_figure *f, const struct kp_plot_style *style,
                    struct kp_str *to);

#endif
