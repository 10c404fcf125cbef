// kpipe: -v --variant ldg
// A function gets the value of the variable that the closure copies, and not its place: the output is executed.
__device__ int twice(int v)
{
    return 2 * v;
}

__global__ void k(const float *__restrict__ x, float *__restrict__ C, int n, int first)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    auto at = [=](int i) { return x[twice(first) + i + t]; };
    float sum = 0;

    for (int i = 0; i < n; i += 64) {
        s[t] = at(i);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}
