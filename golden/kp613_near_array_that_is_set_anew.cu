// kpipe: --variant cp-async
// The same where the load phase has a variable of its own.
__global__ void flow(const float *__restrict__ x, const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    int t = threadIdx.x, part[2], first;
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        first = at[k + t];
        tile[t] = x[k + first];
        __syncthreads();
        for (int j = 0; j < 4; ++j) {
            for (int q = 0; q < 2u; ++q)
                part[q] = j + q;
            acc += tile[j] * part[0];
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
