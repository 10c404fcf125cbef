// kpipe: -- -DSTEP_BARRIER()=__syncthreads()
// Another command line may define it as something else, and nothing can ask for its text.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        STEP_BARRIER();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        STEP_BARRIER();
    }
    y[blockIdx.x * 128 + t] = sum;
}
