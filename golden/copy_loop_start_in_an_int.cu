// kpipe: --stages 2
// The start of the copy loop in an int: what is converted has room in it.
__global__ void __launch_bounds__(128) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[384];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 384) {
        for (int i = (int)(threadIdx.x + 128u); i < 512; i += 128)
            xs[i - 128] = 2 * x[k + i - 128];
        __syncthreads();
        for (int j = 0; j < 384; j++)
            sum += xs[j] * xs[(t + j) % 384];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
