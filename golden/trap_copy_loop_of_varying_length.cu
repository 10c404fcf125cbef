// kpipe: --variant cp-async
// The last tile is shorter, and what is behind its end stays from the tile before.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = t; i < 256 && k + i < n; i += 128)
            xs[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
