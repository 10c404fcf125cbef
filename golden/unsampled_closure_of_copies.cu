// kpipe: -v
// The copy that the closure holds is older than the variable, which the function IR does not represent.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    int first = blockIdx.x * n;
    auto at = [=](int k) { return x[first + k + t]; };
    float sum = 0.0f;

    first += 128;
    for (int k = 0; k < n; k += 128) {
        tile[t] = at(k);
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (float)(j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + first;
}
