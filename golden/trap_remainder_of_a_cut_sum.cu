// kpipe: --variant ldg
// The sum is cut on its way into an int: what was no number below zero becomes one.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 8) {
        const long far = t;
        const int c = far * 0x7fffffffL * 2;
        if (t == 1)
            tile[(c + k) % 8 + 16] = A[k];
        __syncthreads();
        sum += k == 0 ? tile[14] : tile[14] + tile[22];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
