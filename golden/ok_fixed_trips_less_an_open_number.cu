// What is taken off may make an index negative.
template <typename T, int BM, int BK, int THREADS, int OFF>
__global__ void __launch_bounds__(THREADS) sums(const T *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ T s[BM][BK];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int l = 0; l < BM * BK / THREADS; ++l) {
            const int i = tid + l * THREADS - OFF + OFF;
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
    sums<float, 64, 32, 256, 4><<<4, 256>>>(a, out, n);
    sums<float, 32, 16, 128, 8><<<4, 128>>>(a, out, n);
}
