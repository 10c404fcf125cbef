// the destructor of a member moves what the load phase reads
struct Guard { int *p; __device__ ~Guard() { *p += 1; } }; struct Outer { Guard g; };
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int sc = 0;
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + sc + t];
        __syncthreads();
        acc += As[127 - t] * (i + 1); Outer o{{&sc}};
        __syncthreads();
    }
    C[t] = acc;
}
