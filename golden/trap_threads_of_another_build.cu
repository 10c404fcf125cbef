// kpipe: --arch sm_90
// Another build may have other threads, columns and rows: it has to hear that this text was made for these.
#ifndef THREADS
#define THREADS 256
#endif
#ifdef WIDE
#define COLUMNS 64
#else
#define COLUMNS 32
#endif
#define ROWS (THREADS / 4)
#define SCALE 2
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define UNROLL 8
#else
#define UNROLL 4
#endif

__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float s[ROWS][COLUMNS];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += COLUMNS) {
        for (int i = t; i < ROWS * COLUMNS; i += THREADS)
            s[i / COLUMNS][i % COLUMNS] = A[(blockIdx.x * ROWS + i / COLUMNS) * n + k + i % COLUMNS];
        __syncthreads();
#pragma unroll UNROLL
        for (int j = 0; j < COLUMNS; ++j)
            sum += s[t % ROWS][j] * SCALE + UNROLL * 0;
        __syncthreads();
    }
    out[blockIdx.x * THREADS + t] = sum;
}
