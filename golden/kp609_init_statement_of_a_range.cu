// kpipe: -- -std=c++20
// The statement in the head of the loop moves what is loaded next; libclang does not show it.
__device__ int next;
__device__ int move()
{
    if (threadIdx.x == 0)
        next += 16;
    return 1;
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t + next];
        __syncthreads();
        float w[2] = {1.0f, 2.0f};
        for (int i = move(); float v : w)
            sum += xs[127 - t] * v * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
