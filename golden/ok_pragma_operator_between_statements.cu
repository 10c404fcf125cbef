// What stands between two statements and is none goes along: _Pragma, a macro that is empty.
#define NOTHING
#define UNROLL _Pragma("unroll 2")
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        acc += 1.0f; NOTHING acc += 2.0f;
        _Pragma("unroll 4")
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        UNROLL
        for (int j = 0; j < 64; ++j)
            acc -= s[j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *__restrict__ x, float *__restrict__ y, int n) { k<<<8, 64>>>(x, y, n); }
