// What another pragma does nobody knows.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#pragma products
            sum += tile[j] * tile[127 - j];
        }
        __syncthreads();
    }
    y[t] = sum;
}
