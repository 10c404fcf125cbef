// C++17 does not let a lambda capture a structured binding.
struct place {
    int row, lane;
};

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    auto [row, lane] = place{(int)(blockIdx.x * 128 + threadIdx.x), (int)threadIdx.x};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[lane] = x[k + lane];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
