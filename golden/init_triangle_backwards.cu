// .. or begin there.
__global__ void upper(const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0;
    for (int k = blockIdx.x * 128; k >= 0; k -= 128) {
        xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            if (k + j <= row)
                sum += a[row * n + k + j] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
void run(const float *a, const float *x, float *y, int n)
{
    upper<<<n / 128, 128>>>(a, x, y, n);
}
