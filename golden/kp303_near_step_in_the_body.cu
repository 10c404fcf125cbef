// The copy loop steps its counter, and its body the other index.
__global__ void bins(const float *__restrict__ x, const int *__restrict__ bin,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[512];
    const int t = threadIdx.x;
    int at = t / 16;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = 0; i < 4; i++) {
            xs[i * 128 + t] = x[bin[at] * 16 + t % 16];
            at += 8;
        }
        __syncthreads();
        for (int i = 0; i < 512; i++)
            sum += xs[i];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
