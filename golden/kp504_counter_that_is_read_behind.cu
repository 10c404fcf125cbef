// kpipe: --variant ldg
// Compute reads where the copies have stopped: the counter is no variable of theirs alone.
__global__ void f(const signed char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[300];
    int i, k, j;
    float sum = 0.0f;

    for (k = 0; k < n; k += 300) {
        for (i = threadIdx.x; i < 300; i += 128)
            tile[i] = x[k + i] * 0.5f;
        __syncthreads();
        for (j = 0; j < 300; j++)
            sum += tile[j] * (i ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
