// kpipe: --no-runtime-checks
// The source is __restrict__, and the kernel writes through it in front of the loop and compares it.
__global__ void sums(float *__restrict__ A, float *__restrict__ C, float *w, int n)
{
    __shared__ float As[128];
    float s = A == w;
    A[threadIdx.x] = 0.0f;
    for (int i = 0; i < n; i += 128) {
        As[threadIdx.x] = A[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j) s += As[j];
        w[i] = s;
        __syncthreads();
    }
    C[threadIdx.x] = s;
}
