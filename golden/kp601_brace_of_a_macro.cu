// The brace that closes the body stands in a macro. One within the body does not matter.
#define END }
__global__ void of_the_loop(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            acc += xs[j] * (j + t);
        __syncthreads();
    END
    y[t] = acc;
}

__global__ void within(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            acc += xs[j] * (j + t);
        END
        __syncthreads();
    }
    y[t] = acc;
}
