// A host function with a default argument may have its line.
#include <cstdio>
#define CHECK(call) do { int e = (call); if (e) printf("error %d in line %d\n", e, __LINE__); } while (0)
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
int status();
template <int T = 128> void launch(const float *x, float *y, int n, cudaStream_t stream = 0)
{
    k<<<8, T, 0, stream>>>(x, y, n);
    CHECK(status());
}
int first(int a = [] { return 1; }()) { return a + __LINE__; }
void run(const float *x, float *y) { launch<>(x, y, 1024); }
