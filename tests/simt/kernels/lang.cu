// The language: calls, tables, memory spaces, printf.
#include "check.cuh"

#include <assert.h>
#include <stdio.h>

struct config {
    int scale;
    float bias;
    short table[5];
    const uint32_t *data;
};

__constant__ int squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
__constant__ struct { double d; char c[3]; } mixed = {2.5, {'a', 'b', 'c'}};
__device__ uint32_t counter;
__device__ int initialised[4] = {11, 22, 33, 44};
__device__ int *inner = &initialised[2];
__managed__ int managed = 9;

typedef int (*binary)(int, int);
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ binary const operations[3] = {plus, minus, times};
__device__ binary chosen = times;

KERNEL(pointers)
{
    int a = in[tid], b = in[tid % 3];
    binary f = operations[tid % 3];
    same(1, f(a, b), tid % 3 == 0 ? a + b : tid % 3 == 1 ? a - b : a * b);
    same(2, chosen(a, b), a * b);
    f = b == 2 ? plus : minus;
    same(3, f(a, 1), b == 2 ? a + 1 : a - 1);
}

struct shape {
    float w;
    __device__ shape(float w) : w(w) {}
    __device__ virtual float area() const { return w; }
    __device__ virtual int kind(int a) const { return 1 + a; }
    __device__ virtual ~shape() {}
};
struct square : shape {
    __device__ square(float w) : shape(w) {}
    __device__ float area() const override { return w * w; }
    __device__ int kind(int a) const override { return 2 + a; }
};
struct box : square {
    float h;
    __device__ box(float w, float h) : square(w), h(h) {}
    __device__ float area() const override { return w * h; }
};

__device__ __noinline__ float area_of(const shape *s) { return s->area() + s->kind(10); }

KERNEL(virtuals)
{
    float w = in[tid];
    shape a(w);
    square b(w);
    box c(w, 3);
    const shape *list[3] = {&a, &b, &c};
    const shape *s = list[tid % 3];
    near(1, area_of(s), tid % 3 == 0 ? w + 11 : tid % 3 == 1 ? w * w + 12 : 3 * w + 12);
}

__device__ __noinline__ int factorial(int n, int *depth) { return ++*depth, n <= 1 ? 1 : n * factorial(n - 1, depth); }

KERNEL(recursion)
{
    int depth = 0;
    same(1, factorial(in[tid % 7], &depth), tid % 7 == 0 ? 1 : tid % 7 == 1 ? 2 : tid % 7 == 2 ? 6 : tid % 7 == 3 ? 24 : tid % 7 == 4 ? 120 : tid % 7 == 5 ? 720 : 5040);
    same(2, depth, in[tid % 7]);
}

__device__ __noinline__ int choose(int k, int v)
{
    switch (k) {
    case 0: return v + 3;
    case 1: return v * 5;
    case 2: return v ^ 7;
    case 3: return v - 11;
    case 4: return v << 2;
    case 5: return v % 13;
    case 6: return v / 3;
    case 7: return ~v;
    case 9: return -v;
    default: return 99;
    }
}

KERNEL(switches)
{
    int v = in[tid], k = tid % 11, want = 99;
    if (k == 0) want = v + 3;
    if (k == 1) want = v * 5;
    if (k == 2) want = v ^ 7;
    if (k == 3) want = v - 11;
    if (k == 4) want = v << 2;
    if (k == 5) want = v % 13;
    if (k == 6) want = v / 3;
    if (k == 7) want = ~v;
    if (k == 9) want = -v;
    same(1, choose(k, v), want);
}

__device__ __noinline__ config change(config c, int by)
{
    c.scale += by;
    c.table[by % 5] = 77;
    return c;
}

extern "C" __global__ void structs(uint32_t *out, const uint32_t *in)
{
    unsigned tid = blockIdx.x * blockDim.x + threadIdx.x, bad = 0, *failed = &bad;
    config c = {(int)in[tid], 0.5f, {1, 2, 3, 4, 5}, in};
    config d = change(c, tid % 5);
    same(1, d.scale, c.scale + tid % 5);
    for (int i = 0; i < 5; i++)
        same(2, d.table[i], i == tid % 5 ? 77 : i + 1);
    same(3, d.data[1], 2);
    out[tid] = bad;
}

KERNEL(spaces)
{
    int local[24];
    for (int i = 0; i < 24; i++)
        local[(i * 7 + tid) % 24] = i;
    same(1, local[(3 * 7 + tid) % 24], 3);
    same(2, squares[tid % 16], (tid % 16) * (tid % 16));
    near(3, mixed.d + mixed.c[tid % 3], 2.5 + 'a' + tid % 3);
    same(4, initialised[tid % 4] + *inner, 11 * (tid % 4 + 1) + 33);
    __shared__ int tile[64];
    extern __shared__ int dynamic[];
    tile[threadIdx.x] = tid;
    __syncthreads();
    int *p = tid & 1 ? &tile[threadIdx.x ^ 3] : &local[5];
    int v = *p;
    same(5, tid & 1 ? v == (int)(tid ^ 3) : v == local[5], 1);
    same(6, __isShared(tile) + 2 * __isLocal(local) + 4 * __isGlobal(out) + 8 * __isShared(out), 7);
    same(7, managed, 9);
    same(8, ((unsigned char *)&squares[tid % 16])[0], (tid % 16) * (tid % 16));
    same(9, __cvta_generic_to_shared(&tile[1]) - __cvta_generic_to_shared(&tile[0]), 4);
    short2 s = make_short2(tid, -1);
    same(10, s.x + s.y, tid - 1);
    uint4 q = make_uint4(1, 2, 3, 4);
    *(uint4 *)&local[0] = q;
    __syncthreads();
}

KERNEL(prints)
{
    assert(in[tid] == tid + 1);
    if (tid == 5)
        printf("tid %d %5.2f %s %c %llx %% %u\n", tid, 1.5, "text", 'x', 0x123456789abcull, in[tid]);
    long long before = clock64();
    need(1, clock64() >= before);
    need(2, clock() - clock() <= 0);
    __nanosleep(10);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    __prof_trigger(1);
    if (in[tid] == 0)
        __trap();
    if (in[tid] == 0)
        __brkpt();
}

template <int N> __device__ int sum(const int (&a)[N])
{
    int s = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        s += a[i];
    return s;
}

KERNEL(lambdas)
{
    int a[6] = {1, 2, 3, 4, 5, (int)in[tid]};
    auto f = [&](int i) __attribute__((always_inline)) { return a[i] * 2; };
    same(1, f(tid % 6) + sum(a), (tid % 6 == 5 ? 2 * in[tid] : 2 * (tid % 6 + 1)) + 15 + in[tid]);
    union { float f; uint32_t u; } u = {1.0f};
    same(2, u.u, 0x3f800000);
    bool odd = tid & 1;
    same(3, odd ? 1 : 2, tid % 2 ? 1 : 2);
    unsigned long long big = 1ull << (tid % 60);
    same(4, big >> (tid % 60), 1);
    char c = (char)in[tid];
    same(5, c, (signed char)(tid + 1));
    int s = 0;
    for (int i = 0; i < (int)(tid % 9); i++) {
        if (i == 4)
            continue;
        if (i == 7)
            break;
        s += i;
    }
    int t = tid % 9;
    same(6, s, t == 0 ? 0 : t < 5 ? t * (t - 1) / 2 : t < 8 ? t * (t - 1) / 2 - 4 : 17);
    do
        s--;
    while (s > 0);
    need(7, s <= 0);
}
