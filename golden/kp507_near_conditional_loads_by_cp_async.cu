// No register waits where cp.async copies, or a zero is stored.
__global__ void window(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int C,
                       int L, int R)
{
    extern __shared__ float tile[];
    const int side = blockDim.x + R - 1, x0 = blockIdx.x * blockDim.x;
    float sum = 0.0f;

    for (int c = 0; c < C; ++c) {
        for (int x = threadIdx.x; x < side; x += blockDim.x) {
            if (x0 + x < L)
                tile[x] = in[c * L + x0 + x];
            else
                tile[x] = 0.0f;
        }
        __syncthreads();
        for (int p = 0; p < R; ++p)
            sum += tile[threadIdx.x + p] * w[c * R + p];
        __syncthreads();
    }
    if (x0 + threadIdx.x < L)
        out[x0 + threadIdx.x] = sum;
}

void launch(const float *in, const float *w, float *out, int C, int L, int R, int blocks, int threads, int bytes)
{
    window<<<blocks, threads, bytes>>>(in, w, out, C, L, R);
}
