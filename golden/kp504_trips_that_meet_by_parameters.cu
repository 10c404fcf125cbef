// kpipe: --stages 3
// Two trips of a thread make one element.
template <int BK, int NT>
__global__ void product(const float *A, float *C, int m, int n, int k)
{
    __shared__ float as[64][BK];
    const int t = threadIdx.y * 16 + threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += BK) {
        for (int i = 0; i < 64 * BK / NT; i++) {
            if (t / BK + i * (NT / BK) / 32 < m && k0 + t % BK < k)
                as[t / BK + i * (NT / BK) / 32][t % BK] = A[(t / BK + i * (NT / BK) / 32) * k + k0 + t % BK];
            else
                as[t / BK + i * (NT / BK) / 32][t % BK] = 0;
        }
        __syncthreads();
        for (int kk = 0; kk < BK; kk++)
            sum += as[t / 4][kk] * as[t % 64][kk];
        __syncthreads();
    }
    C[t] = sum;
}
void launch(const float *A, float *C, int m, int n, int k)
{
    product<16, 256><<<1, dim3(16, 16)>>>(A, C, m, n, k);
}
