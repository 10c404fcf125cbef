// kpipe: --stages 2
// An object that stores where it ends asks nothing of the launch.
struct stored {
    float *to;
    float v;

    __device__ ~stored()
    {
        if (v > 0.0f)
            *to = v;
    }
};

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j ^ t];
        __syncthreads();
    }
    stored last{&y[blockIdx.x * 128 + t], sum};
}
