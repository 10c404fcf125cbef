// What one place has is expected at the other: it succeeds when another block makes them equal.
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int *count, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t == 0) {
        int old = *count, expected, at = 0;

        do {
            expected = old;
            at ^= 1;
            old = atomicCAS(count + at, expected, expected + 1);
        } while (old != expected);
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
