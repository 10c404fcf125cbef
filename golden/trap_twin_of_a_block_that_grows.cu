// How large the block is does not follow from its initialiser: the twin is not bound to that.
#define TILE 128

__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float As[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        if (t < TILE)
            As[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            acc += As[i] * t;
        __syncthreads();
    }
    y[t] = acc;
}

void suggested(int *threads);

void launch(const float *A, float *y, int n)
{
    int threads = 128;
    suggested(&threads);
    sums<<<1, threads, TILE * sizeof(float)>>>(A, y, n);
}
