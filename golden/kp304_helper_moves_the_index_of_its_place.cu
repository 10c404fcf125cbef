// `frag[i]` is one element throughout the call, although the helper moves i: it cannot stand for `v` in the body.
__device__ void load_one(float &v, const float *src, int &i)
{
    i += 1;
    v = src[i - 1];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float sum = 0.0f, frag[4] = {};

    for (int k = 0; k < n; k += 128) {
        int at = t & 1;
        load_one(frag[at], A + k, at);
        As[t] = frag[1];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 128] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
