// A byte order mark in front, UTF-8 in the comments: α = β · γ.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v = 0.0f;
        if (k + t < n)
            v = x[k + t];
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < min(128, n - k); ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
