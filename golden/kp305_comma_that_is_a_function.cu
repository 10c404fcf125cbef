// The comma is a function of the user's, and the object on its left lives until it has returned.
struct guard {
    float v;
};
__device__ float operator,(guard g, float v) { return g.v + v; }

__global__ void pairs(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f, norm = 0.0f;

    for (int i = 0; i < n; i += 128) {
        guard{norm += 1.0f}, tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum * norm;
}
