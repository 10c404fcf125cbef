// kpipe: --variant cp-async
// The compute phase sets both elements before it reads one, 0 is below 2u; what the load phase has put there is not seen
// to be gone.
__global__ void flow(const float *__restrict__ x, const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    int t = threadIdx.x, part[2];
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        part[0] = at[k + t];
        tile[t] = x[k + part[0]];
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
