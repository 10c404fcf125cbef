// The size of a type that is named by keywords, as an int.
__global__ void scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[127 - t] * (int)sizeof(unsigned char) + (float)sizeof(float);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
