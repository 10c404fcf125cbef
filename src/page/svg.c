#include "page/svg.h"

#include <string.h>

#include "page/page.h"
#include "report/utf8.h"

/* Hundredths of the font's size, ' ' to '~', of DejaVu Sans, which is as wide as Verdana and wider
 * than the other usual ones. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 39, 34, 39, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};

enum { WIDE = 140, ELLIPSIS = 100 }; /* any other character */

static unsigned hundredths(const char *at)
{
    unsigned char c = (unsigned char)*at;

    return c >= ' ' && c <= '~' ? widths[c - ' '] : (c & 0xc0) == 0x80 ? 0 : WIDE;
}

double kp_text_width(const char *text)
{
    unsigned sum = 0;

    for (; *text; text++)
        sum += hundredths(text);
    return sum * (KP_SVG_FONT / 100.0);
}

/* As much of the text as fits in front of an ellipsis. */
static const char *cut(struct kp_arena *a, const char *text, double room)
{
    double used = ELLIPSIS * (KP_SVG_FONT / 100.0);
    size_t n = 0, length;

    while (text[n]) {
        used += hundredths(text + n) * (KP_SVG_FONT / 100.0);
        length = kp_utf8_length(text + n);
        if (used > room)
            break;
        n += length ? length : 1;
    }
    return kp_sprintf(a, "%.*s\xe2\x80\xa6", (int)n, text);
}

struct kp_svg kp_svg_begin(struct kp_str *to, double width, double height, const char *label)
{
    kp_str_addf(to,
                "<div class=\"scroll\"><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"",
                width, height);
    kp_html_escape(to, label);
    kp_str_add(to, "\">\n");
    return (struct kp_svg){.to = to, .width = width, .height = height};
}

void kp_svg_end(struct kp_svg *s)
{
    kp_str_add(s->to, "</svg></div>\n");
}

static double inside(double at, double least, double most)
{
    return at > most ? (most > least ? most : least) : at < least ? least : at;
}

void kp_svg_text(struct kp_svg *s, double x, double y, enum kp_anchor anchor, double room,
                 const char *style, const char *text)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    const char *whole = kp_printable(s->to->arena, text);
    double width, before;

    room = room < s->width ? room : s->width;
    /* places are sums of fractions, and may be wrong by a rounding */
    text = kp_text_width(whole) > room + 0.01 ? cut(s->to->arena, whole, room) : whole;
    width = kp_text_width(text);
    before = anchor == KP_ANCHOR_START ? 0 : anchor == KP_ANCHOR_END ? width : width / 2;
    x = inside(x, before, s->width - width + before);
    y = inside(y, KP_SVG_ASCENT, s->height - KP_SVG_DESCENT);
    kp_str_addf(s->to, "<text%s%s%s x=\"%.1f\" y=\"%.1f\"%s>", style ? " class=\"" : "",
                style ? style : "", style ? "\"" : "", x, y, anchors[anchor]);
    if (text != whole) {
        kp_str_add(s->to, "<title>");
        kp_html_escape(s->to, whole);
        kp_str_add(s->to, "</title>");
    }
    kp_html_escape(s->to, text);
    kp_str_add(s->to, "</text>\n");
}

static double overlap(double a0, double a1, double b0, double b1)
{
    double from = a0 > b0 ? a0 : b0, to = a1 < b1 ? a1 : b1;

    return to > from ? to - from : 0;
}

static double covered(const struct kp_svg *s, const struct kp_box *b)
{
    enum { APART = 4 };
    double sum = 0;

    for (size_t i = 0; i < s->taken.n; i++)
        sum += overlap(b->x0 - APART, b->x1 + APART, s->taken.v[i].x0, s->taken.v[i].x1) *
               overlap(b->y0, b->y1, s->taken.v[i].y0, s->taken.v[i].y1);
    /* beyond the edge it would have to be moved */
    return sum + (b->x0 < 0 || b->y0 < 0 || b->x1 > s->width || b->y1 > s->height ? 1e6 : 0);
}

void kp_svg_take(struct kp_svg *s, double x0, double y0, double x1, double y1)
{
    kp_push(s->to->arena, &s->taken, ((struct kp_box){x0, y0, x1, y1}));
}

void kp_svg_label(struct kp_svg *s, double x, double y, const char *text)
{
    enum { GAP = 9, RINGS = 4, WAYS = 6 };
    /* right, left, above, below, above left, below left; as shares of the text's size */
    static const double places[WAYS][4] = {{1, 0, 0, 0.35},   {-1, 0, -1, 0.35}, {0, -1, -0.5, 0},
                                           {0, 1, -0.5, 0.8}, {0, -1, -1, 0},    {0, 1, 0, 0.8}};
    double width = kp_text_width(text), least = -1;
    struct kp_box best = {0};

    for (int ring = 0; ring < RINGS && least != 0; ring++)
        for (int i = 0; i < WAYS && least != 0; i++) {
            const double *p = places[i];
            double left = x + p[0] * GAP + p[2] * width;
            double base = y + p[1] * (GAP + ring * 13) + p[3] * KP_SVG_FONT +
                          (p[1] ? 0 : (ring % 2 ? -13 : 13) * ((ring + 1) / 2));
            struct kp_box b = {left, base - KP_SVG_ASCENT, left + width, base + KP_SVG_DESCENT};
            double much = covered(s, &b);

            if (least < 0 || much < least) {
                least = much;
                best = b;
            }
        }
    kp_svg_text(s, best.x0, best.y1 - KP_SVG_DESCENT, KP_ANCHOR_START, s->width, "label", text);
    kp_push(s->to->arena, &s->taken, best);
}

/* ---- what stands around a drawing ------------------------------------------------------------ */

static void legend_line(struct kp_str *to, const char *sign, const char *label, const char *text)
{
    kp_str_addf(to, "<li><span class=\"sign %s\"></span>", sign);
    kp_html_escape(to, label);
    kp_str_add(to, ": ");
    kp_html_escape(to, text);
    kp_str_add(to, "</li>\n");
}

static void legend(const struct kp_chart *c, struct kp_str *to)
{
    kp_str_add(to, "<ul class=\"legend\">\n");
    for (size_t i = 0; i < c->marks.n; i++)
        if (c->marks.v[i].text)
            legend_line(to, c->marks.v[i].solid ? "solid" : "hollow", c->marks.v[i].label,
                        c->marks.v[i].text);
    for (size_t i = 0; i < c->rules.n; i++)
        if (c->rules.v[i].text)
            legend_line(to, c->rules.v[i].limit ? "limit" : "rule", c->rules.v[i].label,
                        c->rules.v[i].text);
    kp_str_add(to, "</ul>\n");
}

/* The style sheet makes the figure as large as its width wants, where there is room. */
void kp_figure_svg(const struct kp_figure *f, struct kp_str *to)
{
    struct kp_str drawing = kp_str_new(to->arena);
    double width = f->chart  ? kp_chart_svg(f->chart, f->title, &drawing)
                   : f->rows ? kp_rows_svg(f->rows, f->title, &drawing)
                             : kp_lanes_svg(f->lanes, f->title, &drawing);

    kp_str_addf(to, "<figure style=\"--w:%.0fpx\">\n<figcaption>", width);
    kp_html_escape(to, f->title);
    kp_str_add(to, "</figcaption>\n");
    kp_str_add(to, kp_str_text(&drawing));
    if (f->chart && (f->chart->marks.n || f->chart->rules.n))
        legend(f->chart, to);
    if (f->caption) {
        kp_str_add(to, "<p class=\"dim\">");
        kp_html_escape(to, f->caption);
        kp_str_add(to, "</p>\n");
    }
    kp_str_add(to, "</figure>\n");
}
