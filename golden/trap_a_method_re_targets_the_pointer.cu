// a method re-targets the pointer
struct View { const float *p; __device__ View(const float *q) : p(q) {} __device__ void reset(const float *q) { p = q; } };
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    View v(A);
    v.reset(C);
    for (int i = 0; i < n; ++i) {
        As[t] = v.p[i * 64 + t];
        __syncthreads();
        acc += As[63 - t];
        C[i * 64 + 64 + t] = acc;
        __syncthreads();
    }
    C[t] = acc;
}
