// kpipe: --variant cp-async --stages 2
// The fill is the value behind the comma.
__global__ void __launch_bounds__(256)
    comma(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        s[t] = k + t < n ? A[k + t] : (1.0f, 0.0f);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum = sum * 0.5f + s[j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
