// The program's own lerp, defined elsewhere, is not one that kpipe knows: it may store anything.
__device__ void lerp(int i);

__global__ void gemv(const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        lerp(k + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
