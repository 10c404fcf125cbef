// The branch is one of whole blocks.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (blockIdx.x % 2) {
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            asm volatile("bar.sync 0;" ::: "memory");
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
            asm volatile("bar.sync 0;" ::: "memory");
        }
    } else {
        asm volatile("bar.sync 0;" ::: "memory");
        sum = x[t];
    }
    y[blockIdx.x * 128 + t] = sum;
}
