// The pointer moves by a stage of its own tile, which is larger than the one in front of it in the
// declaration.
#define TW 32
#define TR 16

__global__ void k(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n, int ld)
{
    __shared__ float As[TW], Bs[TR][TW];
    const int t = threadIdx.x;
    const float *row = Bs[t % TR];
    float acc = 0.0f;
    for (int k = 0; k < n; k += TW) {
        for (int i = t; i < TW; i += 64)
            As[i] = A[k + i];
        for (int i = t; i < TR * TW; i += 64)
            Bs[i / TW][i % TW] = B[(i / TW) * ld + k + i % TW];
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            acc += As[j] * row[j];
        __syncthreads();
    }
    out[t] = acc;
}
