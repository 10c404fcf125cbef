// The same with a __device__ array: restrict parameters do not matter.
__device__ float state[65536];

__global__ void relax(const float *__restrict__ w, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        tile[t] = state[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j < 128; ++j)
            v += tile[j] * w[j * 128 + t];
        state[i + 128 + t] += v;
        __syncthreads();
    }
}
