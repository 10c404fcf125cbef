// Two sizes of a template: what divides and multiplies is tested to be positive.
template <typename T, int BM, int BK, int THREADS>
__global__ void __launch_bounds__(THREADS) sums(const T *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ T s[BM][BK];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int l = 0; l < BM * BK / THREADS; ++l) {
            const int i = tid + l * THREADS;
            s[i / BK][i % BK] = a[(blockIdx.x * BM + i / BK) * n + k0 + i % BK];
        }
        __syncthreads();
        for (int j = 0; j < BK; ++j)
            sum += s[tid % BM][j];
        __syncthreads();
    }
    out[blockIdx.x * THREADS + tid] = sum;
}
void run(const float *a, float *out, int n)
{
    sums<float, 64, 32, 256><<<4, 256>>>(a, out, n);
    sums<float, 32, 16, 128><<<4, 128>>>(a, out, n);
}
