// Lines that go on, with no name in two parts: behind a name, in front of one, in texts and comments.
#define TIMES(a, b) (a) * \
    (b)
#define TWO \
2 // comments go\
on

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * TIMES(TWO,\
1) * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
