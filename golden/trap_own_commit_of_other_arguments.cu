// kpipe: --variant cp-async
// The file has a function of its own of a name that asynchronous copies go by, and calls it between them.
__device__ void __pipeline_commit(int *at)
{
    *at = 0;
}

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int last;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        __pipeline_commit(&last);
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + last);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
