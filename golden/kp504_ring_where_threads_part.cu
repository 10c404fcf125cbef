// kpipe: --shape ring --variant cp-async
// Half of the block comes to the loop. Where it has no iteration there is no barrier in it, and there
// must be none in front of it: the other half never comes.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    float sum = 0.0f;

    if (threadIdx.x < 64) {
        for (int k = 0; k < n; k += 64) {
            __syncthreads();
            s[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j];
        }
    }
    y[threadIdx.x] = sum;
}
