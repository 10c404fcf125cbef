// kpipe: --arch sm_90
// Closures that the loop's body declares, in a fill of it and in front of one: what they return
// stands in the place of their calls. The second of the same name is another one.
__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 1024; i += 256) {
            auto get = [&] { return a[(i / 32) * n + k0 + i % 32]; };
            s[i / 32][i % 32] = get();
        }
        auto get = [&](int i) { return a[(32 + i / 32) * n + k0 + i % 32]; };
        for (int i = tid; i < 1024; i += 256)
            s[32 + i / 32][i % 32] = get(i);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = sum;
}
