// The macro's braces give names to two numbers and choose one: each is the number itself.
#define SMALLER(x, y) \
    ({ __typeof__(x) _a = (x); __typeof__(y) _b = (y); _a < _b ? _a : _b; })

__global__ void rows(const float *A, float *out)
{
    __shared__ float tile[32][32];
    const int t = threadIdx.x, r = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < 1000; k += 32) {
        for (int c = t; c <= SMALLER(31, -k + 999); c += 16)
            tile[r][c] = A[r * 1000 + k + c];
        __syncthreads();
        for (int c = 0; c <= SMALLER(999 - k, 31); c++)
            sum += tile[r][c] * SMALLER(SMALLER(c, r), 7);
        __syncthreads();
    }
    out[r * 16 + t] = sum;
}
