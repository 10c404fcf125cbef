// A float of this size is even: two trips write the same element, the later one wins.
__global__ void __launch_bounds__(128) rounded(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 512) {
        for (int i = 0; i < 4; i++) {
            const float part = 16777216 + i;
            s[t + 128 * ((int)part - 16777216)] = x[k + t + 128 * i];
        }
        __syncthreads();
        acc += s[t] + s[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
