// A counter that lives where not all threads come: those that come go round equally often, be it unsigned
// (which may wrap around, and for all of them alike).
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, unsigned n, unsigned m)
{
    __shared__ float tile[128];
    const unsigned t = threadIdx.x, row = blockIdx.x * 128 + t;

    if (row < m) {
        float sum = 0;
        for (unsigned k = 0; k < n; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
            __syncthreads();
        }
        out[row] = sum;
    }
}
