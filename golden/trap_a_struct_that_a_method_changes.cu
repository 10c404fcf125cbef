// a struct that a method changes is taken as never changed: coverage
struct S { int o; __device__ void bump() { o = o ? 0 : 32; } };
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[96];
    const int t = threadIdx.x;
    float acc = 0.0f;
    S s = {0};
    for (int i = 0; i < n; ++i) {
        s.bump();
        As[s.o + t] = A[i * 64 + t];
        __syncthreads();
        if (i > 0)
            acc += As[63 - t] * (i + 1) + As[95 - t];
        __syncthreads();
    }
    C[t] = acc;
}
