// The number of stages is a constant in front of As, where pad is not declared yet: its value stands there.
template <int BK>
__global__ void f(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[BK];
    const int pad = 4;
    __shared__ float Bs[BK + pad];
    int t = threadIdx.x; float s = 0.f;
    for (int k = 0; k < n; k += BK) {
        As[t] = A[k + t];
        Bs[t] = B[k + t];
        __syncthreads();
        for (int j = 0; j < BK; ++j) s += As[j] * Bs[j];
        __syncthreads();
    }
    C[t] = s;
}
