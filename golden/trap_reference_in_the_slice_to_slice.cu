// reference in the slice to slice state (ldg: fetch runs before store)
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int par = 0;
    int &slot = par;
    As[t] = As[t + 64] = 0.0f;
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        As[slot * 64 + t] = A[i * 64 + t];
        par ^= 1;
        __syncthreads();
        acc += As[63 - t] * (i + 1) + As[127 - t];
        __syncthreads();
    }
    C[t] = acc;
}
