// kpipe: --merge 1x2
// The helper asks for the block: behind a call, that is the merged one.
#define D 32
#define ROWS 32
#define KEYS 32

__device__ __forceinline__ void load_rows(float (&to)[ROWS][D + 1], const float *from)
{
    for (int i = 0; i < ROWS * D / 256; ++i) {
        const int r = (threadIdx.x + i * 256) / D, c = (threadIdx.x + i * 256) % D;
        to[r][c] = from[r * D + c];
    }
}

__device__ int of_block()
{
    int x;

    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    return x * 32 * 32;
}

__global__ void __launch_bounds__(256)
    most_alike(const float *__restrict__ Q, const float *__restrict__ K, float *__restrict__ best, int n)
{
    __shared__ float Qs[ROWS][D + 1];
    __shared__ float Ks[KEYS][D + 1];
    const int row = threadIdx.x / 8, eighth = threadIdx.x % 8;
    float most = -1e30f;

    load_rows(Qs, Q + (size_t)blockIdx.x * ROWS * D);
    for (int k = 0; k < n; k += KEYS) {
        load_rows(Ks, K + (size_t)k * D + of_block());
        __syncthreads();
        for (int j = eighth; j < KEYS; j += 8) {
            float dot = 0.0f;

            for (int d = 0; d < D; ++d)
                dot += Qs[row][d] * Ks[j][d];
            most = fmaxf(most, dot);
        }
        __syncthreads();
    }
    best[(blockIdx.x * ROWS + row) * 8 + eighth] = most;
}

void run(const float *Q, const float *K, float *best, int queries, int keys, cudaStream_t stream)
{
    most_alike<<<queries / ROWS, 256, 0, stream>>>(Q, K, best, keys);
}
