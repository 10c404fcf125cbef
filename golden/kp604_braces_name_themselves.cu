// The argument has the name that the braces give: it is that one, without a value.
#define SMALLER(x, y) \
    ({ __typeof__(x) _a = (x); __typeof__(y) _b = (y); _a < _b ? _a : _b; })

__global__ void rows(const float *A, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int _a = 0; _a < n; _a += 128) {
        tile[t] = A[_a + t];
        __syncthreads();
        for (int c = 0; c < SMALLER(n - _a, 128); c++)
            sum += tile[c];
        __syncthreads();
    }
    out[t] = sum;
}
