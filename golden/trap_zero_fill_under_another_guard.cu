// The zero fill under t < 32 is no else for the copy: the other half keeps what it had.
#define TW 64
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[TW];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += TW) {
        if (t < 32)
            As[t] = 0.0f;
        if (t < TW)
            if (k + t + 7 < n || k == 0)
                As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            acc = acc * 0.5f + As[(j + t) % TW];
        __syncthreads();
    }
    out[blockIdx.x * TW + t] = acc;
}
void launch_f(const float *A, float *out, int n) { f<<<2, 64>>>(A, out, n); }
