// A pointer is overwritten half by half, as if it were a record of numbers.
struct two {
    unsigned low, high;
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *to = q, *at = x + blockIdx.x * n + 64;
    struct two *halves = (struct two *)&to, *from = (struct two *)&at;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        halves->low = from->low;
        halves->high = from->high;
        to[i + t] = acc;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
