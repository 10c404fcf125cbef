// kpipe: --stages 3
// Whether trips meet in one element, the values of a template's parameters tell, the same in all instances.
template <int BK, int NT>
__global__ void product(const float *A, float *C, int m, int n, int k)
{
    __shared__ float as[64][BK];
    const int t = threadIdx.y * 16 + threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += BK) {
        for (int i = 0; i < 64 * BK / NT; i++) {
            if (blockIdx.x + t / BK + i * (NT / BK) < m && k0 + t % BK < k)
                as[t / BK + i * (NT / BK)][t % BK] = A[(t / BK + i * (NT / BK)) * k + k0 + t % BK];
            else
                as[t / BK + i * (NT / BK)][t % BK] = 0;
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
