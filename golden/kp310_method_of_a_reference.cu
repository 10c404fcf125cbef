// kpipe: --stages 2
// The method hands the object on, or returns before its end: its text would not say the same at the call.
struct storage {
    float a[64], b[64];
    __device__ void put(int i, float u, float v);
    __device__ void put_some(int i, float u, float v)
    {
        if (i > 31)
            return;
        a[i] = u;
        b[i] = v;
    }
};

__device__ void set(storage *q, int i, float u, float v)
{
    q->a[i] = u;
    q->b[i] = v;
}

__device__ void storage::put(int i, float u, float v) { set(this, i, u, v); }

__global__ void handed_on(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    extern __shared__ char raw[];
    storage &q = *reinterpret_cast<storage *>(raw);
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        q.put(t, x[k + t], y[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += q.a[j] * q.b[63 - j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}

__global__ void returns(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    extern __shared__ char raw[];
    storage &q = *reinterpret_cast<storage *>(raw);
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        q.put_some(t, x[k + t], y[k + t]);
        __syncthreads();
        for (int j = 0; j < 32; j++)
            s += q.a[j] * q.b[31 - j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}

void run(float *o, const float *x, const float *y, int n)
{
    handed_on<<<2, 64, sizeof(storage)>>>(o, x, y, n);
    returns<<<2, 64, sizeof(storage)>>>(o, x, y, n);
}
