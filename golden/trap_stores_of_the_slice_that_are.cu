// stores of the slice that are no expression statement: initialiser, helper with a result
__device__ int put(float *d, const float *s) { *d = *s; return 1; }
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + t];
        int ok = put(&As[64 + t], &A[i * 128 + 64 + t]);
        __syncthreads();
        acc += As[127 - t] * i - As[63 - t];
        __syncthreads();
    }
    C[t] = acc;
}
