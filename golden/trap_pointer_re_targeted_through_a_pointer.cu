// pointer re-targeted through a pointer to it; the source is written in the loop
__device__ void set(const float *&p, const float *v) { p = v; }
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    const float *src = A;
    set(src, C);
    for (int i = 0; i < n; ++i) {
        As[t] = src[i * 64 + t];
        __syncthreads();
        acc += As[63 - t];
        C[i * 64 + 64 + t] = acc;
        __syncthreads();
    }
    C[t] = acc;
}
