/* Axes, texts that stay inside of a drawing, and what stands on terminals, on figures made by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "page/page.h"
#include "page/svg.h"

static struct kp_arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = kp_arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

static void assert_near(double got, double want)
{
    if (fabs(got - want) > 1e-9 * (1 + fabs(want)))
        fail_msg("%g, not %g", got, want);
}

static void linear_axes(void **state)
{
    struct kp_axis x = kp_axis_round("x", 0.93, 1.44);
    double ticks[KP_AXIS_TICKS];
    unsigned n = kp_axis_ticks(&x, 8, ticks);

    (void)state;
    assert_near(x.from, 0.9);
    assert_near(x.to, 1.5);
    assert_int_equal(n, 7);
    assert_near(ticks[1], 1);
    assert_near(kp_axis_share(&x, 1.2), 0.5);
    x = kp_axis_round("one value", 2, 2);
    assert_true(x.from < 2.2 && x.to > x.from);
    x = kp_axis_round("nothing", 0, 0);
    assert_true(x.to > x.from);
}

static void logarithmic_axes(void **state)
{
    struct kp_axis x = kp_axis_decades("x", 30, 4000);
    double ticks[KP_AXIS_TICKS];

    (void)state;
    assert_near(x.from, 10);
    assert_near(x.to, 10000);
    assert_int_equal(kp_axis_ticks(&x, 9, ticks), 4);
    assert_near(ticks[3], 10000);
    assert_int_equal(kp_axis_ticks(&x, 10, ticks), 10);
    assert_near(ticks[2], 50);
    assert_near(kp_axis_share(&x, 100), 1 / 3.0);
    x = kp_axis_decades("wide", 1e-200, 1e200);
    assert_true(kp_axis_ticks(&x, 9, ticks) <= 10);
}

/* What is no number, or lies outside, is at an end. */
static void odd_values(void **state)
{
    struct kp_axis x = {"x", false, 0, 1}, l = {"l", true, 1, 10};

    (void)state;
    assert_near(kp_axis_share(&x, NAN), 0);
    assert_near(kp_axis_share(&x, INFINITY), 1);
    assert_near(kp_axis_share(&x, -5), 0);
    assert_near(kp_axis_share(&l, 0), 0);
    assert_near(kp_axis_share(&l, -1), 0);
}

static void texts_stay_inside(void **state)
{
    struct kp_str to = kp_str_new(arena);
    struct kp_svg s = kp_svg_begin(&to, 100, 50, "a & b");
    const char *text;

    (void)state;
    kp_svg_text(&s, 0, 20, KP_ANCHOR_END, 100, NULL, "mmm");
    kp_svg_text(&s, 500, 500, KP_ANCHOR_START, 100, "dim", "mmm");
    kp_svg_text(&s, 0, 20, KP_ANCHOR_START, 60, NULL, "a <long> text \xc3\xa9\xc3\xa9\xc3\xa9");
    kp_svg_end(&s);
    text = kp_str_text(&to);
    assert_non_null(strstr(text, "aria-label=\"a &amp; b\""));
    assert_non_null(strstr(text, "x=\"35.3\" y=\"20.0\" text-anchor=\"end\">mmm"));
    assert_non_null(strstr(text, "class=\"dim\" x=\"64.7\" y=\"47.0\">mmm"));
    assert_non_null(
        strstr(text, "<title>a &lt;long&gt; text \xc3\xa9\xc3\xa9\xc3\xa9</title>a &lt;l"));
    assert_non_null(strstr(text, "\xe2\x80\xa6</text>"));
}

static void labels_keep_apart(void **state)
{
    struct kp_str to = kp_str_new(arena);
    struct kp_svg s = kp_svg_begin(&to, 200, 200, "x");

    (void)state;
    for (int i = 0; i < 6; i++)
        kp_svg_label(&s, 100, 100, "label");
    assert_int_equal(s.taken.n, 6);
    for (size_t i = 0; i < s.taken.n; i++)
        for (size_t k = 0; k < i; k++) {
            const struct kp_box *a = &s.taken.v[i], *b = &s.taken.v[k];

            assert_true(a->x1 <= b->x0 || b->x1 <= a->x0 || a->y1 <= b->y0 || b->y1 <= a->y0);
        }
}

static struct kp_figure intervals(void)
{
    struct kp_row_figure *rows = kp_new(arena, struct kp_row_figure);

    kp_push(arena, &rows->rows,
            ((struct kp_row){"slow", "0.9x", 0.9, 0.85, 0.95, true, KP_TONE_BAD}));
    kp_push(arena, &rows->rows,
            ((struct kp_row){"fast", "1.5x", 1.5, 1.4, 1.6, true, KP_TONE_GOOD}));
    kp_rows_sort(rows);
    rows->x = kp_axis_round("speedup, times", 0.85, 1.6);
    rows->reference = 1;
    rows->reference_label = "the original";
    return (struct kp_figure){.title = "plans", .rows = rows};
}

static void terminals(void **state)
{
    struct kp_plot_style plain = {false, 60}, unicode = {true, 60};
    struct kp_figure f = intervals();
    struct kp_str to = kp_str_new(arena);

    (void)state;
    kp_figure_plot(&f, &plain, &to);
    assert_string_equal(kp_str_text(&to),
                        "\n    plans\n"
                        "    fast            :                     [-----*----]  1.5x\n"
                        "    slow    [--*--] :                                   0.9x\n"
                        "          0.8       1          1.2        1.4      1.6\n"
                        "          speedup, times\n");
    to = kp_str_new(arena);
    kp_figure_plot(&f, &unicode, &to);
    assert_non_null(strstr(kp_str_text(&to), "\u251c\u2500\u2500\u2500\u2500\u2500\u25cf"));
}

static void shell_words(void **state)
{
    char *argv[] = {"--gpu", "A100", "my file.cu", "it's", ""};
    struct kp_page p = kp_page_new(arena, "analyze", 5, argv, "x");

    (void)state;
    assert_string_equal(p.facts.v[0].value, "kpipe analyze --gpu A100 'my file.cu' 'it'\\''s' ''");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_axes),       cmocka_unit_test(logarithmic_axes),
        cmocka_unit_test(odd_values),        cmocka_unit_test(texts_stay_inside),
        cmocka_unit_test(labels_keep_apart), cmocka_unit_test(terminals),
        cmocka_unit_test(shell_words),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
