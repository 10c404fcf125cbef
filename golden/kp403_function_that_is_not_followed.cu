// kpipe: --stages 2
// The message says why not more is known of what is filled.
__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            sum += xs[i];
        __syncthreads();
    }
    if (sum < 0)
        goto out;
    y[blockIdx.x * 128 + t] = sum;
out:
    return;
}
