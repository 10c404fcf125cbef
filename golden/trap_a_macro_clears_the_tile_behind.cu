// a macro clears the tile behind the loop, in the outer loop
#define CLEAR(x) x[t] = 0.0f
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int r = 0; r < 3; ++r) {
        for (int i = 0; i < n; ++i) {
            if (t < 20)
                As[t] = A[i * 64 + t];
            __syncthreads();
            if (r > 0)
                acc += As[63 - t] * (i + 1);
            __syncthreads();
        }
        CLEAR(As);
        __syncthreads();
    }
    C[t] = acc;
}
