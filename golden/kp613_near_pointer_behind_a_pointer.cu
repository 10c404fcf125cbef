// kpipe: --variant ldg
// Which variable is stored to follows from two pointers, one of which leads to the other.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f, last = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            float *one = &last, **to = &one;
            **to = s[j];
            sum += last * j;
        }
        __syncthreads();
    }
    C[t] = sum;
}
