// kpipe: --variant cp-async
// The stages are in a struct, for the tile's size is no multiple of 128 bytes, and pair would be a name
// of that struct alone.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ struct pair {
        float v, w;
    } xs[65];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        if (t < 64) {
            xs[t].v = x[k + t];
            xs[t].w = x[k + t + 64];
        }
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            const pair p = xs[j];
            sum += A[(k + j) * 128 + t] * p.v + p.w;
        }
        __syncthreads();
    }
    y[t] = sum;
}
