// One loop fills a tile and, for the second time, the other: both would have to run ahead.
__global__ void other_tile(const float *__restrict__ x, const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float kv[256], w[256];
    const int t = threadIdx.x;
    float v = 0.0f;
    for (int i = 0; i < n; i += 128) {
        kv[t] = x[i + t];
        __syncthreads();
        v += kv[127 - t];
        __syncthreads();
        for (int j = 0; j < 2; j++) {
            w[t + j * 128] = z[i + t + j];
            kv[t + j * 128] = z[i + t + j + 7];
        }
        __syncthreads();
        v = v * 2 + kv[127 - t] * w[t ^ 3];
        __syncthreads();
    }
    y[t] = v;
}
