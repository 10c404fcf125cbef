// kpipe: --arch sm_90
// Rows, columns and threads are template parameters.
template <int BM, int BK, int THREADS>
__global__ void __launch_bounds__(256)
    template_(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[BM][BK];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int i = tid; i < BM * BK; i += THREADS)
            s[i / BK][i % BK] = a[(blockIdx.x * BM + i / BK) * n + k0 + i % BK];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % BM][j % BK];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void launch(const float *a, float *out, int rows, int n)
{
    template_<64, 32, 256><<<rows / 64, 256>>>(a, out, rows, n);
}
