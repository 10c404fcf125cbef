// The number that the braces give a name to counts on: it may be said once only.
#define SMALLER(x, y) \
    ({ __typeof__(x) _a = (x); __typeof__(y) _b = (y); _a < _b ? _a : _b; })

__global__ void rows(const float *A, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int round = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int c = 0; c < 128; c++)
            sum += tile[c] * SMALLER(round++, 7);
        __syncthreads();
    }
    out[t] = sum;
}
