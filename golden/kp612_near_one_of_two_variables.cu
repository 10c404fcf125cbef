// kpipe: --variant ldg
// What a pointer to one of two variables points to is a choice between their values.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n, int which)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0, p = 1, q = 2;

    for (int i = 0; i < n; ++i) {
        s[t] = A[i * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        p += s[t];
        sum += *(which > 5 ? &p : &q);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}
