// Rotated and in an outer loop: nothing but the leading barrier separates the rounds.
__global__ void persistent(const float *__restrict__ A, const float *__restrict__ x,
                           float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int tile = blockIdx.x; tile < n / 128; tile += gridDim.x) {
        const int row = tile * 128 + t;
        float sum = 0.0f;
        for (int k = 0; k < n; k += 128) {
            __syncthreads();
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * xs[j];
        }
        y[row] = sum;
    }
}
