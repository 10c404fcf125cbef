// What the braces compute is a number of its own: the reference does not follow `end`.
#define SMALLER(x, y) \
    ({ __typeof__(x) _a = (x); __typeof__(y) _b = (y); _a < _b ? _a : _b; })

__global__ void rows(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        int end = k;
        const int &last = SMALLER(end, n);

        end += 128;
        if (end > n)
            end = n;
        tile[t] = A[last + t];
        __syncthreads();
        for (int c = 0; c < 128; c++)
            sum += tile[c] * (c < last);
        __syncthreads();
    }
    out[t] = sum;
}
