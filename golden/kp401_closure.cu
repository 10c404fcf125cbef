// kpipe: --variant ldg
// A closure made in front of the loop remembers the first buffer only.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    auto element = [&](int j) { return xs[j]; };

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * element(j);
        __syncthreads();
    }
    y[row] = sum + element(t);
}
