// A union of pointers, and a number beside it.
struct holder {
    union {
        float *a, *b;
    } u;
    int count;
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    struct holder h;
    h.u.a = q;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        h.count = i;
        h.u.b = q;
        h.u.a[t] = acc;
        __syncthreads();
    }
    acc += q[t] + h.count;
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
