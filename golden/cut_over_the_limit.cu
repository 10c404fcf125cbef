// Two buffers for both are too many, and one of them cannot have two without the other: their loop is cut.
__global__ void dot(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y, int n)
{
    __shared__ float as[3840], bs[3840];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 3840) {
        for (int i = threadIdx.x; i < 3840; i += blockDim.x) {
            as[i] = a[k + i];
            bs[i] = b[k + i];
        }
        __syncthreads();
        for (int j = 0; j < 3840; ++j)
            sum += as[j] * bs[(j + threadIdx.x) % 3840];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const float *a, const float *b, float *y, int n, int blocks)
{
    dot<<<blocks, 512>>>(a, b, y, n);
}
