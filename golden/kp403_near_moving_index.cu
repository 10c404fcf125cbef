// The index starts alike in every iteration and moves on alike.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        int at = t;
        for (int i = 0; i < 4; ++i) {
            tile[at] = x[k + at];
            at += 128;
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
