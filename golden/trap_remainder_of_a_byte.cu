// kpipe: --variant ldg
// A byte cuts the thread's number: that of thread 253 is -3, and the remainder changes its sign on the way.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 8) {
        const signed char c = t;
        if (t == 253)
            tile[(c + k) % 8 + 8] = A[k];
        __syncthreads();
        sum += k == 0 ? tile[5] : tile[5] + tile[13];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
