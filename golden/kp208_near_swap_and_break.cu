// A break where the compare-and-swap has succeeded.
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int *count, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t == 0)
        for (int old = *count;;) {
            const int found = atomicCAS(count, old, old + n);

            if (found == old)
                break;
            old = found;
        }
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
