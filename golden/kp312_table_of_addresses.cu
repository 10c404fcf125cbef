// The row count is a guard of the copy, and each round of the outer loop changes it through a table.
__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ len, int n)
{
    __shared__ float s[128];
    __shared__ int *where[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int rows = 0;

    where[t] = &rows;
    for (int b = 0; b < 4; ++b) {
        *where[t] = len[b];
        for (int i = 0; i < n; i += 128) {
            if (t < rows)
                s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                acc += s[j] * (j + 1);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
