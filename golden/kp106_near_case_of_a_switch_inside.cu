// The switch is in the body, and another one around the loop has its cases in front of it and behind.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int i;

    switch (n & 64) {
    case 0:
        acc = 1.0f;
    case 64:
        for (i = 0; i < n; i += 64) {
            s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                switch (j & 1) {
                case 0:
                    acc += s[j] * (j + t);
                    break;
                default:
                    acc -= s[j];
                }
            __syncthreads();
        }
    default:
        acc += 1.0f;
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
