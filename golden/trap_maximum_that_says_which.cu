// __vibmax_s32 stores which of the two it was, here the column of the next load.
__global__ void gemv(const float *__restrict__ x, const int *__restrict__ w, float *__restrict__ y,
                     int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int most = 0;
    bool first = false;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[2 * (k + t) + first];
        __syncthreads();
        sum += xs[127 - t];
        most = __vibmax_s32(most, (int)xs[t], &first);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
