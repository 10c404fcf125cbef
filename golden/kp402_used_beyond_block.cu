// kpipe: --variant ldg
// The tile of the last iteration is read outside of the block in which the loop stands: there is no
// place for a name that means the last stage.
__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (n > m) {
        for (int k = 0; k < n; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            __syncthreads();
        }
    } else {
        sum = m;
    }
    if (n > 0)
        sum += tile[127 - t];
    y[blockIdx.x * 128 + t] = sum;
}
