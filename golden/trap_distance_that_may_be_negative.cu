// kpipe: --variant ldg
// With D = -64 the loop makes five trips, of which three are below the bound.
template <int D>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[320];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 320) {
        for (int i = 0; i + D <= 192; i += 64)
            xs[i + t] = x[k + i + t];
        __syncthreads();
        for (int j = 0; j < 320; ++j)
            sum += A[(k + j) * 64 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
