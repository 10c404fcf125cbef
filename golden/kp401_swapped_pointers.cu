// The pointers swap roles: "the tile" is another array in every iteration.
__global__ void ping_pong(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[128], b[128];
    float *now = a, *old = b;
    const int t = threadIdx.x;
    float sum = 0.0f;

    old[t] = 0.0f;
    for (int k = 0; k < n; k += 128) {
        now[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += now[j] - 0.5f * old[127 - j];
        __syncthreads();
        float *swap = now;
        now = old;
        old = swap;
    }
    y[blockIdx.x * 128 + t] = sum;
}
