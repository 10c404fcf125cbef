// kpipe: --variant cp-async --stages 3
// The ring's own counter starts with the enumerator, cast to the counter's type.
enum where { begin, end };
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = begin; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
