// Compute names a variable that the header declares and nothing moves on: no stage carries it.
__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0, shift = n / 2; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (float)(j ^ shift);
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
