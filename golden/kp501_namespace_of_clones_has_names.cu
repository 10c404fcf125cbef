// kpipe: --variant ldg
// The program has a function of its own in the namespace that clones are in: a clone would call that.
__device__ inline float scaled(float x) { return x; }
namespace kp_pipelined
{
__device__ inline float scaled(float x) { return 2.0f * x; }
}

__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[8192];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int i = 0; i < n; i += 8192) {
        for (int j = t; j < 8192; j += 128)
            tile[j] = in[i + j];
        __syncthreads();
        for (int j = 0; j < 8192; ++j)
            s += scaled(tile[j]);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s;
}

void run(const float *in, float *out, int n) { sums<<<1, 128>>>(in, out, n); }
