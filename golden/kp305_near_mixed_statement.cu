// One loop fills the tile and adds to the sum of the iteration that computes: two loops.
__global__ void norms(const float *__restrict__ x, const float *__restrict__ w,
                      float *__restrict__ out, int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 512) {
        for (int j = t; j < 512; j += 128) {
            tile[j] = x[i + j];
            sum = sum * 0.5f + w[i + j];
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
