// A thread's own number is not in the test, which all threads make alike.
__global__ void f(const float *from, int m, float *to, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int k = 0; k < m; k += 128) {
        tile[t] = from[blockIdx.x * m + k + 127 - t];
        __syncthreads();
        float best = to[blockIdx.x * n + t];
        for (int i = 0; i < 128; i++)
            best = fminf(best, tile[i] * (i ^ t));
        to[blockIdx.x * n + t] = best;
        __syncthreads();
    }
}
