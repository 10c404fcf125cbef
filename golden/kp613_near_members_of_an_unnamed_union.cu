// kpipe: --variant ldg
// What compute reads of a union is copied: its class has no name, and is written as the variable's.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    union { unsigned w; unsigned char b[4]; } u;
    union { unsigned w; struct { unsigned short lo, hi; } h; } v;
    float sum = 0;

    for (int i = 0; i < n; ++i) {
        u.w = __float_as_uint(A[i * 64 + t]);
        v.h.lo = i;
        v.h.hi = 5;
        s[t] = u.b[0] + u.b[1] + (v.w & 3);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j ^ t] * u.b[2] + v.h.lo;
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}
