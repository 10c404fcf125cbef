// The closure that compute calls writes the offset that the load phase reads.
__global__ void adaptive(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int off = 0;
    auto move_on = [&]() { off = (int)sum & 3; };

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + off + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        move_on();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
