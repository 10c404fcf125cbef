// kpipe: --no-runtime-checks
// The distance to the restrict destination is part of the load's index: the load is made from it, too.
__global__ void grow(const float *x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[y - x + i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        y[i + t] += sum;
        __syncthreads();
    }
}
