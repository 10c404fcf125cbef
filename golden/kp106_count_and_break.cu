// All threads leave together, and the next tile would have been fetched by then.
__global__ void blend(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    bool done = false;

    for (int k = 0; k < n; k += 128) {
        const int finished = __syncthreads_count(done);
        if (finished == 128)
            break;
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128 && !done; ++j) {
            sum += xs[j];
            done = sum > 1.0f;
        }
    }
    y[t] = sum;
}
