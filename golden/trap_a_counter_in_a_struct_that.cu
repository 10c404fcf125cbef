// a counter in a struct that compute reads by a method
struct S { int c; __device__ void step() { ++c; } __device__ int get() const { return c; } };
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    S s = {0};
    for (int i = 0; i < n; ++i) {
        As[t] = A[s.get() * 64 + t];
        s.step();
        __syncthreads();
        acc += As[63 - t] * s.get();
        __syncthreads();
    }
    C[t] = acc;
}
