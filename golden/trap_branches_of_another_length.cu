// One branch fills half of what the other does.
__global__ void fills(const float *__restrict__ A, float *__restrict__ out, int n, int odd)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        if (k % 256 == odd) {
            for (int i = t; i < 128; i += 64)
                As[i] = A[k + i];
        } else {
            for (int i = t; i < 64; i += 64)
                As[i] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
