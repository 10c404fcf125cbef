/* The front: small sources and what the tree must say about them. */
#define _GNU_SOURCE
#include "front/args.h"
#include "front/branches.h"
#include "front/front.h"
#include "front/given.h"
#include "front/lex.h"
#include "front/origin.h"
#include "util/cache_folder.h"
#include "util/replace.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <dirent.h>
#include <unistd.h>

#include <cmocka.h>

static struct kp_arena *arena;
static char folder[] = "/tmp/test_front.XXXXXX";

static int set_up(void **state)
{
    (void)state;
    arena = kp_arena_new();
    if (!mkdtemp(folder))
        return -1;
    return setenv("KPIPE_CACHE_DIR", kp_sprintf(arena, "%s/cache", folder), 1);
}

static int remove_all(const char *path)
{
    DIR *d = opendir(path);

    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.' || strlen(e->d_name) > 2)
            unlink(kp_sprintf(arena, "%s/%s", path, e->d_name));
    if (d)
        closedir(d);
    return rmdir(path);
}

static int tear_down(void **state)
{
    (void)state;
    remove_all(kp_sprintf(arena, "%s/cache/prelude", folder));
    remove_all(kp_sprintf(arena, "%s/cache", folder));
    remove_all(folder);
    kp_arena_free(arena);
    return 0;
}

static const char *in_folder(const char *name)
{
    return kp_sprintf(arena, "%s/%s", folder, name);
}

static void put(const char *name, const char *text, size_t size)
{
    FILE *f = fopen(in_folder(name), "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, size, f), size);
    fclose(f);
}

/* The flags of in.cu. */
static const struct kp_flag_lines *lines_of(const char **args, const char *compdb)
{
    struct kp_flag_lines own = {0};
    struct kp_origin_request request = {.database = compdb, .no_search = true, .lines = &own};
    struct kp_origin *o = kp_new(arena, struct kp_origin);
    const char *error = NULL;

    if (args)
        kp_push(arena, &own,
                ((struct kp_flag_line){
                    .line = kp_compile_read(arena, (const char *const *)args, false, NULL)}));
    if (!kp_find_origin(kp_databases_new(arena), in_folder("in.cu"), &request, o, &error))
        fail_msg("%s", error);
    return &o->lines;
}

static struct kp_unit *unit_for(const char **args, const char *compdb)
{
    struct kp_options *o = kp_new(arena, struct kp_options);
    struct kp_unit *u = kp_new(arena, struct kp_unit);

    o->arch = "sm_86";
    o->flags = lines_of(args, compdb);
    u->arena = arena;
    u->options = o;
    return u;
}

/* Parses a text; the tree must pass its checker. */
static struct kp_unit *parse_with(const char *text, const char **args, const char *compdb)
{
    struct kp_unit *u = unit_for(args, compdb);
    const char *why = "";

    put("in.cu", text, strlen(text));
    assert_true(kp_pass_source(u, in_folder("in.cu")));
    if (!kp_pass_parse(u))
        fail_msg("%s", u->error);
    if (!kp_check_parse(u, &why))
        fail_msg("%s", why);
    return u;
}

static struct kp_unit *parse(const char *text)
{
    return parse_with(text, NULL, NULL);
}

static const char *dump(const struct kp_unit *u)
{
    char *text = NULL, *copy;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    kp_dump_tree(f, u);
    fclose(f);
    copy = kp_strndup(arena, text, size);
    free(text);
    return copy;
}

/* The dump has these lines, one under the other, at one indentation; the last may be cut short. */
static void expect(const struct kp_unit *u, const char *lines)
{
    const char *tree = dump(u);

    for (int depth = 0; depth < 24; depth++) {
        struct kp_str s = kp_str_new(arena);

        for (const char *at = lines; *at;) {
            size_t n = strcspn(at, "\n");

            n += at[n] == '\n';
            kp_str_addf(&s, "%*s%.*s", 2 * depth, "", (int)n, at);
            at += n;
        }
        if (strstr(tree, kp_str_text(&s)))
            return;
    }
    fail_msg("no\n%s\nin\n%s", lines, tree);
}

static const struct kp_node *find(const struct kp_node *n, enum kp_kind kind)
{
    const struct kp_node *found = n->kind == kind ? n : NULL;

    for (const struct kp_node *c = n->first; c && !found; c = c->next)
        found = find(c, kind);
    return found;
}

static const struct kp_sym *symbol(const struct kp_unit *u, const char *name)
{
    for (size_t i = 0; i < u->parse.syms.n; i++)
        if (kp_streq(u->parse.syms.v[i]->name, name) && u->parse.syms.v[i]->decl)
            return u->parse.syms.v[i];
    fail_msg("no symbol %s", name);
    return NULL;
}

static const char *text_at(const struct kp_unit *u, struct kp_span s)
{
    return kp_strndup(arena, u->source.text + s.begin, s.end - s.begin);
}

/* ---- source ---- */

static void lines_and_columns(void **state)
{
    struct kp_unit *u = unit_for(NULL, NULL);
    static const char text[] = "\xEF\xBB\xBF"
                               "ab\r\ncd\r\n\r\nx";

    (void)state;
    put("lines.cu", text, sizeof text - 1);
    assert_true(kp_pass_source(u, in_folder("lines.cu")));
    assert_int_equal(u->source.bom, 3);
    assert_true(u->source.crlf);
    assert_int_equal(u->source.n_lines, 4);
    assert_int_equal(kp_line_of(&u->source, 3), 1);
    assert_int_equal(kp_column_of(&u->source, 3), 1);
    assert_int_equal(kp_line_of(&u->source, 8), 2);
    assert_int_equal(kp_column_of(&u->source, 8), 2);
    assert_int_equal(kp_line_of(&u->source, u->source.size), 4);
}

static void unreadable_sources(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        const char *message;
    } rows[] = {
        {"a\0b", 3, "NUL bytes"},
        {"\xFF\xFE_\0", 4, "UTF-16"},
    };
    struct kp_unit *u;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        u = unit_for(NULL, NULL);
        put("bad.cu", rows[i].text, rows[i].size);
        assert_false(kp_pass_source(u, in_folder("bad.cu")));
        assert_non_null(strstr(u->error, rows[i].message));
    }
    u = unit_for(NULL, NULL);
    assert_false(kp_pass_source(u, folder));
    assert_non_null(strstr(u->error, "directory"));
    u = unit_for(NULL, NULL);
    assert_false(kp_pass_source(u, in_folder("nothing.cu")));
    assert_non_null(strstr(u->error, "No such file"));
}

static void nothing_to_parse(void **state)
{
    struct kp_unit *u = parse("int main() { return 0; } // __global__");

    (void)state;
    assert_int_equal(u->parse.root->kind, KP_TRANSLATION_UNIT);
    assert_null(u->parse.root->first);
    assert_int_equal(u->parse.files.n, 1);
    assert_null(parse("")->parse.root->first);
}

/* ---- statements ---- */

static void loops_have_fixed_positions(void **state)
{
    struct kp_unit *u = parse("__global__ void k(int n) {\n"
                              "for (;;) break;\n"
                              "for (; n; ) ;\n"
                              "for (int i = 0; ; i += 2) { }\n"
                              "}\n");

    (void)state;
    expect(u, "FOR [2:1-2:15]\n  NONE\n  NONE\n  NONE\n  BREAK [2:10-2:15]\n");
    expect(u, "FOR [3:1-3:14]\n  NONE\n  REF n : int [3:8-3:9]\n  NONE\n  NULL_STMT [3:13-3:14]\n");
    expect(u, "FOR [4:1-4:30]\n"
              "  DECL_STMT [4:6-4:15]\n"
              "    VAR i : int [4:6-4:15] init\n"
              "      INT_LIT : int = 0 [4:14-4:15]\n"
              "  NONE\n"
              "  ASSIGN '+=' : int [4:19-4:25]\n"
              "    REF i : int [4:19-4:20]\n"
              "    INT_LIT : int = 2 [4:24-4:25]\n"
              "  COMPOUND [4:27-4:30]\n");
}

static void ifs_have_fixed_positions(void **state)
{
    struct kp_unit *u = parse("template <int N> __global__ void k(int n) {\n"
                              "if constexpr (N > 1) n = 1;\n"
                              "if (int y = n; y) n = 2; else n = 3;\n"
                              "}\n");

    (void)state;
    expect(u, "IF [2:1-2:27] constexpr\n"
              "  NONE\n"
              "  BINARY '>' : bool [2:15-2:20] dependent\n"
              "    REF N : int [2:15-2:16] dependent\n"
              "    INT_LIT : int = 1 [2:19-2:20]\n"
              "  ASSIGN '=' : int [2:22-2:27]\n"
              "    REF n : int [2:22-2:23]\n"
              "    INT_LIT : int = 1 [2:26-2:27]\n"
              "  NONE\n");
    expect(u, "IF [3:1-3:36]\n"
              "  DECL_STMT [3:5-3:14]\n"
              "    VAR y : int [3:5-3:14] init\n"
              "      REF n : int [3:13-3:14]\n"
              "  REF y : int [3:16-3:17]\n");
}

static void other_statements(void **state)
{
    struct kp_unit *u = parse("__global__ void k(int n) {\n"
                              "do { n--; } while (n);\n"
                              "switch (n) { case 1: n = 2; break; default: ; }\n"
                              "switch (int w = n; w) { default: ; }\n"
                              "end: return;\n"
                              "}\n");

    (void)state;
    expect(u, "DO [2:1-2:22]\n  COMPOUND [2:4-2:12]\n    UNARY '--' : int [2:6-2:9]\n");
    expect(u,
           "CASE [3:14-3:27]\n  INT_LIT : int = 1 [3:19-3:20]\n  ASSIGN '=' : int [3:22-3:27]\n");
    expect(u, "CASE [3:36-3:46]\n  NONE\n  NULL_STMT [3:45-3:46]\n");
    expect(u, "UNKNOWN [4:1-4:37]\n"); /* its init statement is not in libclang's tree */
    expect(u, "LABEL ~end [5:1-5:12]\n  RETURN [5:6-5:12]\n    NONE\n");
}

static void ends_and_pragmas(void **state)
{
    struct kp_unit *u = parse("#define UNROLL _Pragma(\"unroll\")\n"
                              "__global__ void k(int n) {\n"
                              "  n = 1 ; // end\n"
                              "  #pragma unroll\n"
                              "  for (int i = 0; i < 4; i++)\n"
                              "    n += i ;\n"
                              "  UNROLL\n"
                              "  // why\n"
                              "  while (n) { n--; }\n"
                              "}\n");
    const struct kp_node *loop = find(u->parse.root, KP_FOR);
    const struct kp_node *first = find(u->parse.root, KP_ASSIGN);
    const struct kp_node *second = find(u->parse.root, KP_WHILE);

    (void)state;
    assert_string_equal(text_at(u, first->span), "n = 1");
    assert_int_equal(u->source.text[kp_stmt_end(u, first) - 1], ';');
    assert_int_equal(kp_stmt_end(u, first), first->span.end + 2);
    assert_int_equal(kp_stmt_end(u, loop), loop->span.end + 2);
    assert_string_equal(text_at(u, kp_pragma_before(u, loop)), "#pragma unroll");
    assert_string_equal(text_at(u, kp_pragma_before(u, second)), "UNROLL");
    assert_int_equal(kp_stmt_end(u, second), second->span.end);
    assert_int_equal(kp_pragma_before(u, first).begin, kp_pragma_before(u, first).end);
}

/* ---- expressions ---- */

static void names_of_every_kind(void **state)
{
    struct kp_unit *u = parse("struct S { int a; __device__ S(int z) : a(z) {}\n"
                              "__device__ int get() const { return a; }\n"
                              "__device__ float &operator[](int i); };\n"
                              "__global__ void k(float *A, S *s) {\n"
                              "A[threadIdx.x] = s->get();\n"
                              "(*s)[2] = 1;\n"
                              "auto f = [&](int z) { return z; };\n"
                              "A[1] = f(3) + int(A[2]);\n"
                              "S t(4);\n"
                              "}\n");

    (void)state;
    expect(u, "INDEX : float [5:1-5:15]\n"
              "  REF A : float * [5:1-5:2]\n"
              "  MEMBER uint3::x : const unsigned int [5:3-5:14] prelude\n"
              "    REF threadIdx : const uint3 [5:3-5:12] prelude\n");
    expect(u, "CALL S::get : int [5:18-5:26]\n"
              "  MEMBER S::get : ");
    expect(u, "OPCALL '[]' S::operator[] : float [6:1-6:8]\n"
              "  UNARY '*' : S [6:2-6:4]\n"
              "    REF s : S * [6:3-6:4]\n");
    expect(u, "VAR f : (lambda");
    expect(u, "CALL f : int [8:8-8:12]\n");
    expect(u, "CAST : int [8:15-8:24]\n");
    expect(u, "VAR t : S [9:1-9:7] init\n  CONSTRUCT S::S : S [9:3-9:7]\n");
    expect(u, "FUNCTION S::S : void [1:19-1:48] device method\n"
              "  PARAM z : int [1:32-1:37]\n"
              "  ASSIGN '=' : int [1:41-1:44]\n"
              "    MEMBER S::a : int [1:41-1:42] arrow\n"
              "      THIS [1:41-1:41]\n"
              "    REF z : int [1:43-1:44]\n"
              "  COMPOUND [1:46-1:48]\n");
    assert_true(symbol(u, "f")->is_lambda);
    assert_true(symbol(u, "get")->is_const_method);
}

static void cuda_types_look_built_in(void **state)
{
    struct kp_unit *u = parse("__global__ void k(half *H, float4 *F) {\n"
                              "half h = 1.0f; float4 v = F[0]; float4 w;\n"
                              "h += h * H[1];\n"
                              "w = v;\n"
                              "float f = h;\n"
                              "}\n");

    (void)state;
    expect(u, "VAR h : half [2:1-2:14] init\n  FLOAT_LIT ~1.0f : float [2:10-2:14]\n");
    expect(u, "VAR v : float4 [2:16-2:31] init\n  INDEX : float4 [2:27-2:31]\n");
    expect(u, "VAR w : float4 [2:33-2:41]\n");
    expect(u, "ASSIGN '+=' : __half [3:1-3:14]\n"
              "  REF h : half [3:1-3:2]\n"
              "  BINARY '*' : __half [3:6-3:14]\n");
    expect(u, "ASSIGN '=' : float4 [4:1-4:6]\n  REF w : float4 [4:1-4:2]\n  REF v : float4");
    expect(u, "VAR f : float [5:1-5:12] init\n  REF h : half [5:11-5:12]\n");
}

static void dependent_names(void **state)
{
    struct kp_unit *u =
        parse("template <class T> __device__ T twice(T v) { return v + v; }\n"
              "template <class T> struct L { __device__ void load(T *p, int n) {} };\n"
              "template <class T> __global__ void k(T *A, L<T> l) {\n"
              "A[0] = twice(A[1]);\n"
              "l.load(A, 3);\n"
              "A[0].sync();\n"
              "A[2] = later(A[0]) + T(1);\n"
              "}\n"
              "template <class T> __device__ T later(T v) { return v; }\n");

    (void)state;
    expect(u, "CALL twice : <dependent type> [4:8-4:19] dependent\n");
    expect(u, "CALL L::load : <dependent type> [5:1-5:13] dependent\n");
    expect(u, "CALL ~sync : <dependent type> [6:1-6:12] dependent\n"
              "  MEMBER ~sync : <dependent type> [6:1-6:10] dependent\n");
    expect(u, "CALL later : <dependent type> [7:8-7:19] dependent\n");
    expect(u, "CAST : T [7:22-7:26] dependent\n");
}

static void constants(void **state)
{
    struct kp_unit *u =
        parse("#define BK 16\n"
              "enum { E = 5 }; constexpr int C = BK * 2; struct T { static const int V = 7; };\n"
              "__global__ void k(int *A) {\n"
              "__shared__ float s[BK + 1][C];\n"
              "A[0] = E + T::V; A[1] = BK > 3 ? -1 : 2; A[2] = 7u - 8u > 0; A[3] = C << 2;\n"
              "A[4] = sizeof(float) * BK; A[5] = 'a'; A[6] = 5 / 0;\n"
              "}\n");

    (void)state;
    expect(u, "VAR s : float[17][32] [4:1-4:30] shared\n"
              "  BINARY '+' : int = 17 [4:20-4:26]\n"
              "    INT_LIT : int = 16 [4:20-4:22] macro\n"
              "    INT_LIT : int = 1 [4:25-4:26]\n"
              "  REF C : const int = 32 [4:28-4:29]\n");
    expect(u, "BINARY '+' : int = 12 [5:8-5:16]\n");
    expect(u, "COND : int = -1 [5:25-5:40]\n");
    expect(u, "BINARY '>' : bool = 1 [5:49-5:60]\n"); /* unsigned */
    expect(u, "BINARY '<<' : int = 128 [5:69-5:75]\n");
    expect(u, "BINARY '*' : unsigned long = 64 [6:8-6:26]\n");
    expect(u, "BINARY '/' : int [6:47-6:52]\n");
}

/* ---- macros ---- */

static void macro_text_is_told_apart(void **state)
{
    struct kp_unit *u = parse("#define AT(r, c) ((r) * 16 + (c))\n"
                              "#define SYNC __syncthreads()\n"
                              "#define MUL(a, b) a * b\n"
                              "#define TWO(a, b) a; b\n"
                              "__global__ void k(float *A, int i) {\n"
                              "A[AT(i, 1)] = A[i];\n"
                              "SYNC;\n"
                              "i = MUL(i, 2) + 3;\n"
                              "TWO(i = 1, i = 2);\n"
                              "i = AT(AT(i, 1), 2);\n"
                              "}\n");

    (void)state;
    expect(u, "ASSIGN '=' : float [6:1-6:19]\n"
              "  INDEX : float [6:1-6:12]\n"
              "    REF A : float * [6:1-6:2]\n"
              "    BINARY '+' : int [6:3-6:11] macro\n"
              "      BINARY '*' : int [6:3-6:11] macro\n"
              "        REF i : int [6:6-6:7]\n");
    expect(u, "CALL __syncthreads : void [7:1-7:5] macro prelude\n");
    expect(u, "BINARY '+' : int [8:5-8:18]\n  BINARY '*' : int [8:5-8:14] macro\n");
    expect(u, "ASSIGN '=' : int [9:1-9:18] macro\n"
              "  REF i : int [9:5-9:6]\n"
              "  INT_LIT : int = 1 [9:9-9:10]\n"
              "ASSIGN '=' : int [9:1-9:18] macro\n");
    assert_int_equal(u->parse.holes.n, 0);
}

static void assembly(void **state)
{
    struct kp_unit *u = parse(
        "#define LD(r, p) asm volatile(\"ldmatrix.sync %0, [%1];\\n\" : \"=r\"(r) : \"r\"(p))\n"
        "__global__ void k(unsigned a, unsigned b) {\n"
        "LD(a, b);\n"
        "asm(\"add %0, %1;\" \"nop;\" : \"+r\"(a), \"=r\"(b) : \"r\"(a));\n"
        "asm volatile(\"bar.sync 0;\" ::: \"memory\");\n"
        "}\n");
    const struct kp_node *body = find(u->parse.root, KP_COMPOUND), *first = body->first;

    (void)state;
    assert_string_equal(first->name, "ldmatrix.sync %0, [%1];\n");
    assert_true(first->asm_volatile && first->from_macro && !first->asm_memory);
    assert_int_equal(first->asm_outputs, 1);
    assert_string_equal(first->next->name, "add %0, %1;nop;");
    assert_int_equal(first->next->asm_outputs, 2);
    assert_int_equal(first->next->asm_inout, 1);
    assert_false(first->next->asm_volatile);
    assert_true(first->next->next->asm_memory);
    assert_int_equal(first->next->next->n_children, 0);
}

/* ---- symbols ---- */

static void kernels_and_storage(void **state)
{
    struct kp_unit *u =
        parse("#define THREADS 256\n"
              "__constant__ float c[4]; __device__ int d; const int n = 3;\n"
              "template <int N> __global__ void __launch_bounds__(THREADS / 2) k(float *A) {\n"
              "extern __shared__ float s[]; __shared__ volatile int v;\n"
              "}\n"
              "namespace { __global__ void hidden() {} }\n"
              "static __global__ void __launch_bounds__(64, 2) mine() {}\n");

    (void)state;
    assert_true(symbol(u, "k")->is_kernel && symbol(u, "k")->is_template);
    assert_false(symbol(u, "k")->is_internal);
    assert_int_equal(symbol(u, "k")->launch_max, 128);
    assert_int_equal(symbol(u, "mine")->launch_max, 64);
    assert_true(symbol(u, "mine")->is_internal && symbol(u, "hidden")->is_internal);
    assert_int_equal(symbol(u, "c")->space, KP_SPACE_CONSTANT);
    assert_int_equal(symbol(u, "d")->space, KP_SPACE_GLOBAL);
    assert_int_equal(symbol(u, "n")->space, KP_SPACE_HOST);
    assert_int_equal(symbol(u, "n")->value, 3);
    assert_int_equal(symbol(u, "s")->space, KP_SPACE_SHARED);
    assert_true(symbol(u, "s")->is_extern);
    assert_int_equal(symbol(u, "s")->n_dims, 1);
    assert_int_equal(symbol(u, "s")->type->count, -1);
    assert_true(symbol(u, "v")->type->is_volatile);
    assert_int_equal(symbol(u, "A")->space, KP_SPACE_LOCAL);
}

static const struct kp_launch *launch(const struct kp_unit *u, size_t i)
{
    assert_true(i < u->parse.launches.n);
    return &u->parse.launches.v[i];
}

static void launches(void **state)
{
    struct kp_unit *u =
        parse("#define W 8\n"
              "template <int N, class T, bool B = true> __global__ void k(T *A) {}\n"
              "void f(float *A) { dim3 g(1, 2); k<16><<<g, W * 4, 100>>>(A); }\n"
              "template <int M> void h(half *A) { k<M, half, false><<<1, M>>>(A); }\n"
              "template __global__ void k<W * 2, half>(half *);\n");
    const struct kp_launch *l = launch(u, 0);

    (void)state;
    assert_int_equal(u->parse.launches.n, 3);
    assert_string_equal(l->kernel->name, "k");
    assert_int_equal(l->tvalues.n, 3);
    assert_int_equal(l->tvalues.v[0].value, 16);
    assert_string_equal(l->tvalues.v[1].type->spelling, "float");
    assert_int_equal(l->tvalues.v[2].value, 1);
    assert_int_equal(l->block->value, 32);
    assert_int_equal(l->smem->value, 100);
    l = launch(u, 1);
    assert_false(l->tvalues.v[0].known);
    assert_true(l->tvalues.v[1].known && l->tvalues.v[2].known);
    assert_null(l->smem);
    l = launch(u, 2);
    assert_true(l->is_instantiation);
    assert_null(l->node);
    assert_int_equal(l->tvalues.v[0].value, 16);
    assert_int_equal(l->tvalues.v[1].type->size, 2);
}

static void project_headers(void **state)
{
    static const char header[] = "__device__ inline float twice(float x) { return x + x; }\n";
    struct kp_unit *u;

    (void)state;
    put("part.cuh", header, sizeof header - 1);
    u = parse("#include \"part.cuh\"\n#include <cuda_fp16.h>\n#include <cstdint>\n"
              "__global__ void k(float *A) { A[0] = twice(A[1]); }\n");
    assert_int_equal(u->parse.files.n, 2);
    assert_string_equal(u->parse.files.v[1].text, header);
    assert_int_equal(u->parse.errors.n, 0);
    expect(u, "FUNCTION twice : float [1:1-1:57] file 1 device\n");
    assert_int_equal(symbol(u, "twice")->decl->file, 1);
}

/* ---- what does not parse ---- */

#define LOOP_OVER(decl, body)                                                                      \
    "__global__ void k(float *A) {\n" decl                                                         \
    "\nfor (int i = 0; i < 4; i++) { __syncthreads();\n" body "\n__syncthreads(); } }\n"

static void errors_are_holes(void **state)
{
    struct kp_unit *u =
        parse(LOOP_OVER("__shared__ float s[4];",
                        "s[i] = unheard_of(A);") "__global__ void fine(float *A) { A[0] = 1; }\n");

    (void)state;
    assert_true(u->parse.errors.n > 0);
    assert_true(u->parse.holes.n > 0);
    for (size_t i = 0; i < u->parse.holes.n; i++)
        assert_string_equal(u->parse.holes.v[i].function->name, "k");
}

static void undeclared_sizes_are_guessed(void **state)
{
    struct kp_unit *u =
        parse(LOOP_OVER("__shared__ float s[TILE_N], t[4];", "s[i] = t[i] = A[i];"));

    (void)state;
    assert_int_equal(u->parse.guessed.n, 1);
    assert_string_equal(u->parse.guessed.v[0], "TILE_N");
    assert_int_equal(u->parse.holes.n, 0);
    assert_int_equal(symbol(u, "t")->type->count, 4);
}

static void skipped_text(void **state)
{
    struct kp_unit *u =
        parse("__global__ void k(float *A) {\n#if 0\nA[0] = 1;\n#endif\nA[1] = 2;\n}\n");

    (void)state;
    assert_int_equal(u->parse.skipped.n, 1);
    assert_int_equal(u->parse.holes.n, 0);
    assert_non_null(strstr(text_at(u, u->parse.skipped.v[0].span), "A[0] = 1"));
}

static const char *repeated(const char *unit, int n)
{
    struct kp_str s = kp_str_new(arena);

    while (n--)
        kp_str_add(&s, unit);
    return kp_str_text(&s);
}

/* Whatever libclang does with them, it ends as one error or as a function that is not trusted. */
static void hostile_nesting(void **state)
{
    const char *const bodies[] = {
        kp_sprintf(arena, "A[0] = %s1%s;", repeated("(", 10000), repeated(")", 10000)),
        kp_sprintf(arena, "A[0] = %s1;", repeated("A[1] + ", 4000)),
        kp_sprintf(arena, "A[0] = %s1;", repeated("- ", 20000)),
        kp_sprintf(arena, "%s%s", repeated("{", 10000), repeated("}", 10000)),
        kp_sprintf(arena, "%s A[0] = 1;", repeated("if (A[1]) ", 10000)),
    };

    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct kp_unit *u = unit_for(NULL, NULL);
        const char *text = kp_sprintf(arena, "__global__ void k(float *A) { %s }\n", bodies[i]);

        put("deep.cu", text, strlen(text));
        assert_true(kp_pass_source(u, in_folder("deep.cu")));
        if (kp_pass_parse(u))
            assert_true(u->parse.holes.n > 0);
        else
            assert_non_null(u->error);
    }
}

/* ---- arguments ---- */

static void defines_reach_the_parser(void **state)
{
    const char *args[] = {"-DTILE=8", NULL};
    const char *db = kp_sprintf(arena,
                                "[{\"directory\": \"%s\", \"file\": \"in.cu\", \"command\": "
                                "\"nvcc -arch=sm_80 -DTILE=12 -o in.o -c in.cu\"}]",
                                folder);
    const char *text = "__global__ void k() { __shared__ float s[TILE]; }\n";

    (void)state;
    assert_int_equal(symbol(parse_with(text, args, NULL), "s")->type->count, 8);
    put("compile_commands.json", db, strlen(db));
    assert_int_equal(symbol(parse_with(text, NULL, folder), "s")->type->count, 12);
    assert_int_equal(symbol(parse_with(text, args, folder), "s")->type->count, 8);
    unlink(in_folder("compile_commands.json"));
}

/* ---- writing ---- */

static unsigned files_in_folder(void)
{
    DIR *d = opendir(folder);
    unsigned n = 0;

    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    closedir(d);
    return n;
}

static const char *contents(const char *name)
{
    struct kp_unit *u = unit_for(NULL, NULL);

    assert_true(kp_pass_source(u, in_folder(name)));
    return u->source.text;
}

static void writing_replaces(void **state)
{
    const char *error = NULL;
    struct stat st;
    unsigned before;

    (void)state;
    put("out.cu", "old", 3);
    chmod(in_folder("out.cu"), 0751);
    assert_int_equal(symlink("out.cu", in_folder("link.cu")), 0);
    before = files_in_folder();
    assert_true(kp_write_file(arena, in_folder("link.cu"), "new", 3, &error));
    assert_string_equal(contents("out.cu"), "new");
    assert_int_equal(lstat(in_folder("link.cu"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(in_folder("out.cu"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0751);
    assert_int_equal(files_in_folder(), before);
    assert_true(kp_write_file(arena, in_folder("fresh.cu"), "x", 1, &error));
    assert_string_equal(contents("fresh.cu"), "x");
}

static void failed_writes_leave_nothing(void **state)
{
    const char *error = NULL;
    unsigned before;
    int status;
    pid_t pid;

    (void)state;
    assert_false(kp_write_file(arena, in_folder("no/such.cu"), "x", 1, &error));
    assert_non_null(strstr(error, "No such file"));
    put("full.cu", "old", 3);
    before = files_in_folder();
    pid = fork();
    if (pid == 0) { /* a disk that is full after 1000 bytes */
        struct rlimit limit = {1000, 1000};
        char *big = calloc(1, 5000);

        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(kp_write_file(arena, in_folder("full.cu"), big, 5000, &error) ? 1 : 0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_string_equal(contents("full.cu"), "old");
    assert_int_equal(files_in_folder(), before);
}

/* ---- the lexer ---- */

static void tokens(void **state)
{
    static const char text[] =
        "a /* ( */ += R\"x()\" )x\" 'c' 1e-3f <<< \\\n# b\n#define X ( \\\n y\n{ )("
        " xR\"(\" /* *\\\n/ /\\\n/ \"\n#define Q '\"'\n1'0 '\n;";
    static const char *const want[] = {"a",  "+=",    "R\"x()\" )x\"",      "'c'", "1e-3f", "<<<",
                                       "#",  "b",     "#define X ( \\\n y", "{",   ")",     "(",
                                       "xR", "\"(\"", "#define Q '\"'",     "1'0", "'",     ";"};
    uint32_t at = 0;

    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct kp_token t = kp_lex(text, at, sizeof text - 1);

        assert_true(kp_token_is(text, t, want[i]));
        at = t.end;
    }
    assert_int_equal(kp_lex(text, at, sizeof text - 1).kind, KP_TOKEN_END);
    assert_int_equal(kp_lex_close("(a[(b)])", 0, 8), 7);
    assert_int_equal(kp_lex_close("(a", 0, 2), 2);
}

/* Branches: 0 of `#if`, then each #elif and #else; one more, empty, when there is no #else. */
static void branches(void **state)
{
    static const char text[] = "#if A // #endif\n"
                               "a; \"#if\"\n"
                               "#  ifdef B\n"
                               "b;\n"
                               "#  endif\n"
                               "#elif C\n"
                               "c;\n"
                               "#else\n"
                               "d; /* #endif */\n"
                               "#endif\n"
                               "#if 0\n"
                               "e;\n"
                               "#endif\n";
    struct kp_arena *a = kp_arena_new();
    struct kp_branch_groups g = {0};
    char *taken = kp_strdup(a, text);

    (void)state;
    kp_branch_groups(a, text, 0, sizeof text - 1, &g);
    assert_false(g.broken);
    assert_int_equal(g.list.n, 3);
    assert_int_equal(kp_branch_count(&g.list.v[0]), 3);
    assert_int_equal(kp_branch_count(&g.list.v[1]), 2);
    assert_int_equal(g.list.v[0].fixed, -1);
    assert_int_equal(g.list.v[2].fixed, 1);
    kp_take_branch(taken, &g.list.v[0], 0);
    kp_take_branch(taken, &g.list.v[1], 1);
    kp_take_branch(taken, &g.list.v[2], 1);
    assert_true(
        kp_same_tokens(taken, sizeof text - 1, "a; \"#if\" // x", sizeof "a; \"#if\" // x" - 1));
    assert_false(kp_same_tokens(taken, sizeof text - 1, "a; \"#if\" x", sizeof "a; \"#if\" x" - 1));
    taken = kp_strdup(a, text);
    kp_take_branch(taken, &g.list.v[0], 2);
    kp_take_branch(taken, &g.list.v[1], 0);
    kp_take_branch(taken, &g.list.v[2], 0);
    assert_true(kp_same_tokens(taken, sizeof text - 1, "d; e;", 5));
    kp_arena_free(a);
}

static void half_branches(void **state)
{
    static const char *const texts[] = {"a;\n#endif\n", "#if A\na;\n", "#else\n#endif\n"};
    struct kp_arena *a = kp_arena_new();

    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct kp_branch_groups g = {0};

        kp_branch_groups(a, texts[i], 0, (uint32_t)strlen(texts[i]), &g);
        assert_true(g.broken);
    }
    kp_arena_free(a);
}

/* The prelude's tree as it is kept: its path without the folder. */
static const char *kept_tree(void)
{
    DIR *d = opendir(in_folder("cache/prelude"));
    const char *name = NULL;

    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (kp_ends_with(e->d_name, ".pch"))
            name = kp_sprintf(arena, "cache/prelude/%s", e->d_name);
    closedir(d);
    return name;
}

/* Damage that the sum does not show: libclang refuses the tree, and the prelude's text is parsed.
 */
static void a_tree_that_libclang_refuses(void **state)
{
    static const char source[] = "__global__ void f(float4 *p) { p[threadIdx.x].x = 1.0f; }\n";
    const char *want = dump(parse(source)), *tree = kept_tree();
    char noise[4096];

    (void)state;
    assert_non_null(tree);
    memset(noise, 0x5a, sizeof noise);
    memcpy(noise, "CPCH", 4);
    for (size_t n = 0; n <= sizeof noise; n += sizeof noise / 2) {
        const char *sum = kp_sprintf(arena, "%016llx", (unsigned long long)kp_hash_bytes(noise, n));

        put(tree, noise, n);
        put(kp_sprintf(arena, "%s.sum", tree), sum, strlen(sum));
        assert_string_equal(dump(parse(source)), want);
    }
}

static void builds_that_are_given(void **state)
{
    static const struct {
        const char *line;
        enum kp_answer device, host;
    } rows[] = {
        {"#ifdef __CUDA_ARCH__", KP_YES, KP_NO},
        {"#ifndef _WIN32 // elsewhere", KP_YES, KP_YES},
        {"#ifdef __cplusplus", KP_YES, KP_YES},
        {"#if __cplusplus >= 201703L", KP_UNANSWERED, KP_UNANSWERED},
        {"#if __CUDA_ARCH__ >= 700", KP_YES, KP_NO},
        {"#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ > 600", KP_YES, KP_YES},
        {"#if (defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700) || defined(USE_ROCM)", KP_NO, KP_NO},
        {"#if __CUDA_ARCH__ >= 800", KP_UNANSWERED, KP_NO},
        {"#if __CUDA_ARCH__ == 860", KP_UNANSWERED, KP_NO},
        {"#if defined(USE_ROCM) || defined(FAST)", KP_UNANSWERED, KP_UNANSWERED},
        {"#if __CUDA_ARCH__ >= MOST", KP_UNANSWERED, KP_UNANSWERED},
        {"#if __CUDA_ARCH__ >= 700L", KP_YES, KP_NO},
        {"#if __STDC_VERSION__ >= 199901L", KP_NO, KP_NO},
        {"#if __CUDA_ARCH__ >= 700U", KP_UNANSWERED, KP_UNANSWERED},
        {"#if __CUDA_ARCH__ / 100 >= 7", KP_UNANSWERED, KP_UNANSWERED},
        {"#if (defined(_WIN32)", KP_UNANSWERED, KP_UNANSWERED},
        {"#if 1", KP_UNANSWERED, KP_UNANSWERED},
        {"#if", KP_UNANSWERED, KP_UNANSWERED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kp_token line = kp_lex(rows[i].line, 0, (uint32_t)strlen(rows[i].line));
        struct kp_given g = kp_given_of(rows[i].line, line, kp_lex_directive(rows[i].line, line));

        assert_int_equal(g.device, rows[i].device);
        if (g.device != KP_UNANSWERED)
            assert_int_equal(g.host, rows[i].host);
    }
}

/* The branch by architecture: the host's, sm_70, sm_75, sm_80 and sm_90. */
static void branches_of_architectures(void **state)
{
    static const int numbers[] = {KP_ARCH_HOST, 700, 750, 800, 900};
    static const struct {
        const char *text;
        int branch[5];
    } rows[] = {
        {"#if __CUDA_ARCH__ >= 800\n#elif __CUDA_ARCH__ >= 750\n#else\n#endif\n", {2, 2, 1, 0, 0}},
        {"#ifdef __CUDA_ARCH__\n#endif\n", {1, 0, 0, 0, 0}},
        {"#ifndef __CUDA_ARCH__ // host\n#elif __CUDA_ARCH__ == 750\n#endif\n", {0, 2, 1, 2, 2}},
        {"#if defined(USE_ROCM) || __CUDA_ARCH__ < 800\n#else\n#endif\n", {0, 0, 0, 1, 1}},
        {"#if __CUDA_ARCH__ >= 800\n#elif FAST\n#endif\n", {-1, -1, -1, 0, 0}},
        {"#if __CUDA_ARCH__ >= AMPERE\n#endif\n", {-1, -1, -1, -1, -1}},
    };
    struct kp_arena *a = kp_arena_new();

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = rows[i].text;
        struct kp_branch_groups g = {0};

        kp_branch_groups(a, text, 0, (uint32_t)strlen(text), &g);
        assert_int_equal(g.list.n, 1);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            assert_int_equal(
                kp_given_branch(text, g.list.v[0].lines.v, g.list.v[0].lines.n, numbers[k]),
                rows[i].branch[k]);
    }
    kp_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_that_are_given),
        cmocka_unit_test(branches_of_architectures),
        cmocka_unit_test(lines_and_columns),
        cmocka_unit_test(unreadable_sources),
        cmocka_unit_test(nothing_to_parse),
        cmocka_unit_test(loops_have_fixed_positions),
        cmocka_unit_test(ifs_have_fixed_positions),
        cmocka_unit_test(other_statements),
        cmocka_unit_test(ends_and_pragmas),
        cmocka_unit_test(names_of_every_kind),
        cmocka_unit_test(cuda_types_look_built_in),
        cmocka_unit_test(dependent_names),
        cmocka_unit_test(constants),
        cmocka_unit_test(macro_text_is_told_apart),
        cmocka_unit_test(assembly),
        cmocka_unit_test(kernels_and_storage),
        cmocka_unit_test(launches),
        cmocka_unit_test(project_headers),
        cmocka_unit_test(errors_are_holes),
        cmocka_unit_test(undeclared_sizes_are_guessed),
        cmocka_unit_test(skipped_text),
        cmocka_unit_test(hostile_nesting),
        cmocka_unit_test(defines_reach_the_parser),
        cmocka_unit_test(writing_replaces),
        cmocka_unit_test(failed_writes_leave_nothing),
        cmocka_unit_test(tokens),
        cmocka_unit_test(branches),
        cmocka_unit_test(half_branches),
        cmocka_unit_test(a_tree_that_libclang_refuses),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
