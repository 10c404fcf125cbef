// The two branches fill other elements: the index of one is a byte.
__global__ void fills(const float *__restrict__ A, float *__restrict__ out, int n, int odd)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        if (k % 128 == odd) {
            const int at = t + 300;
            As[at] = A[k + t];
        } else {
            const unsigned char at = t + 300;
            As[at] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[300 + j] + As[44 + j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
