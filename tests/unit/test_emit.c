/* The text machinery of src/emit/ on hand-made units: no parser takes part. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "emit/emit.h"

static struct kp_unit *unit_of(const char *text)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_unit *u = kp_new(a, struct kp_unit);

    u->arena = a;
    u->source.path = "in.cu";
    u->source.text = kp_strdup(a, text);
    u->source.size = (uint32_t)strlen(text);
    kp_file_index(a, &u->source);
    return u;
}

static uint32_t at(const struct kp_unit *u, const char *what)
{
    return (uint32_t)(strstr(u->source.text, what) - u->source.text);
}

static void test_render(void **state)
{
    struct kp_unit *u = unit_of("a b c d");
    struct kp_patches p = {0};
    (void)state;

    kp_patch(u, &p, 4, 5, "inner");
    kp_patch(u, &p, 2, 5, "outer");
    kp_patch(u, &p, 6, 6, "+");
    kp_patch(u, &p, 6, 7, "D");
    assert_string_equal(kp_render(u, (struct kp_span){0, 7}, &p), "a outer +D");
    assert_string_equal(kp_render(u, (struct kp_span){4, 7}, &p), "inner +D");
    kp_arena_free(u->arena);
}

static void test_lines(void **state)
{
    struct kp_unit *u = unit_of("  int a; // why\n\tint b; int c;\n");
    (void)state;

    assert_string_equal(kp_indent_of(u, at(u, "b;")), "\t");
    assert_true(kp_heads_line(u, at(u, "int a")));
    assert_false(kp_heads_line(u, at(u, "int c")));
    assert_int_equal(kp_skip_line_end(u, at(u, "; //") + 1), at(u, "\tint b"));
    assert_int_equal(kp_skip_line_end(u, at(u, "; int c") + 1), at(u, "int c"));
    assert_string_equal(kp_one_line(u, "a +\n    b"), "a + b");
    assert_string_equal(kp_one_line(u, "a + // x\n    b"), "a + // x\n    b");
    assert_string_equal(kp_indented(u, "a\n#pragma x\n\n  b\n", "    "),
                        "    a\n#pragma x\n\n      b\n");
    assert_string_equal(kp_trimmed_lines(u, "\n  \n  a\n\n  b\n\n"), "  a\n\n  b\n");
    kp_arena_free(u->arena);
}

static void test_mentions(void **state)
{
    (void)state;
    assert_true(kp_text_mentions("x = As[i];", "As"));
    assert_false(kp_text_mentions("x = sm.As[i] + p->As; // As", "As"));
    assert_false(kp_text_mentions("x = \"As\" + BAs;", "As"));
}

static void test_names(void **state)
{
    struct kp_unit *u = unit_of("int kp_load; // kp_stage");
    struct kp_names *n = kp_names_new(u);
    struct kp_sym f = {0}, g = {0};
    (void)state;

    kp_names_function(n, &f);
    assert_string_equal(kp_name(n, "kp_load"), "kp_load2");
    assert_string_equal(kp_name(n, "kp_load"), "kp_load3");
    assert_string_equal(kp_name(n, "kp_As"), "kp_As");
    assert_string_equal(kp_inner_name(n, "kp_As"), "kp_As");
    kp_names_function(n, &g);
    assert_string_equal(kp_name(n, "kp_As"), "kp_As");
    kp_arena_free(u->arena);
}

/* A DECL_STMT with variables of these names, over all of the text. */
static struct kp_node *declaration(struct kp_unit *u, const char *const *names, size_t n)
{
    struct kp_node *d = kp_new(u->arena, struct kp_node);

    d->kind = KP_DECL_STMT;
    d->span = (struct kp_span){0, u->source.size - 1};
    for (size_t i = 0; i < n; i++) {
        struct kp_node *v = kp_new(u->arena, struct kp_node);
        struct kp_sym *s = kp_new(u->arena, struct kp_sym);

        s->name = names[i];
        v->kind = KP_VAR;
        v->sym = s;
        if (d->last)
            d->last->next = v;
        else
            d->first = v;
        d->last = v;
    }
    return d;
}

static void test_declaration(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct kp_unit *u =
        unit_of("static __shared__ __align__(16) const float a[f(1, 2)], *b = g(3, 4), c[2][3];");
    struct kp_declaration d;
    (void)state;

    assert_true(kp_cut_declaration(u, declaration(u, names, 3), &d));
    assert_int_equal(d.list.n, 3);
    assert_string_equal(kp_span_text(u, d.list.v[0].span), "a[f(1, 2)]");
    assert_string_equal(kp_span_text(u, d.list.v[1].span), "*b = g(3, 4)");
    assert_string_equal(kp_span_text(u, d.list.v[1].name), "b");
    assert_string_equal(kp_span_text(u, d.list.v[2].span), "c[2][3]");
    assert_string_equal(kp_bare_specifiers(u, &d, true), "__align__(16) const float");
    assert_string_equal(kp_bare_specifiers(u, &d, false), "const float");
    assert_true(kp_has_align(u, &d));
    kp_arena_free(u->arena);
}

static void test_declaration_of_macro(void **state)
{
    static const char *const names[] = {"a"};
    struct kp_unit *u = unit_of("TILES(x, y);");
    struct kp_declaration d;
    (void)state;

    assert_false(kp_cut_declaration(u, declaration(u, names, 1), &d));
    kp_arena_free(u->arena);
}

/* The text belongs to `owner`. */
static const char *with_include(struct kp_arena *owner, const char *text)
{
    struct kp_unit *u = unit_of(text);

    kp_arena_adopt(owner, u->arena);
    kp_edit_includes(u, true);
    kp_sort_edits(u);
    kp_apply_edits(u);
    return u->output;
}

#define INC "#include <cuda_pipeline_primitives.h>"

static void test_includes(void **state)
{
    struct kp_arena *a = kp_arena_new();

    (void)state;
    assert_string_equal(with_include(a, "// C\n#include <a.h>\n#include \"b.h\"\n\nint x;\n"),
                        "// C\n#include <a.h>\n#include \"b.h\"\n" INC "\n\nint x;\n");
    assert_string_equal(with_include(a, "// C\n#define A 1\n"), "// C\n" INC "\n\n#define A 1\n");
    assert_string_equal(with_include(a, "#include <a.h>\n#if X\n#include <b.h>\n#endif\nint x;\n"),
                        "#include <a.h>\n" INC "\n#if X\n#include <b.h>\n#endif\nint x;\n");
    assert_string_equal(with_include(a, "#ifndef H\n#define H\n#include <b.h>\nint x;\n#endif\n"),
                        "#ifndef H\n#define H\n#include <b.h>\n" INC "\nint x;\n#endif\n");
    assert_string_equal(with_include(a, "#include <a.h>\nextern \"C\" {\n#include <b.h>\n}\n"),
                        "#include <a.h>\n" INC "\nextern \"C\" {\n#include <b.h>\n}\n");
    assert_string_equal(with_include(a, "#include <cuda_pipeline.h>\nint x;\n"),
                        "#include <cuda_pipeline.h>\nint x;\n");
    assert_string_equal(with_include(a, "\xEF\xBB\xBF#include <a.h>\r\nint x;\r\n"),
                        "\xEF\xBB\xBF#include <a.h>\r\n" INC "\r\nint x;\r\n");
    assert_string_equal(with_include(a, "\xEF\xBB\xBFint x;\n"), "\xEF\xBB\xBF" INC "\n\nint x;\n");
    kp_arena_free(a);
}

static void test_check(void **state)
{
    struct kp_unit *u = unit_of("#define F(x) x\nint a[4];\n");
    const char *why;
    (void)state;

    kp_edit(u, at(u, "a["), at(u, "a[") + 1, "b");
    kp_sort_edits(u);
    kp_apply_edits(u);
    assert_true(kp_check_emit(u, &why));
    kp_edit(u, at(u, "x\n"), at(u, "x\n") + 1, "y");
    kp_sort_edits(u);
    kp_apply_edits(u);
    assert_false(kp_check_emit(u, &why));
    u->edits.n = 0;
    kp_edit(u, at(u, "]"), at(u, "]") + 1, "");
    kp_apply_edits(u);
    assert_false(kp_check_emit(u, &why));
    assert_string_equal(why, "brackets do not match");
    kp_arena_free(u->arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_render),      cmocka_unit_test(test_lines),
        cmocka_unit_test(test_mentions),    cmocka_unit_test(test_names),
        cmocka_unit_test(test_declaration), cmocka_unit_test(test_declaration_of_macro),
        cmocka_unit_test(test_includes),    cmocka_unit_test(test_check),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
