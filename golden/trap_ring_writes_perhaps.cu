// kpipe: --shape ring
// A variable that is written behind && keeps its value where that is not reached.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int off = 3, near = 5;

    for (int k = 0; k < n; k += 16) {
        k % 32 && (off = k);
        k % 64 ? near = k : 0;
        tile[t] = x[off + near + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += off + near;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
