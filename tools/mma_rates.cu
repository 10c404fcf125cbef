// For how many cycles a matrix instruction of each shape keeps a sub-partition of an SM busy (tools/mma-rates).
#include <cstdio>
#include <cstdlib>

enum { TRIPS = 1024, ACCUMULATORS = 8, WARP = 32, PARTITIONS = 4 };

// d = a * b + d, with operands of so many registers each.
#if __CUDA_ARCH__ >= 800
#define PRODUCT(instruction, A, B, D)                                                              \
    asm volatile("mma.sync.aligned." instruction " {" D "}, {" A "}, {" B "}, {" D "};"            \
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                  \
                 : "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]))
#else
#define PRODUCT(instruction, A, B, D)
#endif
#define SHAPE(name, instruction, A, B, D)                                                          \
    struct name {                                                                                  \
        static const char *text() { return instruction; }                                          \
        static __device__ void run(unsigned *d, const unsigned *v) { PRODUCT(instruction, A, B, D); } \
    };

#define D2 "%0, %1"
#define D4 "%0, %1, %2, %3"
#define A1 "%4"
#define A2 "%4, %5"
#define A4 "%4, %5, %6, %7"
#define B1 "%8"
#define B2 "%8, %9"

SHAPE(S8_8816, "m8n8k16.row.col.s32.s8.s8.s32", A1, B1, D2)
SHAPE(S8_16816, "m16n8k16.row.col.s32.s8.s8.s32", A2, B1, D4)
SHAPE(S8_16832, "m16n8k32.row.col.s32.s8.s8.s32", A4, B2, D4)
SHAPE(F16_1688, "m16n8k8.row.col.f16.f16.f16.f16", A2, B1, D2)
SHAPE(F16_16816, "m16n8k16.row.col.f16.f16.f16.f16", A4, B2, D2)
SHAPE(F32_1688, "m16n8k8.row.col.f32.f16.f16.f32", A2, B1, D4)
SHAPE(F32_16816, "m16n8k16.row.col.f32.f16.f16.f32", A4, B2, D4)
SHAPE(BF16_16816, "m16n8k16.row.col.f32.bf16.bf16.f32", A4, B2, D4)
SHAPE(TF32_1684, "m16n8k4.row.col.f32.tf32.tf32.f32", A2, B1, D4)
SHAPE(TF32_1688, "m16n8k8.row.col.f32.tf32.tf32.f32", A4, B2, D4)

template <typename Shape> __global__ void products(unsigned *out, long long *cycles)
{
    unsigned d[ACCUMULATORS][4] = {}, v[6];
    long long begin;

    for (int i = 0; i < 6; i++)
        v[i] = threadIdx.x + i;
    __syncthreads();
    begin = clock64();
#pragma unroll 1
    for (int t = 0; t < TRIPS; t++)
#pragma unroll
        for (int i = 0; i < ACCUMULATORS; i++)
            Shape::run(d[i], v);
    for (int i = 0; i < ACCUMULATORS; i++)
        for (int k = 0; k < 4; k++)
            out[(threadIdx.x * ACCUMULATORS + i) * 4 + k] = d[i][k];
    __syncthreads();
    *cycles = clock64() - begin;
}

static void must(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "mma-rates: %s\n", cudaGetErrorString(e));
    exit(1);
}

// Cycles per instruction with so many warps on each sub-partition of one SM; the least of five runs.
template <typename Shape> static double measure(int warps, unsigned *out, long long *cycles)
{
    long long least = 1LL << 62;

    for (int run = 0; run < 5; run++) {
        products<Shape><<<1, warps * PARTITIONS * WARP>>>(out, cycles);
        must(cudaGetLastError());
        must(cudaDeviceSynchronize());
        least = *cycles < least ? *cycles : least;
    }
    return (double)least / (TRIPS * ACCUMULATORS * warps);
}

template <typename Shape> static void line(unsigned *out, long long *cycles)
{
    static const int warps[] = {1, 2, 4};

    printf("%-36s", Shape::text());
    for (int n : warps)
        printf("  %d warps %5.2f", n, measure<Shape>(n, out, cycles));
    printf("\n");
}

int main()
{
    unsigned *out;
    long long *cycles;

    must(cudaMalloc(&out, sizeof *out * 4 * PARTITIONS * WARP * ACCUMULATORS * 4));
    must(cudaMallocManaged(&cycles, sizeof *cycles));
    line<S8_8816>(out, cycles);
    line<S8_16816>(out, cycles);
    line<S8_16832>(out, cycles);
    line<F16_1688>(out, cycles);
    line<F16_16816>(out, cycles);
    line<F32_1688>(out, cycles);
    line<F32_16816>(out, cycles);
    line<BF16_16816>(out, cycles);
    line<TF32_1684>(out, cycles);
    line<TF32_1688>(out, cycles);
}
