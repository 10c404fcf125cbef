// A record of numbers is stored where a pointer is.
struct two {
    unsigned low, high;
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    __shared__ unsigned p[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to = q;
    const size_t at = (size_t)(x + blockIdx.x * n + 64);
    struct two halves;
    p[2 * t] = (unsigned)at;
    p[2 * t + 1] = (unsigned)(at >> 32);

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        halves.low = p[2 * t];
        halves.high = p[2 * t + 1];
        *(struct two *)&to = halves;
        to[i + t] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
