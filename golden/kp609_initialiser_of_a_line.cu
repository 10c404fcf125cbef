// A member's initialiser asks for its line.
struct H {
    int l = __builtin_LINE();
};
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        H h{};
        for (int j = 0; j < 128; ++j)
            acc += s[j] * h.l;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
