// (A[..], B[..]) reads no A: nor may the register that its value waits in.
__global__ void __launch_bounds__(256) rows(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 256) {
        As[t] = (A[k + t], B[k + t]) * ((void)A[k + 2 * t], 2.0f);
        __syncthreads();
        for (int j = t & 1; j < 256; j += 19)
            s += As[j] * (j + t);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = s;
}
