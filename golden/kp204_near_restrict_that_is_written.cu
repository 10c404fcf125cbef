// kpipe: --no-runtime-checks
// The source is a restrict parameter: what is stored through another one is not read through it.
__global__ void sums(float *__restrict__ A, float *w, int n)
{
    __shared__ float As[128];
    float s = 0;
    A[threadIdx.x] = 0.0f;
    for (int i = 0; i < n; i += 128) {
        As[threadIdx.x] = A[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += As[j];
        w[i + threadIdx.x] = s;
        __syncthreads();
    }
}
