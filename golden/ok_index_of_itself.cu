// t has no value that could be followed (nvcc warns); the loop's form is what matters.
__global__ void __launch_bounds__(128) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[512];
    const int t = t;
    float sum = 0.0f;
    for (int k0 = 0; k0 < n; k0 += 512) {
        for (int i = 0; i < 4; i++)
            As[t + i * 128] = A[k0 + t + i * 128];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += As[(i * 33 + t * 5) % 512];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
