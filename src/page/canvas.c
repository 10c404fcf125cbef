#include "page/canvas.h"

#include <math.h>

struct kp_canvas kp_canvas_new(struct kp_arena *a, int columns, int rows, bool unicode)
{
    size_t n = (size_t)columns * (size_t)rows;

    return (struct kp_canvas){columns, rows, unicode, kp_new_array(a, unsigned char, n),
                              kp_new_array(a, const char *, n)};
}

static bool place(const struct kp_canvas *c, double x, double y, size_t *at)
{
    int column = (int)floor(x), row = (int)floor(y);

    column -= column == c->columns;
    row -= row == c->rows;
    if (column < 0 || row < 0 || column >= c->columns || row >= c->rows)
        return false;
    *at = (size_t)row * (size_t)c->columns + (size_t)column;
    return true;
}

/* Two by four dots make a Braille pattern. */
static void dot(struct kp_canvas *c, double x, double y)
{
    static const unsigned char bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    size_t at;

    if (!place(c, x, y, &at))
        return;
    c->dots[at] |= bits[(int)((y - floor(y)) * 4)][(int)((x - floor(x)) * 2)];
}

void kp_canvas_line(struct kp_canvas *c, double x0, double y0, double x1, double y1)
{
    double length = fmax(fabs(x1 - x0) * 2, fabs(y1 - y0) * 4);
    int steps = (int)ceil(length) + 1;

    for (int i = 0; i <= steps; i++)
        dot(c, x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps);
}

void kp_canvas_put(struct kp_canvas *c, double x, double y, const char *sign)
{
    size_t at;

    if (place(c, x, y, &at))
        c->cells[at] = sign;
}

void kp_canvas_row(const struct kp_canvas *c, int row, struct kp_str *to)
{
    size_t first = (size_t)row * (size_t)c->columns, n = (size_t)c->columns;

    while (n && !c->cells[first + n - 1] && !c->dots[first + n - 1])
        n--;
    for (size_t i = first; i < first + n; i++) {
        unsigned dots = c->dots[i];

        if (c->cells[i])
            kp_str_add(to, c->cells[i]);
        else if (!dots)
            kp_str_addc(to, ' ');
        else if (c->unicode) /* U+2800 and the dots */
            kp_str_addf(to, "\xe2%c%c", (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f)));
        else
            kp_str_addc(to, '.');
    }
}
