// The user's own lambda has the attribute of those that kpipe writes, and names the tile.
__global__ void __launch_bounds__(64) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        auto add = [&](int j) __attribute__((always_inline)) { sum += s[j] * j; };
        for (int j = 0; j < 64; ++j)
            add(j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
