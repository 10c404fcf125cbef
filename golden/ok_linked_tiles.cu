// The step comes from memory: the list of tiles is walked by the load cursor alone.
__global__ void walk(const float *__restrict__ x, const int *__restrict__ link,
                     float *__restrict__ y, int first)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int next;

    for (int b = first; b != -1; b = next) {
        next = link[b];
        tile[t] = x[b * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + tile[j] * (t ^ b);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
