// kpipe: --variant ldg
// How far the index moves is in the data.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        int at = t;
        for (int i = 0; i < 4; ++i) {
            tile[at] = x[k + at];
            if (x[k + at] > 0.25f)
                at += 128;
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
