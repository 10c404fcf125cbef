// The zero fill covers half of the tile, though its header reads the same as that of the copy.
#define TW 64
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[TW];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += TW) {
        {
            const int most = 32;
            for (int i = t; i < most; i += 64)
                As[i] = 0.0f;
        }
        {
            const int most = 64;
            for (int i = t; i < most; i += 64)
                if (k + i + 7 < n || k == 0)
                    As[i] = A[k + i];
        }
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            acc = acc * 0.5f + As[(j + t) % TW];
        __syncthreads();
    }
    out[blockIdx.x * TW + t] = acc;
}
void launch_f(const float *A, float *out, int n) { f<<<2, 64>>>(A, out, n); }
