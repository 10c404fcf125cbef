/* Figures as lines of characters. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "page/canvas.h"
#include "page/doc.h"
#include "report/utf8.h"

enum {
    LEAST = 50,
    MOST = 110,
    USUAL = 80,
    MARGIN = 4,
    ROWS = 14,
    LEAST_LABEL = 20,
    LEAST_FIELD = 20
};

static bool utf8_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

struct kp_plot_style kp_plot_style(void)
{
    struct winsize w;
    int width = USUAL;

    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_col)
        width = w.ws_col < LEAST ? LEAST : w.ws_col > MOST ? MOST : w.ws_col;
    return (struct kp_plot_style){utf8_locale(), width};
}

static void line(struct kp_str *to, const char *text)
{
    kp_str_addf(to, "%*s%s\n", *text ? MARGIN : 0, "", text);
}

struct signs {
    const char *solid, *hollow, *rule, *limit, *from, *to, *between, *bar;
};

static const struct signs unicode_signs = {"●", "○", "┊", "┇", "├", "┤", "─", "█"};
static const struct signs ascii_signs = {"*", "o", ":", "|", "[", "]", "-", "#"};

static const struct signs *signs_of(const struct kp_plot_style *style)
{
    return style->unicode ? &unicode_signs : &ascii_signs;
}

/* ---- charts -----------------------------------------------------------------------------------
 */

struct plot {
    const struct kp_chart *c;
    struct kp_canvas canvas;
    const struct signs *signs;
    struct kp_str *to;
    int left; /* columns of the vertical axis's values */
};

static double across(const struct plot *p, double x)
{
    return kp_axis_share(&p->c->x, x) * p->canvas.columns;
}

static double down(const struct plot *p, double y)
{
    return (1 - kp_axis_share(&p->c->y, y)) * (p->canvas.rows - 1) + 0.5;
}

/* Points are called a, b, c, ... where their labels would not fit beside them. */
static const char *letter(struct plot *p, size_t i)
{
    return kp_sprintf(p->to->arena, "%c", (char)('a' + i % 26));
}

static void draw(struct plot *p)
{
    const struct kp_chart *c = p->c;

    for (size_t i = 0; i < c->curves.n; i++)
        for (size_t k = 1; k < c->curves.v[i].spots.n; k++)
            kp_canvas_line(&p->canvas, across(p, c->curves.v[i].spots.v[k - 1].x),
                           down(p, c->curves.v[i].spots.v[k - 1].y),
                           across(p, c->curves.v[i].spots.v[k].x),
                           down(p, c->curves.v[i].spots.v[k].y));
    for (size_t i = 0; i < c->rules.n; i++)
        for (int row = c->rules.v[i].short_of ? (int)down(p, c->rules.v[i].top) : 0;
             row < p->canvas.rows; row++)
            kp_canvas_put(&p->canvas, across(p, c->rules.v[i].x), row,
                          c->rules.v[i].limit ? p->signs->limit : p->signs->rule);
    for (size_t i = 0; i < c->marks.n; i++) {
        double x = across(p, c->marks.v[i].x), y = down(p, c->marks.v[i].y);

        kp_canvas_put(&p->canvas, x, y, c->marks.v[i].solid ? p->signs->solid : p->signs->hollow);
        kp_canvas_put(&p->canvas, x + (x + 1 < p->canvas.columns ? 1 : -1), y, letter(p, i));
    }
}

/* The value whose mark lies in this row of characters, "" for none. */
static const char *tick_at(const struct plot *p, int row)
{
    double ticks[KP_AXIS_TICKS];
    unsigned n = kp_axis_ticks(&p->c->y, 7, ticks);

    for (unsigned i = 0; i < n; i++)
        if ((int)floor(down(p, ticks[i])) == row)
            return kp_sprintf(p->to->arena, "%.6g", ticks[i]);
    return "";
}

/* Values below the horizontal axis of `width` columns; those that would touch the one before are
 * left out. */
static const char *ticks_line(struct kp_arena *a, const struct kp_axis *x, int width)
{
    double ticks[KP_AXIS_TICKS];
    unsigned n = kp_axis_ticks(x, (unsigned)width / 8, ticks);
    struct kp_str s = kp_str_new(a);

    for (unsigned i = 0; i < n; i++) {
        const char *text = kp_sprintf(a, "%.6g", ticks[i]);
        int at = (int)(kp_axis_share(x, ticks[i]) * width) - kp_columns(text) / 2;

        at = at < 0 ? 0 : at + kp_columns(text) > width ? width - kp_columns(text) : at;
        if (s.n && at <= (int)s.n)
            continue;
        kp_str_addf(&s, "%*s%s", at - (int)s.n, "", text);
    }
    return kp_str_text(&s);
}

static void legend_line(struct plot *p, const char *sign, const char *label, const char *text)
{
    if (text)
        kp_doc_wrap(p->to, kp_sprintf(p->to->arena, "%*s%s ", MARGIN + 2, "", sign),
                    kp_printable(p->to->arena, kp_sprintf(p->to->arena, "%s: %s", label, text)));
}

static void legend(struct plot *p)
{
    const struct kp_chart *c = p->c;

    for (size_t i = 0; i < c->marks.n; i++)
        legend_line(p,
                    kp_sprintf(p->to->arena, "%s%s",
                               c->marks.v[i].solid ? p->signs->solid : p->signs->hollow,
                               letter(p, i)),
                    c->marks.v[i].label, c->marks.v[i].text);
    for (size_t i = 0; i < c->rules.n; i++)
        legend_line(
            p,
            kp_sprintf(p->to->arena, "%s ", c->rules.v[i].limit ? p->signs->limit : p->signs->rule),
            c->rules.v[i].label, c->rules.v[i].text);
}

static void chart(const struct kp_chart *c, const struct kp_plot_style *style, struct kp_str *to)
{
    struct plot p = {.c = c, .signs = signs_of(style), .to = to, .left = 7};
    int columns = style->width - MARGIN - p.left - 1;
    const char *title = kp_printable(to->arena, c->x.title);

    p.canvas = kp_canvas_new(to->arena, columns, ROWS, style->unicode);
    draw(&p);
    line(to, c->y.title);
    for (int row = 0; row < ROWS; row++) {
        struct kp_str s = kp_str_new(to->arena);

        kp_str_addf(&s, "%*s%s", p.left, tick_at(&p, row), style->unicode ? "│" : "|");
        kp_canvas_row(&p.canvas, row, &s);
        line(to, kp_str_text(&s));
    }
    line(to, kp_sprintf(to->arena, "%*s%s", p.left + 1, "", ticks_line(to->arena, &c->x, columns)));
    line(to, kp_sprintf(to->arena, "%*s", style->width - MARGIN, title));
    legend(&p);
}

/* ---- rows -------------------------------------------------------------------------------------
 */

struct row_plot {
    const struct kp_row_figure *r;
    const struct signs *signs;
    struct kp_str *to;
    int label, columns; /* of the labels; of the field */
};

static int column(const struct row_plot *p, double x)
{
    int at = (int)(kp_axis_share(&p->r->x, x) * p->columns);

    return at < p->columns ? at : p->columns - 1;
}

static const char *sign_at(const struct row_plot *p, const struct kp_row *row, int at)
{
    int value = isfinite(row->value) ? column(p, row->value) : -1;
    bool wide = row->high > row->low;

    if (p->r->bars)
        return at <= value && row->value > p->r->x.from ? p->signs->bar : " ";
    if (at == value)
        return row->solid ? p->signs->solid : p->signs->hollow;
    if (wide && value >= 0 && at >= column(p, row->low) && at <= column(p, row->high))
        return at == column(p, row->low)    ? p->signs->from
               : at == column(p, row->high) ? p->signs->to
                                            : p->signs->between;
    return isfinite(p->r->reference) && at == column(p, p->r->reference) ? p->signs->rule : " ";
}

/* The text in so many columns: cut, with a `~` at its end, or with blanks behind it. */
static void padded(struct kp_str *to, const char *text, int columns)
{
    bool whole = kp_columns(text) <= columns;

    for (int at = 0; at < columns; at++) {
        unsigned n = kp_utf8_length(text);

        if (!whole && at + 1 == columns) {
            kp_str_addc(to, '~');
            return;
        }
        kp_str_addn(to, n ? text : " ", n ? n : 1);
        text += n;
    }
}

static void one_row(const struct row_plot *p, const struct kp_row *row)
{
    struct kp_str s = kp_str_new(p->to->arena);

    padded(&s, kp_printable(s.arena, row->label), p->label);
    kp_str_add(&s, "  ");
    for (int at = 0; at < p->columns; at++)
        kp_str_add(&s, sign_at(p, row, at));
    kp_str_addf(&s, "  %s", row->value_text ? kp_printable(s.arena, row->value_text) : "");
    while (s.s[s.n - 1] == ' ')
        s.s[--s.n] = 0;
    line(p->to, s.s);
}

static void rows(const struct kp_row_figure *r, const struct kp_plot_style *style,
                 struct kp_str *to)
{
    struct row_plot p = {.r = r, .signs = signs_of(style), .to = to};
    int values = 0, most;

    for (size_t i = 0; i < r->rows.n; i++) {
        int n = kp_columns(r->rows.v[i].label),
            v = r->rows.v[i].value_text ? kp_columns(r->rows.v[i].value_text) : 0;

        p.label = n > p.label ? n : p.label;
        values = v > values ? v : values;
    }
    most = style->width - MARGIN - values - 4 - LEAST_FIELD;
    most = most < LEAST_LABEL ? LEAST_LABEL : most;
    p.label = p.label > most ? most : p.label;
    p.columns = style->width - MARGIN - p.label - values - 4;
    p.columns = p.columns < LEAST_FIELD ? LEAST_FIELD : p.columns;
    for (size_t i = 0; i < r->rows.n; i++)
        one_row(&p, &r->rows.v[i]);
    line(to,
         kp_sprintf(to->arena, "%*s%s", p.label + 2, "", ticks_line(to->arena, &r->x, p.columns)));
    line(to, kp_sprintf(to->arena, "%*s%s", p.label + 2, "", kp_printable(to->arena, r->x.title)));
}

void kp_figure_plot(const struct kp_figure *f, const struct kp_plot_style *style, struct kp_str *to)
{
    if (!f->chart && !f->rows)
        return;
    kp_str_addc(to, '\n');
    line(to, kp_printable(to->arena, f->title));
    if (f->rows) {
        rows(f->rows, style, to);
        return;
    }
    chart(f->chart, style, to);
    if (f->caption)
        kp_doc_wrap(to, "      ", kp_printable(to->arena, f->caption));
}
