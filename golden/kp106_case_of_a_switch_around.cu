// A switch around the loop goes into the middle of its body.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int i = 0;

    s[t] = 1.0f;
    __syncthreads();
    switch (n & 64) {
        for (i = 0; i < n; i += 64) {
            s[t] = x[i + t];
            __syncthreads();
    case 64:
            for (int j = 0; j < 64; ++j)
                acc += s[j] * (j + t);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
