/* Command lines of compilers, as front/command.h reads them. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "front/command.h"

static struct kp_arena *arena;

/* `text` as a shell sees it; with the program in front. */
static struct kp_compile *line_in(const char *text, const char *folder)
{
    struct kp_texts words = kp_shell_words(arena, text);

    kp_push(arena, &words, NULL);
    return kp_compile_read(arena, words.v, true, folder);
}

static struct kp_compile *line(const char *text)
{
    return line_in(text, NULL);
}

static const char *join(const char *const *v, size_t n)
{
    struct kp_str s = kp_str_new(arena);

    for (size_t i = 0; i < n; i++)
        kp_str_addf(&s, "%s%s", i ? " " : "", v[i]);
    return kp_str_text(&s);
}

/* What libclang is told. */
static const char *args(const struct kp_compile *c)
{
    struct kp_args to = {0};

    kp_compile_args(arena, c, &to);
    return join(to.v, to.n);
}

static const char *texts(const struct kp_texts *t)
{
    return join(t->v, t->n);
}

static const char *archs(const struct kp_compile *c)
{
    struct kp_str s = kp_str_new(arena);

    for (size_t i = 0; i < c->archs.n; i++) {
        const struct kp_arch *x = &c->archs.v[i];

        kp_str_addf(&s, "%s%u", i ? " " : "", x->compute);
        if (x->feature)
            kp_str_addc(&s, x->feature);
        kp_str_addf(&s, "/%u", x->sm);
    }
    return kp_str_text(&s);
}

static void flags_in_every_spelling(void **state)
{
    (void)state;
    assert_string_equal(args(line("nvcc -DA -D B=1 -D=C --define-macro=D=2 --define-macro E x.cu")),
                        "-D A -D B=1 -D C -D D=2 -D E");
    assert_string_equal(args(line_in("nvcc -Ia -I b -I=c --include-path=d -isystem e "
                                     "--system-include f -I/abs x.cu",
                                     "/w")),
                        "-I /w/a -I /w/b -I /w/c -I /w/d -isystem /w/e -isystem /w/f -I /abs");
    assert_string_equal(args(line_in("clang++ -isysteme -iquoteq -idirafter r -includepre.h "
                                     "-include sub/x.h -std=c++20 x.cu",
                                     "/w")),
                        "-isystem /w/e -iquote /w/q -idirafter /w/r -include pre.h -include "
                        "/w/sub/x.h -std=c++20");
    assert_string_equal(args(line("nvcc --std c++14 -UX --undefine-macro=Y -ftemplate-depth 9 "
                                  "--expt-relaxed-constexpr x.cu")),
                        "-std=c++14 -U X -U Y -ftemplate-depth=9");
    assert_string_equal(args(line("clang++ -ftemplate-depth-9 -fconstexpr-steps=5 -fPIC -Wall "
                                  "-O3 -mavx2 -pthread x.cu")),
                        "-ftemplate-depth-9 -fconstexpr-steps=5");
}

/* As nvcc 13.0 --dryrun shows it. */
static void nvcc_takes_lists_apart(void **state)
{
    (void)state;
    assert_string_equal(args(line("nvcc -DA,B=2 -Ia,b -include p.h,q.h x.cu")),
                        "-D A -D B=2 -I a -I b -include p.h -include q.h");
    assert_string_equal(args(line("nvcc '-DA\\,B' '-DS=\"x,y\"' '-DT=\\\"z\\\"' x.cu")),
                        "-D A,B -D S=\"x,y\" -D T=\"z\"");
    assert_string_equal(args(line("clang++ '-DF(x,y)=x' -Ia,b x.cu")), "-D F(x,y)=x -I a,b");
}

static void host_options(void **state)
{
    struct kp_compile *c;

    (void)state;
    c = line_in("nvcc -Xcompiler -DA,-I,inc,-fPIC --compiler-options '-DB=1 -UC' "
                "-Xcompiler=-iquote,q -Xptxas -v,-O3 -c x.cu",
                "/w");
    assert_string_equal(args(c), "-D A -I /w/inc -D B=1 -U C -iquote /w/q");
    assert_int_equal(c->unknown.n, 0);
    assert_int_equal(c->mode, KP_MAKE_COMPILE);
    assert_int_equal(line("nvcc -Xcompiler -E x.cu")->mode, KP_MAKE_LINK);
    /* in front of nvcc's own, as --dryrun shows */
    assert_string_equal(
        args(line("nvcc -UX -Ia -include p.h -Xcompiler -DX,-Ib,-include,q.h x.cu")),
        "-D X -I b -include q.h -U X -I a -include p.h");
    assert_string_equal(args(line("nvcc -DX=1 -Xcompiler -DX=2 -UY -DY=3 x.cu")),
                        "-D X=2 -D X=1 -U Y -D Y=3");
}

static void inputs_output_and_mode(void **state)
{
    static const struct {
        const char *option;
        enum kp_make mode;
    } modes[] = {
        {"-c", KP_MAKE_COMPILE},    {"--compile", KP_MAKE_COMPILE},  {"-dc", KP_MAKE_DEVICE_C},
        {"-E", KP_MAKE_PREPROCESS}, {"-M", KP_MAKE_DEPEND},          {"-MM", KP_MAKE_DEPEND_OWN},
        {"-ptx", KP_MAKE_PTX},      {"--cubin", KP_MAKE_CUBIN},      {"-fatbin", KP_MAKE_FATBIN},
        {"-cuda", KP_MAKE_CUDA},    {"-dlink", KP_MAKE_DEVICE_LINK}, {"-lib", KP_MAKE_LIBRARY},
        {"-MD", KP_MAKE_LINK},      {"--version", KP_MAKE_NONE},     {"-dw", KP_MAKE_DEVICE_W},
        {"-optix-ir", KP_MAKE_IR},  {"-run", KP_MAKE_RUN},
    };
    struct kp_compile *c = line("nvcc a.cu b.cpp c.o -o out/prog -lcuda d.c e.ptx -odir objs");

    (void)state;
    assert_int_equal(c->inputs.n, 5);
    assert_int_equal(c->inputs.v[0].language, KP_LANGUAGE_CUDA);
    assert_int_equal(c->inputs.v[1].language, KP_LANGUAGE_CXX);
    assert_int_equal(c->inputs.v[2].language, KP_LANGUAGE_OTHER);
    assert_int_equal(c->inputs.v[3].language, KP_LANGUAGE_C);
    assert_int_equal(c->inputs.v[4].language, KP_LANGUAGE_PTX);
    assert_string_equal(c->words.v[c->inputs.v[3].word], "d.c");
    assert_string_equal(c->output, "out/prog");
    assert_string_equal(c->output_folder, "objs");
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        assert_int_equal(line(kp_sprintf(arena, "nvcc %s x.cu", modes[i].option))->mode,
                         modes[i].mode);
    c = line("nvcc -x cu a.cpp -MD -MF a.d -MT t1 -MT t2 -c --dryrun lib.o");
    assert_int_equal(c->inputs.v[0].language, KP_LANGUAGE_CUDA);
    assert_int_equal(c->inputs.v[1].language, KP_LANGUAGE_OTHER);
    assert_true(c->depends && c->is_dry);
    assert_string_equal(c->depend_file, "a.d");
    assert_string_equal(texts(&c->depend_targets), "t1 t2");
    c = line("clang++ -xcuda a.cpp -x none b.cpp -- -c.cu");
    assert_int_equal(c->inputs.v[0].language, KP_LANGUAGE_CUDA);
    assert_int_equal(c->inputs.v[1].language, KP_LANGUAGE_CXX);
    assert_string_equal(c->inputs.v[2].path, "-c.cu");
    assert_int_equal(line("nvcc - -x cu")->inputs.n, 1);
}

static void architectures(void **state)
{
    (void)state;
    assert_string_equal(archs(line("nvcc -arch=sm_80 x.cu")), "80/80");
    assert_string_equal(archs(line("nvcc -arch compute_80 -code=sm_80,sm_86 x.cu")), "80/80 80/86");
    assert_string_equal(archs(line("nvcc -gencode arch=compute_80,code=sm_80 --generate-code="
                                   "arch=compute_90a,code=[sm_90a,compute_90a] x.cu")),
                        "80/80 90a/90 90a/0");
    assert_string_equal(
        archs(line("nvcc '-gencode=arch=compute_75,code=\"sm_75,compute_75\"' x.cu")),
        "75/75 75/0");
    assert_string_equal(
        archs(line("clang++ --cuda-gpu-arch=sm_70 --offload-arch=sm_80,sm_86 x.cu")),
        "70/70 80/80 86/86");
    assert_string_equal(kp_compile_arch(arena, line("nvcc -gencode arch=compute_90,code=sm_90 "
                                                    "-gencode arch=compute_80,code=sm_80 x.cu")),
                        "sm_80");
    assert_true(line("nvcc -arch=native x.cu")->is_native);
    assert_true(line("nvcc -arch=all-major x.cu")->is_all);
    assert_null(kp_compile_arch(arena, line("nvcc -arch=native x.cu")));
    assert_null(kp_compile_arch(arena, line("nvcc -arch=rubbish -gencode code=sm_1 x.cu")));
}

static void no_line_chooses_a_program(void **state)
{
    static const char *const lines[] = {
        "nvcc -ccbin /evil x.cu",
        "nvcc --compiler-bindir=/evil x.cu",
        "nvcc -arbin /evil x.cu",
        "nvcc --libdevice-directory /evil x.cu",
        "nvcc -Xcompiler -B/evil x.cu",
        "nvcc -Xcompiler -fplugin=/evil x.cu",
        "nvcc -Xcompiler -wrapper,/evil x.cu",
        "clang++ -fplugin=/evil x.cu",
        "clang++ -fpass-plugin=/evil x.cu",
        "clang++ -specs=/evil x.cu",
        "clang++ -B /evil x.cu",
        "clang++ -Xclang -load -Xclang /evil x.cu",
        "clang++ --cuda-path=/evil x.cu",
        "clang++ --config=/evil x.cu",
        "clang++ -include-pch /evil x.cu",
    };
    struct kp_compile *c;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        c = line(lines[i]);
        assert_true(c->dropped.n > 0);
        assert_string_equal(args(c), "");
        assert_int_equal(c->inputs.n, 1);
        assert_string_equal(c->inputs.v[0].path, "x.cu");
    }
    c = line("env CCACHE_DIR=/c ccache /usr/bin/nvcc -DA,B -c x.cu");
    assert_string_equal(texts(&c->wrappers), "env CCACHE_DIR=/c ccache");
    assert_string_equal(c->program, "/usr/bin/nvcc");
    assert_string_equal(args(c), "-D A -D B");
}

static void options_alone(void **state)
{
    static const char *const words[] = {
        "-DF(x,y)=x", "--include-path=d", "-std=c++20", "--what", "-Werror", "-DX", NULL};
    struct kp_compile *c = kp_compile_read(arena, words, false, NULL);

    (void)state;
    assert_string_equal(args(c), "-D F(x,y)=x -I d -std=c++20 -D X");
    assert_string_equal(texts(&c->unknown), "--what");
    assert_null(c->program);
    assert_int_equal(kp_compile_read(arena, NULL, false, NULL)->said.n, 0);
}

static void put(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void response_files(void **state)
{
    char folder[] = "/tmp/kpipe-test-XXXXXX";
    struct kp_compile *c;
    char *big;

    (void)state;
    assert_non_null(mkdtemp(folder));
    put(kp_sprintf(arena, "%s/a.rsp", folder), "-DA='x y'\n-I\"in c\" \\\n -DB=\\\"s\\\"\n");
    put(kp_sprintf(arena, "%s/b.rsp", folder), "@a.rsp -DC -optf a.rsp");
    put(kp_sprintf(arena, "%s/loop.rsp", folder), "-DL @loop.rsp");
    c = line_in("clang++ -c @b.rsp x.cu @none", folder);
    assert_string_equal(args(c), kp_sprintf(arena, "-D A=x y -I %s/in c -D B=\"s\" -D C", folder));
    assert_int_equal(c->inputs.n, 3); /* gcc does not know -optf; @none is no file */
    c = line_in("nvcc --options-file=a.rsp,a.rsp -optf a.rsp x.cu @a.rsp", folder);
    assert_int_equal(c->inputs.n, 2); /* nvcc does not know @ */
    assert_int_equal(c->said.n, 11);
    assert_non_null(line_in("clang++ @loop.rsp", folder)->error);
    big = kp_alloc(arena, (17u << 20) + 1);
    memset(big, 'x', 17u << 20);
    put(kp_sprintf(arena, "%s/big.rsp", folder), big);
    assert_non_null(line_in("clang++ @big.rsp", folder)->error);
    assert_null(line_in("clang++ @/dev/zero x.cu", folder)->error);
    for (const char *const *n = (const char *const[]){"a", "b", "loop", "big", NULL}; *n; n++)
        unlink(kp_sprintf(arena, "%s/%s.rsp", folder, *n));
    rmdir(folder);
}

static void hostile_lines(void **state)
{
    char *text = kp_alloc(arena, 200001);

    (void)state;
    memset(text, 'A', 200000);
    memcpy(text, "nvcc -D", 7);
    assert_int_equal(strlen(args(line(text))), 200000 - 7 + 3);
    for (size_t i = 5; i + 3 < 200000; i += 3)
        memcpy(text + i, "-D ", 3);
    line(text);
    assert_int_equal(line("nvcc -D")->said.n, 0);
    assert_int_equal(line("")->words.n, 0);
    line("nvcc '' '-' '--' '-' '--=' '-=' '-D=' '-I=' '-std=' '-gencode=' '-gencode=arch=' "
         "'-arch=' '-code=,,' '-Xcompiler=' '-Xcompiler' '-\xff\xfe' '-D\n\"' '-DA=\"' \\");
    line("nvcc -gencode arch=compute_99999999999999999999,code=sm_,[");
    line("\"unclosed 'quote -D \\");
}

static int setup(void **state)
{
    (void)state;
    arena = kp_arena_new();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_in_every_spelling),
        cmocka_unit_test(nvcc_takes_lists_apart),
        cmocka_unit_test(host_options),
        cmocka_unit_test(inputs_output_and_mode),
        cmocka_unit_test(architectures),
        cmocka_unit_test(no_line_chooses_a_program),
        cmocka_unit_test(options_alone),
        cmocka_unit_test(response_files),
        cmocka_unit_test(hostile_lines),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
