// kpipe: --stages 2
// A method of dynamic memory that a reference names as a struct fills the tiles. Others may launch the kernel.
struct storage {
    float a[64], b[64];
    __device__ void put(int i, float u, float v)
    {
        a[i] = u;
        b[i] = v;
    }
    __device__ float times(int j) const { return a[j] * b[63 - j]; }
};

__global__ void by_a_reference(float *out, const float *__restrict__ x, const float *__restrict__ y,
                               int n)
{
    extern __shared__ char raw[];
    storage &q = *reinterpret_cast<storage *>(raw);
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        q.put(t, x[k + t], y[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += q.times(j);
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}

// A function does.
__device__ void fill(storage &q, const float *x, const float *y, int i)
{
    q.a[i] = x[i];
    q.b[i] = y[i];
}

__global__ void by_a_function(float *out, const float *__restrict__ x, const float *__restrict__ y,
                              int n)
{
    extern __shared__ char raw[];
    storage &q = *reinterpret_cast<storage *>(raw);
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        fill(q, x + k, y + k, t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += q.a[j] * q.b[63 - j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}

void run(float *o, const float *x, const float *y, int n)
{
    by_a_reference<<<2, 64, sizeof(storage)>>>(o, x, y, n);
    by_a_function<<<2, 64, sizeof(storage)>>>(o, x, y, n);
}
