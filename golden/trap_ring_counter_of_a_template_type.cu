// kpipe: --shape ring --stages 3 --variant cp-async
// The counter's type is a template's parameter: the load cursor needs it as well, and not the type of its
// first value.
template <class I> __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (I k = 0; k < n; k += 128) {
        s[t] = x[(int)(k / 256 * 256) + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<int><<<2, 128>>>(x, y, n);
    sums<double><<<2, 128>>>(x, y, n);
}
