// A closure of the body's own reads through a pointer of the kernel's.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    const float *mine = x + blockIdx.y * n;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        auto fetch = [&](const float *from, int i) { return i < n ? from[i] * mine[0] : 0.0f; };
        xs[t] = fetch(mine, k + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
