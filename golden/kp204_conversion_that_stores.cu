// Converting w[i] changes what the next tile is loaded from.
struct brief {
    unsigned short bits;
    float *next;
    __device__ operator float() const
    {
        *next = 0.0f;
        return __uint_as_float((unsigned)bits << 16);
    }
};
__global__ void k(const float *x, const brief *w, float *y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        const float v = float(w[i]);
        for (int j = 0; j < 128; ++j)
            acc += s[j] * v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
