// The zero fill starts at at.spare, not where the copy starts: elements without a copy keep their values.
#define TW 64
struct places {
    int tile, spare;
};
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n, struct places at)
{
    __shared__ float As[2 * TW];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += TW) {
        {
            const int i = at.spare + t;
            As[i] = 0.0f;
        }
        {
            const int i = at.tile + t;
            if (k + t + 7 < n || k == 0)
                As[i] = A[k + t];
        }
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            acc = acc * 0.5f + As[(j + t) % TW];
        __syncthreads();
    }
    out[blockIdx.x * TW + t] = acc;
}
void launch_f(const float *A, float *out, int n) { f<<<2, 64>>>(A, out, n, {0, TW}); }
