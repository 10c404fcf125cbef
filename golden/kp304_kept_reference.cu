// The helper gets k by reference from a record that was made before the loop: a copy of k under the
// same name is not what it reads.
struct view {
    const int &at;
};

__device__ inline float weight(const view &v, const int &k)
{
    return 0.5f * (v.at + k);
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int k = 0;
    const view v{k};

    for (; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += weight(v, k) * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
