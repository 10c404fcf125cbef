// kpipe: --stages 2
// What is in the braces is read of memory: it is not said again in another branch.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        float v{B[k / 256]};
        if (k + t < n)
            v = A[k + t];
        s[t] = v;
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += s[(i + t) % 256];
        __syncthreads();
    }
    C[t] = sum;
}

void launch(const float *A, const float *B, float *C, int n)
{
    sums<<<1, 256>>>(A, B, C, n);
}
