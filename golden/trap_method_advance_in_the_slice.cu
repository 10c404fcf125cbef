// method advance in the slice
struct It { const float *p; __device__ void next() { p += 64; } };
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    It it = {A};
    for (int i = 0; i < n; ++i) {
        As[t] = it.p[t];
        it.next();
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
