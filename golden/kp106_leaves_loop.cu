// `continue` behind what the iteration has counted, in front of the fill.
__global__ void sparse_gemv(const float *__restrict__ A, const float *__restrict__ x,
                            const int *__restrict__ empty, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        sum *= 0.5f;
        if (empty[k / 128])
            continue;
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
