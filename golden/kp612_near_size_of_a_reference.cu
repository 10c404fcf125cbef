// kpipe: --stages 2
// The size of what a reference names is that of what the pointer in its place points to.
struct storage {
    float a[64], b[64];
};

static __global__ void kern(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    extern __shared__ char raw[];
    storage &q = *reinterpret_cast<storage *>(raw);
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        q.a[t] = x[k + t];
        q.b[t] = y[k + t];
        __syncthreads();
        for (int j = 0; j < sizeof(q) / 8; j++)
            s += q.a[j] * q.b[63 - j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}

void run(float *o, const float *x, const float *y, int n)
{
    kern<<<2, 64, sizeof(storage)>>>(o, x, y, n);
}
