// kpipe: --stages 2
// Pointers that some threads move, that a closure moves in the loop, and that a closure may move: none of them is tested.
__global__ void some(const float *in, float *out, int n, int m)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int part = 0; part < m; part++) {
        for (int k = 0; k < n; k += 128) {
            tile[t] = in[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            out[part * n + k + t] = sum;
            __syncthreads();
        }
        if (t < 64)
            in += n;
    }
}

__global__ void by_closure(const float *in, float *out, int n, int m)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto next = [&](int by) { in += by; };

    for (int part = 0; part < m; part++) {
        for (int k = 0; k < n; k += 128) {
            tile[t] = in[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            out[part * n + k + t] = sum;
            next(1);
            __syncthreads();
        }
    }
}

__global__ void by_address(const float *in, float *out, int n, int m)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float **at = &in;

    for (int part = 0; part < m; part++) {
        for (int k = 0; k < n; k += 128) {
            tile[t] = in[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            out[part * n + k + t] = sum;
            *at = out + k;
            __syncthreads();
        }
    }
}
