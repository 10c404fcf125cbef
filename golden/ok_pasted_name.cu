// ## makes a name like one of ours: ours has a number.
#define P(a) kp_##a
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float P(stage) = 3.0f;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * P(stage);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
