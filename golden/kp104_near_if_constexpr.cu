// Decided at compile time, and in bare braces: the barriers are at the body's own level.
template <bool Checked>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        {
            if constexpr (Checked)
                xs[t] = k + t < n ? x[k + t] : 0.0f;
            else
                xs[t] = x[k + t];
            __syncthreads();
        }
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        {
            __syncthreads();
        }
    }
    y[row] = sum;
}

template __global__ void gemv<true>(const float *, const float *, float *, int);
template __global__ void gemv<false>(const float *, const float *, float *, int);
