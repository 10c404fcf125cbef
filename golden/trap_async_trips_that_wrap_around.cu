// 200, 44, 144, 244, .. : a counter of one byte goes on below 250, and both loops write s[44].
__global__ void __launch_bounds__(128) wraps(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 256) {
        if (t == 0) {
            for (int i = 0; i < 100; i++)
                s[i] = x[k + i];
            for (unsigned char i = 200; i < 250; i += 100)
                s[i] = x[i];
        }
        __syncthreads();
        acc += s[t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
