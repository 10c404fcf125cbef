// Of an I of one byte all parts are the first one: the last trip wins.
template <class I>
__global__ void __launch_bounds__(128) parts(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 512) {
        for (int i = 0; i < 4; i++) {
            const I part = 256 * i;
            s[t + part / 2] = x[k + t + 128 * i];
        }
        __syncthreads();
        acc += s[t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
