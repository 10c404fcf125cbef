// What is assigned is assigned to again: the check looks twice at the place, in which there is an effect.
struct weights {
    float of[4];
};
__global__ void weighted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    weights w = {{1, 2, 3, 4}};
    int i = 0;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += xs[j];
        (w.of[i ^= 1] = xs[t]) += 2;
        sum *= w.of[1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + i;
}
