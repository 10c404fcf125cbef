/* Figures as data, independent of how they are drawn: as SVG on pages, or with characters on
 * terminals. The texts of a figure name its evidence ([sass], [measured], ...); what was not
 * measured is drawn hollow. docs/user/figures.md explains how to read them. */
#ifndef KP_PAGE_FIGURE_H
#define KP_PAGE_FIGURE_H

#include <stdbool.h>

#include "util/str.h"
#include "util/vec.h"

struct kp_axis {
    const char *title; /* with the unit: "registers per thread" */
    bool log;
    double from, to; /* both above 0 if `log` */
};

/* ---- curves, points and limits over two axes ---------------------------------------------- */

struct kp_curve_point {
    double x, y;
};

struct kp_curve {
    KP_VEC(struct kp_curve_point) spots; /* sorted by x, joined by straight lines */
};

/* A point. The label is shown beside it, the text below the figure. */
struct kp_mark {
    double x, y;
    bool solid; /* measured, or the present state; hollow: a prediction */
    const char *label, *text;
};

/* A vertical line, with the label, if any, above it. */
struct kp_rule_line {
    double x;
    bool short_of; /* it ends at `top`, not at the top of the chart */
    double top;
    bool limit; /* a cliff */
    const char *label, *text;
};

/* A label at a place, for a curve. */
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
    const char *label, *value_text; /* value_text is shown at the right end; may be NULL */
    double value, low, high;        /* low = high = value: no interval */
    bool solid;
    enum kp_tone tone;
};

struct kp_row_figure {
    struct kp_axis x;
    bool bars;        /* from the axis's left end */
    double reference; /* a vertical line; NAN: none */
    const char *reference_label;
    KP_VEC(struct kp_row) rows;
};

/* Sorts the rows by value, the largest first. */
void kp_rows_sort(struct kp_row_figure *rows);

/* ---- what happens when, one lane per kind --------------------------------------------------- */

struct kp_stretch {
    unsigned lane;
    double from, to;
    const char *text; /* shown when the pointer is over it */
    const char *style;
};

struct kp_lane_figure {
    struct kp_axis x;
    KP_VEC(const char *) names;
    KP_VEC(struct kp_stretch) spans;
    KP_VEC(struct kp_stretch) flights; /* thin lines below the lanes, one line per `lane` */
    const char *flights_name;
};

/* ---- any of them ------------------------------------------------------------------------------
 */

/* One of chart, rows and lanes is set; when none is, the figure is empty. */
struct kp_figure {
    const char *title;
    const char *caption; /* how to read it; may be NULL */
    const struct kp_chart *chart;
    const struct kp_row_figure *rows;
    const struct kp_lane_figure *lanes;
};

/* The position of a value on the axis, from 0 to 1. */
double kp_axis_share(const struct kp_axis *x, double value);

enum { KP_AXIS_TICKS = 24 };
/* At most `most` round values to mark on the axis; returns their number. */
unsigned kp_axis_ticks(const struct kp_axis *x, unsigned most, double ticks[KP_AXIS_TICKS]);

/* An axis that contains [low, high] and ends at round values. */
struct kp_axis kp_axis_round(const char *title, double low, double high);
/* A logarithmic axis that contains [low, high], with some room on both sides. */
struct kp_axis kp_axis_decades(const char *title, double low, double high);

/* Appends the figure as HTML with SVG. */
void kp_figure_svg(const struct kp_figure *f, struct kp_str *to);

struct kp_plot_style {
    bool unicode; /* else ASCII alone */
    int width;    /* columns */
};
/* The style that this terminal and the locale (LC_ALL, LC_CTYPE, LANG) support. */
struct kp_plot_style kp_plot_style(void);
/* Appends the figure as lines of characters, after an empty line and each indented by four blanks.
 */
void kp_figure_plot(const struct kp_figure *f, const struct kp_plot_style *style,
                    struct kp_str *to);

#endif
