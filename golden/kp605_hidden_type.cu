// A variable hides the type that a staging register has.
struct P {
    float a;
};
__global__ void k(const P *__restrict__ x, float *__restrict__ y, int n)
{
    int P = 3;
    __shared__ struct P s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j].a * (j + P);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
