// An #error of the user that begins as ours do, and another branch: both branches are kept.
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < n; k += 64) {
#ifdef FAST
#error "kpipe: fast"
#else
        As[t] = A[k + t];
#endif
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += As[j];
        __syncthreads();
    }
    out[t] = acc;
}
