// runner: launches the kernels that `gpu-check build` prepared, on a CUDA GPU, through the driver
// API.
//
//     runner PLAN [--only WORD]... [--runs N] [--no-time] [--json FILE]
//
// It needs neither the CUDA toolkit nor a library beside libc: libcuda.so.1 is opened at run time,
// so the program is built on a machine without a GPU and carried to one. Every case runs in a child
// process: a kernel that faults leaves its CUDA context unusable, and must not take the rest along.
//
// Exit status: 0 all good, 1 a check failed, 2 usage or a broken plan, 77 no GPU here.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    EXIT_FAILED = 1,
    EXIT_BROKEN = 2,
    EXIT_NO_GPU = 77,
    MAX_CASES = 128,
    MAX_ARGS = 24,
    MAX_IMAGES = 32,
    MAX_RUNS = 101,
    MIN_RUNS = 15,
    SMALL_REPEATS = 3, // a missing barrier does not show every time
    TAIL_BYTES = 4096, // canary behind every array
    TAIL_BYTE = 0xa5,
    POISON_BYTE = 0xff, // NaN as float and as half, -1 as integer
    CASE_SECONDS = 240,
};

// ---------------------------------------------------------------------------------------------
// The plan: plain words and numbers, written by gpu_check.py from the case files.

enum type { T_F32, T_F16, T_I8, T_I32 };
enum fill {
    FILL_UNIFORM,
    FILL_INTEGERS,
    FILL_RAMP,
    FILL_PREFIX,
    FILL_DISTINCT,
    FILL_ZERO,
    FILL_POISON
};
enum role { ROLE_IN, ROLE_OUT, ROLE_INOUT };
enum { SMALL, LARGE, SETS };

static const char *const type_names[] = {"f32", "f16", "i8", "i32", NULL};
static const size_t type_bytes[] = {4, 2, 1, 4};
static const char *const fill_names[] = {"uniform",  "integers", "ramp",   "prefix",
                                         "distinct", "zero",     "poison", NULL};
static const char *const role_names[] = {"in", "out", "inout", NULL};
static const char *const set_names[] = {"small", "large", NULL};

struct arg {
    char name[48];
    enum type type;
    bool is_array;
    enum role role;
    enum fill fill;
    double p[3];  // parameters of the fill
    size_t count; // elements of an array
    union {
        float f;
        int32_t i;
    } value; // of a scalar
};

struct set {
    bool present;
    unsigned grid[3], block[3];
    double flops, bytes;
    int args;
    struct arg arg[MAX_ARGS];
};

struct image {
    char label[64]; // "original", "cp-async-2", ...
    char variant[32];
    int stages;
    char file[256]; // relative to the plan
    char symbol[256];
    unsigned smem[SETS];
    int spill_stores, spill_loads;
};

struct ref_arg {
    bool is_arg;
    int64_t value; // index of the argument, or the number itself
};

struct kernel_case {
    char name[64];
    double abs, rel;
    bool deterministic;
    char reference[96];
    int ref_args;
    struct ref_arg ref_arg[MAX_ARGS];
    struct set set[SETS];
    int images;
    struct image image[MAX_IMAGES];
};

enum status { ST_PENDING, ST_OK, ST_MISMATCH, ST_ERROR };
static const char *const status_names[] = {"not run", "ok", "mismatch", "error"};

// What a child found out about one image; lives in memory shared with the parent.
struct result {
    enum status status;
    char why[160];
    bool checked[SETS];
    uint64_t differing[SETS]; // bytes of output that differ from the original's
    bool repeatable[SETS];    // the same bits in every repeat
    double max_abs, max_rel;  // against the CPU reference, small sizes
    double worst;             // largest error / allowed error; above 1 is a failure
    bool has_reference;
    int runs;
    double median, low, high, p25, p75; // ms
    int regs, local_bytes, static_smem, blocks_per_sm;
};

struct shared {
    char device[128];
    int driver, cc_major, cc_minor, sms, l2_bytes, clock_khz;
    int current; // image being launched, to know whom to blame for a crash
    struct result result[MAX_IMAGES];
};

static struct kernel_case *cases;
static int case_count;
static char plan_dir[1024];

static _Noreturn void die(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fputs("runner: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(EXIT_BROKEN);
}

static int word_index(const char *const *names, const char *word, const char *what)
{
    for (int i = 0; names[i]; ++i)
        if (!strcmp(names[i], word))
            return i;
    die("plan: unknown %s '%s'", what, word);
}

static void copy_word(char *to, size_t size, const char *from)
{
    if (!from || strlen(from) >= size)
        die("plan: missing or too long a word");
    memcpy(to, from, strlen(from) + 1);
}

static char *next_word(char **rest)
{
    char *word = strtok_r(NULL, " \n", rest);
    if (!word)
        die("plan: a line ends too early");
    return word;
}

static double next_number(char **rest)
{
    char *end, *word = next_word(rest);
    const double v = strtod(word, &end);
    if (*end)
        die("plan: '%s' is not a number", word);
    return v;
}

static void read_arg(struct set *set, const char *kind, char **rest)
{
    if (set->args == MAX_ARGS)
        die("plan: too many arguments");
    struct arg *a = &set->arg[set->args++];
    copy_word(a->name, sizeof a->name, next_word(rest));
    a->type = word_index(type_names, next_word(rest), "type");
    a->is_array = !strcmp(kind, "array");
    if (a->is_array) {
        a->count = (size_t)next_number(rest);
        a->role = word_index(role_names, next_word(rest), "role");
        a->fill = word_index(fill_names, next_word(rest), "fill");
        for (int i = 0; i < 3; ++i)
            a->p[i] = next_number(rest);
    } else {
        const double v = next_number(rest);
        if (a->type == T_F32)
            a->value.f = (float)v;
        else if (a->type == T_I32)
            a->value.i = (int32_t)v;
        else
            die("plan: scalar '%s' is neither f32 nor i32", a->name);
    }
}

static void read_plan(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        die("cannot open %s: %s", path, strerror(errno));
    cases = calloc(MAX_CASES, sizeof *cases);
    if (!cases)
        die("out of memory");
    struct kernel_case *c = NULL;
    struct set *set = NULL;
    char line[4096];
    while (fgets(line, sizeof line, f)) {
        char *rest;
        const char *key = strtok_r(line, " \n", &rest);
        if (!key || key[0] == '#')
            continue;
        if (!strcmp(key, "case")) {
            if (case_count == MAX_CASES)
                die("plan: too many cases");
            c = &cases[case_count++];
            set = NULL;
            copy_word(c->name, sizeof c->name, next_word(&rest));
            continue;
        }
        if (!c)
            die("plan: '%s' before the first case", key);
        if (!strcmp(key, "compare")) {
            c->abs = next_number(&rest);
            c->rel = next_number(&rest);
            c->deterministic = next_number(&rest) != 0;
        } else if (!strcmp(key, "reference")) {
            copy_word(c->reference, sizeof c->reference, next_word(&rest));
            c->ref_args = (int)next_number(&rest);
            if (c->ref_args > MAX_ARGS)
                die("plan: too many reference arguments");
            for (int i = 0; i < c->ref_args; ++i) {
                const char *word = next_word(&rest); // @2: argument 2; =130: the number
                c->ref_arg[i].is_arg = word[0] == '@';
                c->ref_arg[i].value = strtoll(word + 1, NULL, 10);
            }
        } else if (!strcmp(key, "set")) {
            set = &c->set[word_index(set_names, next_word(&rest), "set")];
            set->present = true;
            for (int i = 0; i < 3; ++i)
                set->grid[i] = (unsigned)next_number(&rest);
            for (int i = 0; i < 3; ++i)
                set->block[i] = (unsigned)next_number(&rest);
            set->flops = next_number(&rest);
            set->bytes = next_number(&rest);
        } else if (!strcmp(key, "array") || !strcmp(key, "scalar")) {
            if (!set)
                die("plan: an argument before its set");
            read_arg(set, key, &rest);
        } else if (!strcmp(key, "image")) {
            if (c->images == MAX_IMAGES)
                die("plan: too many images of %s", c->name);
            struct image *im = &c->image[c->images++];
            copy_word(im->label, sizeof im->label, next_word(&rest));
            copy_word(im->variant, sizeof im->variant, next_word(&rest));
            im->stages = (int)next_number(&rest);
            copy_word(im->file, sizeof im->file, next_word(&rest));
            copy_word(im->symbol, sizeof im->symbol, next_word(&rest));
            for (int i = 0; i < SETS; ++i)
                im->smem[i] = (unsigned)next_number(&rest);
            im->spill_stores = (int)next_number(&rest);
            im->spill_loads = (int)next_number(&rest);
        } else {
            die("plan: unknown line '%s'", key);
        }
    }
    fclose(f);
}

// ---------------------------------------------------------------------------------------------
// The driver API, as far as it is used. Declared here so that no CUDA header is needed.

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

enum {
    DEVICE_CLOCK_KHZ = 13,
    DEVICE_SMS = 16,
    DEVICE_L2_BYTES = 38,
    DEVICE_CC_MAJOR = 75,
    DEVICE_CC_MINOR = 76,
    FUNC_STATIC_SMEM = 1,
    FUNC_LOCAL_BYTES = 3,
    FUNC_REGS = 4,
    FUNC_MAX_DYNAMIC_SMEM = 8,
};

// symbol in libcuda, name here, parameters
#define DRIVER(X)                                                                                  \
    X(cuInit, Init, (unsigned))                                                                    \
    X(cuDriverGetVersion, DriverGetVersion, (int *))                                               \
    X(cuDeviceGetCount, DeviceGetCount, (int *))                                                   \
    X(cuDeviceGet, DeviceGet, (CUdevice *, int))                                                   \
    X(cuDeviceGetName, DeviceGetName, (char *, int, CUdevice))                                     \
    X(cuDeviceGetAttribute, DeviceGetAttribute, (int *, int, CUdevice))                            \
    X(cuDevicePrimaryCtxRetain, PrimaryCtxRetain, (CUcontext *, CUdevice))                         \
    X(cuCtxSetCurrent, CtxSetCurrent, (CUcontext))                                                 \
    X(cuCtxSynchronize, CtxSynchronize, (void))                                                    \
    X(cuModuleLoad, ModuleLoad, (CUmodule *, const char *))                                        \
    X(cuModuleGetFunction, ModuleGetFunction, (CUfunction *, CUmodule, const char *))              \
    X(cuFuncGetAttribute, FuncGetAttribute, (int *, int, CUfunction))                              \
    X(cuFuncSetAttribute, FuncSetAttribute, (CUfunction, int, int))                                \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, Occupancy, (int *, CUfunction, int, size_t))    \
    X(cuLaunchKernel, LaunchKernel,                                                                \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, \
       void **, void **))                                                                          \
    X(cuMemAlloc_v2, MemAlloc, (CUdeviceptr *, size_t))                                            \
    X(cuMemFree_v2, MemFree, (CUdeviceptr))                                                        \
    X(cuMemcpyHtoD_v2, MemcpyHtoD, (CUdeviceptr, const void *, size_t))                            \
    X(cuMemcpyDtoH_v2, MemcpyDtoH, (void *, CUdeviceptr, size_t))                                  \
    X(cuMemcpyDtoD_v2, MemcpyDtoD, (CUdeviceptr, CUdeviceptr, size_t))                             \
    X(cuMemsetD8_v2, MemsetD8, (CUdeviceptr, unsigned char, size_t))                               \
    X(cuEventCreate, EventCreate, (CUevent *, unsigned))                                           \
    X(cuEventRecord, EventRecord, (CUevent, CUstream))                                             \
    X(cuEventSynchronize, EventSynchronize, (CUevent))                                             \
    X(cuEventElapsedTime, EventElapsedTime, (float *, CUevent, CUevent))                           \
    X(cuGetErrorName, GetErrorName, (CUresult, const char **))

#define X(symbol, name, params) CUresult(*name) params;
static struct {
    DRIVER(X)
} cu;
#undef X

static struct shared *shared;

static bool open_driver(void)
{
    const char *path = getenv("GPU_CHECK_LIBCUDA"); // a stand-in, for testing this program
    void *lib = dlopen(path ? path : "libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (!lib)
        return false;
        // POSIX lets the void pointer of dlsym be stored into a function pointer this way.
#define X(symbol, name, params)                                                                    \
    *(void **)&cu.name = dlsym(lib, #symbol);                                                      \
    if (!cu.name) {                                                                                \
        fputs("runner: libcuda has no " #symbol "\n", stderr);                                     \
        return false;                                                                              \
    }
    DRIVER(X)
#undef X
    return true;
}

// In a child: note the error on the current image and leave. The context may be beyond use.
static _Noreturn void give_up(const char *what, CUresult rc)
{
    struct result *r = &shared->result[shared->current];
    const char *name = "?";
    if (cu.GetErrorName)
        cu.GetErrorName(rc, &name);
    r->status = ST_ERROR;
    snprintf(r->why, sizeof r->why, "cu%.*s: %s", (int)strcspn(what, "("), what, name);
    _exit(EXIT_FAILED);
}

#define CU(call)                                                                                   \
    do {                                                                                           \
        const CUresult rc_ = cu.call;                                                              \
        if (rc_ != 0)                                                                              \
            give_up(#call, rc_);                                                                   \
    } while (0)

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p) {
        fputs("runner: out of host memory\n", stderr);
        _exit(EXIT_BROKEN);
    }
    return p;
}

// ---------------------------------------------------------------------------------------------
// Inputs: element i of an array depends on the case, the argument and i alone.

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t seed_of(const char *name, int arg)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name; ++name)
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    return mix(h + (uint64_t)arg);
}

static uint16_t half_from_float(float value)
{
    uint32_t x;
    memcpy(&x, &value, sizeof x);
    const uint16_t sign = (uint16_t)(x >> 16 & 0x8000);
    x &= 0x7fffffff;
    if (x > 0x7f800000)
        return sign | 0x7e00;
    if (x >= 0x477ff000) // rounds to infinity
        return sign | 0x7c00;
    if (x < 0x38800000) { // subnormal: scaling by 2^24 is exact, then round to nearest even
        float magnitude;
        memcpy(&magnitude, &x, sizeof magnitude);
        return (uint16_t)(sign | (uint16_t)lrintf(magnitude * 0x1p24f));
    }
    const uint32_t rounded = x + 0xfff + (x >> 13 & 1);
    return (uint16_t)(sign | (rounded - 0x38000000) >> 13);
}

static double half_to_double(uint16_t h)
{
    const int exponent = h >> 10 & 31;
    const double fraction = h & 1023;
    double v;
    if (exponent == 31)
        v = fraction != 0 ? NAN : INFINITY;
    else
        v = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h & 0x8000 ? -v : v;
}

static void put(const struct arg *a, void *data, size_t i, double v)
{
    switch (a->type) {
    case T_F32:
        ((float *)data)[i] = (float)v;
        break;
    case T_F16:
        ((uint16_t *)data)[i] = half_from_float((float)v);
        break;
    case T_I8:
        ((int8_t *)data)[i] = (int8_t)v;
        break;
    case T_I32:
        ((int32_t *)data)[i] = (int32_t)v;
        break;
    }
}

static double get(enum type type, const void *data, size_t i)
{
    switch (type) {
    case T_F32:
        return ((const float *)data)[i];
    case T_F16:
        return half_to_double(((const uint16_t *)data)[i]);
    case T_I8:
        return ((const int8_t *)data)[i];
    case T_I32:
        return ((const int32_t *)data)[i];
    }
    return NAN;
}

static int64_t integer_between(uint64_t random, double low, double high)
{
    return (int64_t)low + (int64_t)(random % (uint64_t)(high - low + 1));
}

static void fill_array(const struct arg *a, uint64_t seed, void *data)
{
    const size_t n = a->count;
    double sum = 0;
    switch (a->fill) {
    case FILL_UNIFORM:
        for (size_t i = 0; i < n; ++i)
            put(a, data, i,
                a->p[0] + (a->p[1] - a->p[0]) * (double)(mix(seed + i) >> 11) * 0x1p-53);
        break;
    case FILL_INTEGERS:
        for (size_t i = 0; i < n; ++i)
            put(a, data, i, (double)integer_between(mix(seed + i), a->p[0], a->p[1]));
        break;
    case FILL_RAMP:
        for (size_t i = 0; i < n; ++i)
            put(a, data, i, a->p[0] + a->p[1] * (double)i);
        break;
    case FILL_PREFIX: // row pointers: 0, then running sums of integers in the range
        for (size_t i = 0; i < n; ++i) {
            put(a, data, i, sum);
            sum += (double)integer_between(mix(seed + i), a->p[0], a->p[1]);
        }
        break;
    case FILL_DISTINCT: { // ascending and distinct within each run of p[2] elements
        const size_t run = (size_t)a->p[2];
        for (size_t at = 0; at < n; at += run) {
            int64_t v = (int64_t)a->p[0];
            for (size_t left = run; left > 0; ++v) {
                const uint64_t candidates = (uint64_t)((int64_t)a->p[1] - v + 1);
                if (mix(seed + at * 131 + (uint64_t)v) % candidates < left) {
                    if (at + run - left < n)
                        put(a, data, at + run - left, (double)v);
                    --left;
                }
            }
        }
        break;
    }
    case FILL_ZERO:
        memset(data, 0, n * type_bytes[a->type]);
        break;
    case FILL_POISON:
        memset(data, POISON_BYTE, n * type_bytes[a->type]);
        break;
    }
}

// ---------------------------------------------------------------------------------------------
// One case at one size on the device.

struct buffers {
    void *host[MAX_ARGS];          // initial contents
    CUdeviceptr device[MAX_ARGS];  // what the kernel gets
    CUdeviceptr initial[MAX_ARGS]; // untouched copy of arrays that the kernel changes in place
    void *expected[MAX_ARGS];      // the original kernel's outputs
    void *got[MAX_ARGS];
    void *params[MAX_ARGS];
};

static size_t array_bytes(const struct arg *a)
{
    return a->count * type_bytes[a->type];
}

static bool is_output(const struct arg *a)
{
    return a->is_array && a->role != ROLE_IN;
}

static void make_buffers(const struct kernel_case *c, struct set *set, struct buffers *b)
{
    for (int i = 0; i < set->args; ++i) {
        struct arg *a = &set->arg[i];
        if (!a->is_array) {
            b->params[i] = &a->value;
            continue;
        }
        const size_t bytes = array_bytes(a);
        b->host[i] = allocate(bytes);
        fill_array(a, seed_of(c->name, i), b->host[i]);
        CU(MemAlloc(&b->device[i], bytes + TAIL_BYTES));
        CU(MemsetD8(b->device[i] + bytes, TAIL_BYTE, TAIL_BYTES));
        CU(MemcpyHtoD(b->device[i], b->host[i], bytes));
        if (a->role == ROLE_INOUT) {
            CU(MemAlloc(&b->initial[i], bytes));
            CU(MemcpyHtoD(b->initial[i], b->host[i], bytes));
        }
        if (is_output(a)) {
            b->expected[i] = allocate(bytes);
            b->got[i] = allocate(bytes);
        }
        b->params[i] = &b->device[i];
    }
}

static void free_buffers(const struct set *set, struct buffers *b)
{
    for (int i = 0; i < set->args; ++i) {
        if (!set->arg[i].is_array)
            continue;
        CU(MemFree(b->device[i]));
        if (b->initial[i])
            CU(MemFree(b->initial[i]));
        free(b->host[i]);
        free(b->expected[i]);
        free(b->got[i]);
    }
    *b = (struct buffers){0};
}

// Before a launch: outputs poisoned (or, to save time when timing, left), in-place arrays restored.
static void restore(const struct set *set, struct buffers *b, bool poison)
{
    for (int i = 0; i < set->args; ++i) {
        const struct arg *a = &set->arg[i];
        if (a->is_array && a->role == ROLE_INOUT)
            CU(MemcpyDtoD(b->device[i], b->initial[i], array_bytes(a)));
        else if (poison && is_output(a))
            CU(MemsetD8(b->device[i], POISON_BYTE, array_bytes(a)));
    }
}

static void launch(CUfunction f, const struct set *set, struct buffers *b, unsigned smem)
{
    CU(LaunchKernel(f, set->grid[0], set->grid[1], set->grid[2], set->block[0], set->block[1],
                    set->block[2], smem, NULL, b->params, NULL));
}

static void fetch_outputs(const struct set *set, struct buffers *b, void **to)
{
    for (int i = 0; i < set->args; ++i)
        if (is_output(&set->arg[i]))
            CU(MemcpyDtoH(to[i], b->device[i], array_bytes(&set->arg[i])));
}

static uint64_t count_differing(const struct set *set, void *const *x, void *const *y)
{
    uint64_t differing = 0;
    for (int i = 0; i < set->args; ++i) {
        if (!is_output(&set->arg[i]))
            continue;
        const size_t bytes = array_bytes(&set->arg[i]);
        const unsigned char *p = x[i], *q = y[i];
        if (!memcmp(p, q, bytes))
            continue;
        for (size_t j = 0; j < bytes; ++j)
            differing += p[j] != q[j];
    }
    return differing;
}

static bool tails_intact(const struct set *set, const struct buffers *b)
{
    unsigned char tail[TAIL_BYTES];
    for (int i = 0; i < set->args; ++i) {
        if (!set->arg[i].is_array)
            continue;
        CU(MemcpyDtoH(tail, b->device[i] + array_bytes(&set->arg[i]), TAIL_BYTES));
        for (int j = 0; j < TAIL_BYTES; ++j)
            if (tail[j] != TAIL_BYTE)
                return false;
    }
    return true;
}

typedef void reference_fn(void *const *args);

// Runs the CPU reference on copies of the inputs; outputs end up in *out (per argument).
static bool run_reference(const struct kernel_case *c, const struct set *set,
                          const struct buffers *b, void **out)
{
    char path[1400];
    snprintf(path, sizeof path, "%s/references.so", plan_dir);
    void *lib = dlopen(path, RTLD_NOW);
    reference_fn *reference = NULL;
    if (lib)
        *(void **)&reference = dlsym(lib, c->reference);
    if (!reference) {
        fprintf(stderr, "runner: %s: no CPU reference: %s\n", c->name, dlerror());
        return false;
    }
    for (int i = 0; i < set->args; ++i)
        if (is_output(&set->arg[i])) {
            out[i] = allocate(array_bytes(&set->arg[i]));
            memcpy(out[i], b->host[i], array_bytes(&set->arg[i]));
        }
    void *args[MAX_ARGS];
    int32_t number[MAX_ARGS];
    union {
        float f;
        int32_t i;
    } scalar[MAX_ARGS];
    for (int i = 0; i < c->ref_args; ++i) {
        const int64_t v = c->ref_arg[i].value;
        if (!c->ref_arg[i].is_arg) {
            number[i] = (int32_t)v;
            args[i] = &number[i];
        } else if (set->arg[v].is_array) {
            args[i] = is_output(&set->arg[v]) ? out[v] : b->host[v];
        } else {
            memcpy(&scalar[i], &set->arg[v].value, sizeof scalar[i]);
            args[i] = &scalar[i];
        }
    }
    reference(args);
    return true;
}

static void compare_with_reference(const struct kernel_case *c, const struct set *set,
                                   void *const *got, void *const *want, struct result *r)
{
    r->has_reference = true;
    for (int i = 0; i < set->args; ++i) {
        const struct arg *a = &set->arg[i];
        if (!is_output(a))
            continue;
        for (size_t j = 0; j < a->count; ++j) {
            const double g = get(a->type, got[i], j), w = get(a->type, want[i], j);
            const double error = fabs(g - w);
            if (!(error <= r->max_abs)) // also true for NaN
                r->max_abs = isnan(error) ? INFINITY : error;
            if (w != 0 && error / fabs(w) > r->max_rel)
                r->max_rel = error / fabs(w);
            const double ratio = error / (c->abs + c->rel * fabs(w));
            if (!(ratio <= r->worst))
                r->worst = isnan(ratio) ? INFINITY : ratio;
        }
    }
}

static void fail(struct result *r, const char *format, ...)
{
    if (r->status == ST_MISMATCH)
        return; // the first reason is the one to look at
    va_list ap;
    va_start(ap, format);
    vsnprintf(r->why, sizeof r->why, format, ap);
    va_end(ap);
    r->status = ST_MISMATCH;
}

static void check_size(const struct kernel_case *c, int which, struct set *set, CUfunction *f,
                       struct buffers *b)
{
    void *reference[MAX_ARGS] = {0};
    bool have_reference = false;
    make_buffers(c, set, b);
    if (which == SMALL && c->deterministic)
        have_reference = run_reference(c, set, b, reference);
    for (int v = 0; v < c->images; ++v) {
        struct result *r = &shared->result[v];
        if (!f[v])
            continue;
        shared->current = v;
        const int repeats = which == SMALL ? SMALL_REPEATS : 1;
        r->repeatable[which] = true;
        for (int i = 0; i < repeats + (v == 0); ++i) { // the original once more, to know itself
            void **to = v == 0 && i == 0 ? b->expected : b->got;
            restore(set, b, true);
            launch(f[v], set, b, c->image[v].smem[which]);
            CU(CtxSynchronize());
            fetch_outputs(set, b, to);
            const uint64_t differing = count_differing(set, b->expected, to);
            if (v == 0 && differing)
                r->repeatable[which] = false;
            if (differing > r->differing[which])
                r->differing[which] = differing;
        }
        r->checked[which] = true;
        if (have_reference)
            compare_with_reference(c, set, v == 0 ? b->expected : b->got, reference, r);
        if (!tails_intact(set, b))
            fail(r, "%s: wrote past the end of an array", set_names[which]);
        if (!c->deterministic)
            continue;
        if (r->differing[which])
            fail(r,
                 v == 0 ? "%s: differs from run to run in %" PRIu64 " bytes"
                        : "%s: differs from the original in %" PRIu64 " bytes",
                 set_names[which], r->differing[which]);
        if (r->worst > 1)
            fail(r, "%s: error %.3g is %.3g times the tolerance", set_names[which], r->max_abs,
                 r->worst);
        if (which == SMALL && !have_reference)
            fail(r, "no CPU reference");
    }
    for (int i = 0; i < set->args; ++i)
        free(reference[i]);
}

static int by_value(const void *x, const void *y)
{
    const float a = *(const float *)x, b = *(const float *)y;
    return (a > b) - (a < b);
}

static double quantile(const float *sorted, int n, double q)
{
    const double at = q * (n - 1);
    const int i = (int)at;
    return i + 1 < n ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void time_images(const struct kernel_case *c, const struct set *set, CUfunction *f,
                        struct buffers *b, int wanted_runs)
{
    static float ms[MAX_IMAGES][MAX_RUNS];
    const size_t flush_bytes = (size_t)shared->l2_bytes * 2 + (64u << 20);
    CUdeviceptr flush;
    CUevent start, stop;
    shared->current = 0;
    CU(MemAlloc(&flush, flush_bytes));
    CU(EventCreate(&start, 0));
    CU(EventCreate(&stop, 0));

    // Warm up: code is loaded lazily, and clocks take a while to rise.
    const double warm_until = now() + 0.3;
    for (int i = 0; i < 2 || (i < 50 && now() < warm_until); ++i)
        for (int v = 0; v < c->images; ++v) {
            if (!f[v])
                continue;
            shared->current = v;
            restore(set, b, false);
            launch(f[v], set, b, c->image[v].smem[LARGE]);
            CU(CtxSynchronize());
        }

    // Interleaved, so that drift of clocks and temperature meets all versions alike; the starting
    // image moves on, so that none is always the first.
    int runs = 0;
    const double stop_at = now() + 6.0;
    while (runs < wanted_runs && (runs < MIN_RUNS || now() < stop_at)) {
        for (int k = 0; k < c->images; ++k) {
            const int v = (k + runs) % c->images;
            if (!f[v])
                continue;
            shared->current = v;
            restore(set, b, false);
            CU(MemsetD8(flush, (unsigned char)runs, flush_bytes));
            CU(EventRecord(start, NULL));
            launch(f[v], set, b, c->image[v].smem[LARGE]);
            CU(EventRecord(stop, NULL));
            CU(EventSynchronize(stop));
            CU(EventElapsedTime(&ms[v][runs], start, stop));
        }
        ++runs;
    }
    for (int v = 0; v < c->images; ++v) {
        if (!f[v])
            continue;
        struct result *r = &shared->result[v];
        qsort(ms[v], (size_t)runs, sizeof ms[v][0], by_value);
        r->runs = runs;
        r->median = quantile(ms[v], runs, 0.5);
        r->p25 = quantile(ms[v], runs, 0.25);
        r->p75 = quantile(ms[v], runs, 0.75);
        r->low = ms[v][0];
        r->high = ms[v][runs - 1];
    }
    CU(MemFree(flush));
}

static void open_device(void)
{
    CUdevice device;
    CUcontext context;
    CU(Init(0));
    CU(DeviceGet(&device, 0));
    CU(PrimaryCtxRetain(&context, device));
    CU(CtxSetCurrent(context));
    CU(DriverGetVersion(&shared->driver));
    CU(DeviceGetName(shared->device, sizeof shared->device, device));
    CU(DeviceGetAttribute(&shared->cc_major, DEVICE_CC_MAJOR, device));
    CU(DeviceGetAttribute(&shared->cc_minor, DEVICE_CC_MINOR, device));
    CU(DeviceGetAttribute(&shared->sms, DEVICE_SMS, device));
    CU(DeviceGetAttribute(&shared->l2_bytes, DEVICE_L2_BYTES, device));
    CU(DeviceGetAttribute(&shared->clock_khz, DEVICE_CLOCK_KHZ, device));
}

// The child's work. Images that failed hard in an earlier child are left out.
static int run_case(struct kernel_case *c, int wanted_runs, bool timing)
{
    CUfunction f[MAX_IMAGES] = {0};
    open_device();
    for (int v = 0; v < c->images; ++v) {
        struct result *r = &shared->result[v];
        const struct image *im = &c->image[v];
        if (r->status == ST_ERROR)
            continue;
        shared->current = v;
        *r = (struct result){0};
        char path[1400];
        CUmodule module;
        snprintf(path, sizeof path, "%s/%s", plan_dir, im->file);
        CU(ModuleLoad(&module, path));
        CU(ModuleGetFunction(&f[v], module, im->symbol));
        CU(FuncGetAttribute(&r->regs, FUNC_REGS, f[v]));
        CU(FuncGetAttribute(&r->local_bytes, FUNC_LOCAL_BYTES, f[v]));
        CU(FuncGetAttribute(&r->static_smem, FUNC_STATIC_SMEM, f[v]));
        const unsigned most = im->smem[SMALL] > im->smem[LARGE] ? im->smem[SMALL] : im->smem[LARGE];
        if (most)
            CU(FuncSetAttribute(f[v], FUNC_MAX_DYNAMIC_SMEM, (int)most));
        const struct set *set = &c->set[LARGE];
        CU(Occupancy(&r->blocks_per_sm, f[v], (int)(set->block[0] * set->block[1] * set->block[2]),
                     im->smem[LARGE]));
    }
    if (!f[0])
        return EXIT_FAILED; // without the original there is nothing to compare with
    for (int which = 0; which < SETS; ++which) {
        struct buffers b = {0};
        check_size(c, which, &c->set[which], f, &b);
        if (which == LARGE && timing)
            time_images(c, &c->set[which], f, &b, wanted_runs);
        shared->current = 0;
        free_buffers(&c->set[which], &b);
    }
    for (int v = 0; v < c->images; ++v)
        if (f[v] && shared->result[v].status == ST_PENDING)
            shared->result[v].status = ST_OK;
    return 0;
}

// ---------------------------------------------------------------------------------------------
// The parent: children, table, JSON.

enum { CHILD_CRASHED = -1, CHILD_TOO_SLOW = -2 };

// Waits for the child and returns its exit status; after CASE_SECONDS it is killed.
static int wait_child(pid_t pid)
{
    const double deadline = now() + CASE_SECONDS;
    int status;
    for (;;) {
        const pid_t done = waitpid(pid, &status, WNOHANG);
        if (done == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : CHILD_CRASHED;
        if (done < 0)
            return CHILD_CRASHED;
        if (now() > deadline) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return CHILD_TOO_SLOW;
        }
        usleep(2000);
    }
}

static bool gpu_present(void)
{
    const pid_t pid = fork(); // not in this process: CUDA does not survive a fork
    if (pid == 0) {
        int count = 0;
        if (!open_driver())
            _exit(1);
        _exit(cu.Init(0) || cu.DeviceGetCount(&count) || count < 1);
    }
    return pid > 0 && wait_child(pid) == 0;
}

static void json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; ++s) {
        if (*s == '"' || *s == '\\')
            fprintf(f, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            fprintf(f, "\\u%04x", *s);
        else
            fputc(*s, f);
    }
    fputc('"', f);
}

static void json_number(FILE *f, const char *key, double v)
{
    if (isfinite(v))
        fprintf(f, ", \"%s\": %.9g", key, v);
    else
        fprintf(f, ", \"%s\": null", key); // JSON has no infinity
}

static void write_result(FILE *f, const struct kernel_case *c, int v)
{
    const struct image *im = &c->image[v];
    const struct result *r = &shared->result[v];
    const struct set *set = &c->set[LARGE];
    fprintf(f, "    {\"kernel\": \"%s\", \"label\": \"%s\", \"variant\": \"%s\", \"stages\": %d",
            c->name, im->label, im->variant, im->stages);
    fprintf(f, ", \"status\": \"%s\", \"why\": ", status_names[r->status]);
    json_string(f, r->why);
    for (int s = 0; s < SETS; ++s)
        if (r->checked[s])
            fprintf(f, ", \"differing_bytes_%s\": %" PRIu64, set_names[s], r->differing[s]);
    fprintf(f, ", \"deterministic\": %s", c->deterministic ? "true" : "false");
    if (r->has_reference) {
        json_number(f, "max_abs_error", r->max_abs);
        json_number(f, "max_rel_error", r->max_rel);
        json_number(f, "error_over_tolerance", r->worst);
    }
    if (r->runs) {
        fprintf(f, ", \"runs\": %d", r->runs);
        json_number(f, "ms", r->median);
        json_number(f, "ms_min", r->low);
        json_number(f, "ms_p25", r->p25);
        json_number(f, "ms_p75", r->p75);
        json_number(f, "ms_max", r->high);
        json_number(f, "gflops", set->flops / r->median * 1e-6);
        json_number(f, "gbytes_per_s", set->bytes / r->median * 1e-6);
        if (shared->result[0].runs)
            json_number(f, "speedup", shared->result[0].median / r->median);
    }
    fprintf(f,
            ", \"registers\": %d, \"spill_stores\": %d, \"spill_loads\": %d, \"local_bytes\": %d, "
            "\"static_smem\": %d, \"dynamic_smem\": %u, \"blocks_per_sm\": %d}",
            r->regs, im->spill_stores, im->spill_loads, r->local_bytes, r->static_smem,
            im->smem[LARGE], r->blocks_per_sm);
}

static void print_result(const struct kernel_case *c, int v)
{
    const struct image *im = &c->image[v];
    const struct result *r = &shared->result[v];
    const bool checked = r->checked[SMALL] && r->checked[LARGE];
    const char *bits = v == 0                                       ? "-"
                       : !checked                                   ? "?"
                       : r->differing[SMALL] || r->differing[LARGE] ? "NO"
                                                                    : "yes";
    char ms[24] = "-", speed[24] = "-", error[24] = "-";
    if (r->runs)
        snprintf(ms, sizeof ms, "%.4f", r->median);
    if (r->runs && shared->result[0].runs && v > 0)
        snprintf(speed, sizeof speed, "%.3fx", shared->result[0].median / r->median);
    if (r->has_reference)
        snprintf(error, sizeof error, "%.2e", r->max_abs);
    printf("%-20s %-14s %6d %5s %9s %10s %8s %5d %6d %7d %6d  %s%s%s\n", c->name, im->label,
           im->stages, bits, error, ms, speed, r->regs, im->spill_stores + im->spill_loads,
           r->static_smem + (int)im->smem[LARGE], r->blocks_per_sm,
           r->status == ST_OK ? "" : status_names[r->status], r->why[0] ? ": " : "", r->why);
    fflush(stdout);
}

static void say_no_gpu(void)
{
    fputs("\n"
          "*********************************************************************\n"
          "*  SKIPPED: no CUDA GPU (or no libcuda.so.1) on this machine.       *\n"
          "*  Nothing was launched, nothing was checked, nothing was measured. *\n"
          "*********************************************************************\n\n",
          stderr);
}

int main(int argc, char **argv)
{
    const char *plan = NULL, *json = NULL;
    const char *only[64];
    int onlys = 0, runs = 41;
    bool timing = true;
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "--only") && i + 1 < argc && onlys < 64)
            only[onlys++] = argv[++i];
        else if (!strcmp(argv[i], "--runs") && i + 1 < argc)
            runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--json") && i + 1 < argc)
            json = argv[++i];
        else if (!strcmp(argv[i], "--no-time"))
            timing = false;
        else if (argv[i][0] != '-' && !plan)
            plan = argv[i];
        else
            die("usage: runner PLAN [--only WORD]... [--runs N] [--no-time] [--json FILE]");
    }
    if (!plan)
        die("usage: runner PLAN [--only WORD]... [--runs N] [--no-time] [--json FILE]");
    if (runs < MIN_RUNS || runs > MAX_RUNS)
        die("--runs: from %d to %d", MIN_RUNS, MAX_RUNS);
    const char *slash = strrchr(plan, '/');
    snprintf(plan_dir, sizeof plan_dir, "%.*s", slash ? (int)(slash - plan) : 1,
             slash ? plan : ".");
    read_plan(plan);

    if (!gpu_present()) {
        say_no_gpu();
        return EXIT_NO_GPU;
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        die("mmap: %s", strerror(errno));
    FILE *out = json ? fopen(json, "w") : NULL;
    if (json && !out)
        die("cannot write %s: %s", json, strerror(errno));

    char date[32];
    const time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    if (out) {
        fputs("{\"version\": 1, \"command\": ", out);
        char command[1024] = "";
        for (int i = 0; i < argc && strlen(command) + strlen(argv[i]) + 2 < sizeof command; ++i) {
            strcat(command, i ? " " : "");
            strcat(command, argv[i]);
        }
        json_string(out, command);
        fprintf(out, ", \"date\": \"%s\", \"results\": [\n", date);
    }
    printf("%-20s %-14s %6s %5s %9s %10s %8s %5s %6s %7s %6s\n", "kernel", "version", "stages",
           "bits", "max err", "ms", "speedup", "regs", "spills", "smem", "blk/SM");

    int failures = 0, launched = 0;
    const char *separator = "";
    for (int i = 0; i < case_count; ++i) {
        struct kernel_case *c = &cases[i];
        bool chosen = onlys == 0;
        for (int k = 0; k < onlys; ++k)
            chosen = chosen || strstr(c->name, only[k]);
        if (!chosen || !c->images)
            continue;
        memset(shared->result, 0, sizeof shared->result);
        // Each hard failure takes out one image; the rest is tried again without it.
        for (int attempt = 0; attempt <= c->images; ++attempt) {
            fflush(NULL);
            const pid_t pid = fork();
            if (pid < 0)
                die("fork: %s", strerror(errno));
            if (pid == 0) {
                if (!open_driver())
                    _exit(EXIT_NO_GPU);
                _exit(run_case(c, runs, timing));
            }
            const int rc = wait_child(pid);
            if (rc == 0)
                break;
            struct result *blamed = &shared->result[shared->current];
            if (blamed->status != ST_ERROR) {
                blamed->status = ST_ERROR;
                if (rc == CHILD_TOO_SLOW)
                    snprintf(blamed->why, sizeof blamed->why, "not done after %d s", CASE_SECONDS);
                else
                    snprintf(blamed->why, sizeof blamed->why, "the runner's child died");
            }
            if (shared->result[0].status == ST_ERROR)
                break;
        }
        for (int v = 0; v < c->images; ++v) {
            ++launched;
            failures += shared->result[v].status != ST_OK;
            print_result(c, v);
            if (out) {
                fputs(separator, out);
                write_result(out, c, v);
                separator = ",\n";
            }
        }
    }
    if (out) {
        fputs("\n  ], \"device\": ", out);
        json_string(out, shared->device);
        fprintf(out,
                ", \"compute_capability\": \"%d.%d\", \"sms\": %d, \"l2_bytes\": %d, "
                "\"clock_khz\": %d, "
                "\"driver\": %d}\n",
                shared->cc_major, shared->cc_minor, shared->sms, shared->l2_bytes,
                shared->clock_khz, shared->driver);
        if (fclose(out))
            die("cannot write %s: %s", json, strerror(errno));
    }
    printf("%d versions run, %d failed (%s, %s)\n", launched, failures, shared->device, date);
    if (!launched)
        die("nothing matches --only");
    return failures ? EXIT_FAILED : 0;
}
