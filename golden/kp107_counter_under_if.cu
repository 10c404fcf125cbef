// As kp107_near_counter_under_if, but the threads that come there need not agree: on the start, on the
// bound, or on a sum that wraps around for some of them.
__global__ void start(const float *__restrict__ x, float *__restrict__ out, unsigned n, unsigned m)
{
    __shared__ float tile[128];
    const unsigned t = threadIdx.x, row = blockIdx.x * 128 + t;

    if (row < m) {
        float sum = 0;
        unsigned k0 = 0;
        if (t & 1)
            k0 = 128;
        for (unsigned k = k0; k < n; k += 128) {
            tile[t] = x[k];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
            __syncthreads();
        }
        out[row] = sum;
    }
}

__global__ void bound(const float *__restrict__ x, float *__restrict__ out, unsigned n, unsigned m)
{
    __shared__ float tile[128];
    const unsigned t = threadIdx.x, row = blockIdx.x * 128 + t;

    if (row < m) {
        float sum = 0;
        const unsigned end = n + (t & 1);
        for (unsigned k = 0; k < end; k += 128) {
            tile[t] = x[k];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
            __syncthreads();
        }
        out[row] = sum;
    }
}

__global__ void wraps(const float *__restrict__ x, float *__restrict__ out, unsigned n, unsigned m)
{
    __shared__ float tile[128];
    const unsigned t = threadIdx.x, row = blockIdx.x * 128 + t;

    if (row < m) {
        float sum = 0;
                for (unsigned k = t; k < n + t; k += 128) {
            tile[t] = x[k];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
            __syncthreads();
        }
        out[row] = sum;
    }
}
