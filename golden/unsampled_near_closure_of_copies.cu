// kpipe: -v
// As unsampled_closure_of_copies, but the variables that the closures copy keep their values: the output is executed.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const int first = blockIdx.x * n;
    auto at = [=](int k) { return x[first + k + t]; };
    const struct { int of, to; } start = {first, n};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = at(k);
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (float)(j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + start.of;
}
