// Wide copies take the bits of several elements; what is copied by itself is converted.
__global__ void __launch_bounds__(256) sums(const unsigned char *__restrict__ a, const unsigned *__restrict__ b, float *__restrict__ out, int n)
{
    __shared__ char as[256];
    __shared__ int bs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        as[t] = a[k + t];
        bs[t] = b[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += as[j] * bs[(j + t) % 256];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
