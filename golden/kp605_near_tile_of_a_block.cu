// As kp605_tile_of_a_block, but the loop names no other xs.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    const float xs[2] = {1, 2};
    float sum = xs[1];

    for (int k = 0; k < n; k += 128) {
        {
            __shared__ float xs[128];

            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * 128 + t] * xs[j];
        }
        __syncthreads();
    }
    y[t] = sum;
}
