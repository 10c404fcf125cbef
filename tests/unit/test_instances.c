/* The front: trees of templates' instances. */
#define _GNU_SOURCE
#include "front/front.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static struct kp_arena *arena;
static char path[] = "/tmp/test_instances.XXXXXX.cu";

static int set_up(void **state)
{
    int fd = mkstemps(path, 3);

    (void)state;
    arena = kp_arena_new();
    return fd < 0 ? -1 : close(fd) + setenv("KPIPE_CACHE_DIR", "", 1);
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    kp_arena_free(arena);
    return 0;
}

/* ---- what the tests ask ---- */

static struct kp_unit *parse(const char *text)
{
    struct kp_options *o = kp_new(arena, struct kp_options);
    struct kp_unit *u = kp_new(arena, struct kp_unit);
    const char *why = "";
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    o->arch = "sm_86";
    u->arena = arena;
    u->options = o;
    assert_true(kp_pass_source(u, path));
    if (!kp_pass_parse(u))
        fail_msg("%s", u->error);
    if (!kp_check_parse(u, &why))
        fail_msg("%s", why);
    return u;
}

/* The function's instance whose arguments are spelled so, "float, 8"; NULL: there is none. */
static const struct kp_instance *find_instance(const struct kp_unit *u, const char *name,
                                               const char *args)
{
    for (size_t i = 0; i < u->parse.instances.n; i++) {
        const struct kp_instance *k = &u->parse.instances.v[i];
        struct kp_str s = kp_str_new(arena);

        for (size_t a = 0; a < k->args.n; a++) {
            const struct kp_tvalue *t = &k->args.v[a];

            kp_str_add(&s, a ? ", " : "");
            if (!t->known)
                kp_str_add(&s, "?");
            else if (t->type)
                kp_str_add(&s, t->type->spelling);
            else
                kp_str_addf(&s, "%lld", (long long)t->value);
        }
        if (kp_streq(k->pattern->name, name) && kp_streq(kp_str_text(&s), args))
            return k;
    }
    return NULL;
}

static const struct kp_node *instance(const struct kp_unit *u, const char *name, const char *args)
{
    const struct kp_instance *k = find_instance(u, name, args);

    if (!k)
        fail_msg("no instance %s<%s>", name, args);
    return k->function;
}

/* The `nth` node of the kind, from 0, in order of the text. */
static const struct kp_node *nth_of(const struct kp_node *n, enum kp_kind kind, unsigned *nth)
{
    const struct kp_node *found = NULL;

    if (n->kind == kind && (*nth)-- == 0)
        return n;
    for (const struct kp_node *c = n->first; c && !found; c = c->next)
        found = nth_of(c, kind, nth);
    return found;
}

static const struct kp_node *nth(const struct kp_node *n, enum kp_kind kind, unsigned i)
{
    const struct kp_node *found = nth_of(n, kind, &i);

    if (!found)
        fail_msg("no such %s", kp_kind_name(kind));
    return found;
}

static unsigned count(const struct kp_node *n, enum kp_kind kind)
{
    unsigned sum = n->kind == kind;

    kp_each_child(c, n) sum += count(c, kind);
    return sum;
}

/* Nothing is left open, and the text of a node and of its pattern are the same. */
static void expect_exact(const struct kp_node *n)
{
    assert_false(n->is_dependent);
    assert_false(n->type && n->type->is_dependent);
    assert_int_not_equal(n->kind, KP_UNKNOWN);
    if (n->pattern && n->kind != KP_FUNCTION) {
        assert_int_equal(n->span.begin, n->pattern->span.begin);
        assert_ptr_not_equal(n, n->pattern);
    }
    kp_each_child(c, n) expect_exact(c);
}

static void expect_linked(const struct kp_node *n)
{
    if (n->kind != KP_NONE)
        assert_non_null(n->pattern);
    kp_each_child(c, n) expect_linked(c);
}

/* ---- tests ---- */

static void types_and_values(void **state)
{
    const struct kp_unit *u =
        parse("template <class T, int N> __device__ T twice(T x) { return x * N; }\n"
              "template <class T, int N> __global__ void __launch_bounds__(N * 2) k(T *p) {\n"
              "  __shared__ T s[N][N + 1];\n"
              "  for (int i = 0; i < N; i++) {\n"
              "    s[0][i] = twice<T, N>(p[i]);\n"
              "    __syncthreads();\n"
              "  }\n"
              "}\n"
              "void f(float *p, double *q) { k<float, 8><<<1, 2>>>(p); k<double, 4><<<1, 2>>>(q);\n"
              "  k<float, 8><<<3, 2>>>(p); }\n");
    const struct kp_node *a = instance(u, "k", "float, 8"), *b = instance(u, "k", "double, 4");
    const struct kp_node *s = nth(a, KP_VAR, 0), *call = nth(a, KP_CALL, 0), *n;

    (void)state;
    assert_int_equal(u->parse.instances.n, 4);
    expect_exact(a);
    expect_exact(b);
    expect_linked(a);
    assert_string_equal(s->sym->type->spelling, "float[8][9]");
    assert_int_equal(s->sym->type->elem->count, 9);
    assert_int_equal(s->sym->space, KP_SPACE_SHARED);
    assert_int_equal(s->first->kind, KP_INT_LIT);
    assert_int_equal(s->first->next->value, 9);
    assert_ptr_equal(s->sym->pattern, s->pattern->sym);
    assert_ptr_equal(s->sym->parent, a->sym);
    assert_ptr_not_equal(s->sym, nth(b, KP_VAR, 0)->sym);
    assert_int_equal(nth(b, KP_VAR, 0)->type->size, 4 * 5 * 8);
    assert_int_equal(a->sym->launch_max, 16);
    assert_int_equal(b->sym->launch_max, 8);
    assert_true(a->sym->is_kernel && !a->sym->is_template && a->sym->pattern->is_template);
    assert_ptr_equal(call->sym, instance(u, "twice", "float, 8")->sym);
    assert_ptr_equal(call->sym->decl, instance(u, "twice", "float, 8"));
    /* statements, indices and calls lead to the pattern's */
    assert_ptr_equal(call->pattern, nth(a->pattern, KP_CALL, 0));
    assert_ptr_equal(nth(a, KP_FOR, 0)->pattern, nth(a->pattern, KP_FOR, 0));
    n = nth(a, KP_INDEX, 0);
    assert_ptr_equal(n->pattern, nth(a->pattern, KP_INDEX, 0));
    assert_true(n->pattern->is_dependent);
    n = nth(a, KP_FOR, 0)->first->next->last; /* N */
    assert_int_equal(n->kind, KP_INT_LIT);
    assert_int_equal(n->value, 8);
    assert_false(n->from_macro);
    assert_int_equal(n->pattern->kind, KP_REF);
}

static void who_names_instances(void **state)
{
    const struct kp_unit *u =
        parse("template <int N> __global__ void k(float *p) { p[0] = N; }\n"
              "template <int N> void host(float *p) { k<N><<<1, 2>>>(p); }\n"
              "template <class T> void any(T f) {}\n"
              "void f(float *p) { host<1>(p); any(&k<2>); }\n"
              "namespace n { auto *q = &k<3>; template <class T> __global__ void k2(T *p) {} \n"
              "template __global__ void k2<int>(int *);\n"
              "template __global__ void k2(float *p); }\n"
              "template __global__ void n::k2<char>(char *);\n"
              "#if 0\ntemplate __global__ void k<4>(float *);\n#endif\n"
              "#define MAKE(N) template __global__ void k<N>(float *)\n"
              "MAKE(5);\n"
              "#define ALL(N) MAKE(N); MAKE(N + 1);\n"
              "ALL(8)\nALL(10)\n"
              "template void host<6>(float *);\n"
              "template __device__ int nothing<7>(int);\n");

    (void)state;
    for (int i = 1; i <= 11; i++) {
        const char *arg = kp_sprintf(arena, "%d", i);

        assert_int_equal(find_instance(u, "k", arg) != NULL, i != 4 && i != 7);
    }
    assert_non_null(find_instance(u, "k2", "int"));
    assert_non_null(find_instance(u, "k2", "float"));
    assert_non_null(find_instance(u, "k2", "char"));
    assert_int_equal(u->parse.instances.n, 12);
    /* what was added behind the file is not in the tree; the error is the source's own */
    assert_int_equal(u->parse.errors.n, 1);
    assert_int_equal(count(u->parse.root, KP_RECORD), 0);
}

static void discarded_branches(void **state)
{
    const struct kp_unit *u =
        parse("template <class A, class B> constexpr bool same = false;\n"
              "template <class A> constexpr bool same<A, A> = true;\n"
              "template <class T> __global__ void k(T *p) {\n"
              "  if constexpr (sizeof(T) == 4) p[0] = 1; else p[1] = 2;\n"
              "  if constexpr (same<T, float>) p[2] = 3;\n"
              "  if constexpr (__is_same(T, float)) p[2] = 3; else if constexpr (0) p[3] = 4;\n"
              "}\n"
              "void f() { k<<<1, 1>>>((float *)0); k<<<1, 1>>>((double *)0); }\n");
    const struct kp_node *a = instance(u, "k", "float"), *b = instance(u, "k", "double"), *n;

    (void)state;
    expect_exact(a);
    expect_exact(b);
    n = nth(a, KP_IF, 0);
    assert_int_equal(kp_child(n, 1)->value, 1);
    assert_int_equal(kp_child(n, 2)->kind, KP_ASSIGN);
    assert_int_equal(kp_child(n, 3)->kind, KP_NONE);
    n = nth(b, KP_IF, 0);
    assert_int_equal(kp_child(n, 2)->kind, KP_NONE);
    assert_int_equal(kp_child(n, 3)->kind, KP_ASSIGN);
    assert_ptr_equal(kp_child(n, 3)->pattern, kp_child(n->pattern, 3));
    assert_int_equal(count(a, KP_ASSIGN), 3);
    assert_int_equal(count(b, KP_ASSIGN), 1);
    n = nth(a->pattern, KP_IF, 0);
    assert_int_equal(kp_child(n, 3)->kind, KP_ASSIGN);
}

static void packs(void **state)
{
    const struct kp_unit *u =
        parse("template <class... A> __device__ float sum(A... a) { return (0.0f + ... + a); }\n"
              "template <int N, class... A> __device__ void put(float *p, A... a) {\n"
              "  p[N] = sum(a...) + sizeof...(A);\n"
              "}\n"
              "__global__ void k(float *p) { put<3>(p, 1, 2.0f); }\n");
    const struct kp_node *put = instance(u, "put", "3, ?"), *call = nth(put, KP_CALL, 0);
    const struct kp_node *sum = instance(u, "sum", "?");

    (void)state;
    expect_exact(put);
    expect_exact(sum);
    assert_int_equal(put->n_children, 4);
    assert_int_equal(call->n_children, 3);
    assert_ptr_equal(kp_child(call, 1)->sym, kp_child(put, 1)->sym);
    assert_ptr_equal(kp_child(call, 2)->sym, kp_child(put, 2)->sym);
    assert_string_equal(kp_child(put, 2)->type->spelling, "float");
    assert_null(kp_child(call, 1)->pattern); /* one text, two nodes */
    assert_ptr_equal(kp_child(put, 1)->sym->pattern, kp_child(put->pattern, 1)->sym);
    assert_non_null(call->pattern);
    assert_int_equal(count(sum, KP_BINARY), 2);
    assert_int_equal(nth(put, KP_INT_LIT, 1)->value, 2);
}

static void classes(void **state)
{
    const struct kp_unit *u =
        parse("template <class T, int N> struct buf {\n"
              "  char tag; union { T a; T b; }; T v[N]; int bits : 3;\n"
              "  enum { twice = 2 * N }; static constexpr int size = N;\n"
              "  __device__ T &operator[](int i) { return v[i + 0 * size]; }\n"
              "  template <class U> __device__ U as(int i) { return U(v[i]); }\n"
              "};\n"
              "template <class T> struct buf<T, 1> { T only; \n"
              "  __device__ T &operator[](int) { return only; } };\n"
              "template <> struct buf<int, 2> { int a, b; \n"
              "  __device__ int &operator[](int i) { return i ? b : a; } };\n"
              "template <class T> __global__ void k(T *p) {\n"
              "  __shared__ buf<T, 4> s;\n"
              "  buf<T, 1> one; buf<int, 2> two;\n"
              "  s[1] = one[0] + two[1] + s.b + s.template as<char>(2) + buf<T, 3>::twice;\n"
              "}\n"
              "void f() { k<<<1, 1>>>((double *)0); }\n");
    const struct kp_node *k = instance(u, "k", "double"), *of = nth(k, KP_OPCALL, 0);
    const struct kp_node *at = instance(u, "operator[]", "double, 4"), *n, *record;

    (void)state;
    expect_exact(k);
    expect_exact(at);
    assert_ptr_equal(of->sym, at->sym);
    assert_int_equal(of->pattern->kind, KP_OPCALL);
    n = nth(at, KP_MEMBER, 0);
    assert_string_equal(n->sym->name, "v");
    assert_int_equal(n->sym->type->size, 32);
    assert_int_equal(n->sym->offset, 16);
    assert_true(n->sym->pattern->type->is_dependent);
    assert_int_equal(n->sym->pattern->offset, -1);
    assert_ptr_equal(n->sym->parent, at->sym->parent);
    record = n->sym->parent->decl;
    assert_int_equal(record->kind, KP_RECORD);
    assert_ptr_equal(nth(k, KP_VAR, 0)->type->decl->decl, record);
    assert_int_equal(nth(record, KP_FIELD, 0)->sym->offset, 0);
    assert_int_equal(nth(k, KP_MEMBER, 0)->sym->offset, 8); /* s.b, in the anonymous union */
    assert_ptr_equal(nth(k, KP_OPCALL, 1)->sym, instance(u, "operator[]", "double, 1")->sym);
    assert_null(nth(k, KP_OPCALL, 2)->sym->pattern); /* a full specialisation is plain */
    assert_non_null(nth(k, KP_OPCALL, 2)->sym->decl);
    assert_ptr_equal(nth(k, KP_CALL, 0)->sym->decl, instance(u, "as", "double, 4, ?"));
    n = nth(k, KP_BINARY, 0)->last;
    assert_int_equal(n->value, 6);
}

static void operators_and_callables(void **state)
{
    const struct kp_unit *u =
        parse("struct num { float f; };\n"
              "__device__ num operator+(num a, num b) { return num{a.f + b.f}; }\n"
              "struct mul { template <class T> __device__ T operator()(T a, T b) const {\n"
              "  return a * b; } };\n"
              "__device__ float half_of(float x) { return x / 2; }\n"
              "template <class T, class F, float (*G)(float)> __device__ void with(T *p, F f) {\n"
              "  p[0] = p[1] + p[2]; f(p[3], p[3]); G(1);\n"
              "}\n"
              "template <class T> __global__ void k(T *p, float *q) {\n"
              "  with<T, mul, half_of>(p, mul());\n"
              "  auto gen = [](auto a, auto b) { return a + b; };\n"
              "  auto own = [&](T a, T b) { q[0] += a + b + gen(a, b); };\n"
              "  with<T, decltype(own), half_of>(p, own);\n"
              "}\n"
              "void f() { k<<<1, 1>>>((float *)0, nullptr); }\n"
              "__global__ void plain(num *p) { with<float, mul, half_of>(&p->f, mul()); }\n");
    const struct kp_node *k = instance(u, "k", "float"), *own = nth(k, KP_LAMBDA, 1), *n;
    const struct kp_node *with = kp_child(k->last, 0)->sym->decl;

    (void)state;
    assert_int_equal(with->kind, KP_FUNCTION);
    expect_exact(with);
    assert_int_equal(nth(with, KP_ASSIGN, 0)->last->kind, KP_BINARY); /* float + float */
    n = nth(with, KP_CALL, 0);
    assert_string_equal(n->sym->name, "operator()");
    assert_int_equal(n->sym->decl->kind, KP_FUNCTION);
    expect_exact(n->sym->decl);
    n = nth(with, KP_CALL, 1); /* G */
    assert_string_equal(n->sym->name, "half_of");
    assert_int_equal(n->sym->decl->kind, KP_FUNCTION);
    /* with the closure: its operator is the lambda */
    with = kp_child(k->last, 3)->sym->decl;
    assert_int_equal(with->kind, KP_FUNCTION);
    assert_ptr_equal(nth(with, KP_CALL, 0)->sym->decl, own);
    expect_exact(own);
    n = nth(own, KP_CALL, 0); /* of the generic one: an instance, whose text is the lambda's */
    assert_int_equal(n->sym->decl->kind, KP_FUNCTION);
    assert_string_equal(n->type->spelling, "float");
    expect_exact(n->sym->decl);
    assert_ptr_equal(n->sym->decl->last->pattern, nth(k->pattern, KP_LAMBDA, 0)->last);
    /* a plain function that calls an instance has a tree among them, too */
    n = instance(u, "plain", "");
    assert_ptr_equal(n->pattern, n->sym->pattern->decl);
    assert_ptr_equal(nth(n, KP_CALL, 0)->sym->decl, kp_child(k->last, 0)->sym->decl);
    assert_true(nth(n->pattern, KP_CALL, 0)->sym->is_template);
}

static void hidden_code(void **state)
{
    const struct kp_unit *u =
        parse("__device__ int next();\n"
              "struct in { int i = 7; };\n"
              "struct rec { int a = next(); float b[2] = {1, 2}; int c; in d;\n"
              "  __device__ rec(int x, int y = 9) : c(x) {} };\n"
              "struct der : in { __device__ der() {} };\n"
              "struct agg { int a, b = next(), c; };\n"
              "__device__ int with(int a, int b = 3, int c = next()) { return a + b; }\n"
              "__global__ void k(int *p) { rec r(1); agg g{4}; p[0] = with(2); der d; }\n"
              "__global__ void bare(int *p) { p[0] = with(1, 2, 3); }\n");
    const struct kp_node *k = instance(u, "k", ""), *call, *rec, *n;

    (void)state;
    assert_null(find_instance(u, "bare", ""));
    call = nth(k, KP_CALL, 1); /* the first is agg's next() */
    assert_string_equal(call->name, "with");
    assert_int_equal(call->n_children, 4);
    assert_int_equal(kp_child(call, 2)->value, 3);
    assert_int_equal(kp_child(call, 3)->kind, KP_CALL);
    assert_true(kp_child(call, 3)->from_macro);
    assert_int_equal(call->pattern->n_children, 2);
    n = nth(k, KP_INIT_LIST, 0);
    assert_int_equal(n->n_children, 2);
    assert_int_equal(n->last->kind, KP_CALL);
    n = nth(k, KP_CONSTRUCT, 0);
    assert_int_equal(n->n_children, 2);
    rec = n->sym->decl; /* x, y, a, b, c, d, body */
    assert_int_equal(rec->n_children, 7);
    assert_int_equal(kp_child(rec, 2)->last->kind, KP_CALL);
    assert_int_equal(kp_child(rec, 3)->last->kind, KP_INIT_LIST);
    assert_int_equal(kp_child(rec, 4)->last->kind, KP_REF);
    assert_int_equal(kp_child(rec, 5)->kind, KP_UNKNOWN); /* in's constructor */
    n = nth(k, KP_CONSTRUCT, 1)->sym->decl;
    assert_int_equal(n->first->kind, KP_UNKNOWN); /* so it is the base's */
}

static void bounds(void **state)
{
    const struct kp_unit *u =
        parse("template <int N> __device__ int deep(int x) {\n"
              "  if constexpr (N > 0) return deep<N - 1>(x) + x; else return x;\n"
              "}\n"
              "template <int N> __device__ int self(int x) { return x ? self<N>(x - 1) : N; }\n"
              "template <int N> __device__ int wide(int x) {\n"
              "  if constexpr (N < 1024) return wide<2 * N>(x) + wide<2 * N + 1>(x);\n"
              "  else return x;\n"
              "}\n"
              "__global__ void k(int *p) { p[0] = deep<600>(1) + self<2>(3) + wide<1>(4); }\n");
    const struct kp_node *n = instance(u, "self", "2");

    (void)state;
    assert_int_equal(u->parse.instances.n, KP_MOST_INSTANCES);
    assert_true(u->parse.has_more_instances);
    assert_ptr_equal(nth(n, KP_CALL, 0)->sym, n->sym);
    for (size_t i = 0; i < u->parse.instances.n; i++)
        expect_exact(u->parse.instances.v[i].function);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_values),
        cmocka_unit_test(who_names_instances),
        cmocka_unit_test(discarded_branches),
        cmocka_unit_test(packs),
        cmocka_unit_test(classes),
        cmocka_unit_test(operators_and_callables),
        cmocka_unit_test(hidden_code),
        cmocka_unit_test(bounds),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
