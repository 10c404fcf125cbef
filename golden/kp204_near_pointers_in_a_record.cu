// Pointers in a record, stored and read by its members, or all of it at once.
struct places {
    float *to[2];
    uint2 numbers;
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    struct places a, b;
    a.to[0] = a.to[1] = q;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        b = a;
        b.to[1] = a.to[0];
        b.numbers = make_uint2(i, t);
        b.to[1][t] = acc;
        __syncthreads();
    }
    acc += q[t];
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
