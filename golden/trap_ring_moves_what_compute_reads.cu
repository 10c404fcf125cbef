// kpipe: --shape ring
// The slice and the user's loop each move an offset, so the cursor has a copy of its own.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int offset = 0;

    for (int i = 0; i < n; ++i) {
        for (int j = t; j < 128; j += 128)
            tile[j] = x[offset + j];
        offset += 128;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += offset;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + offset;
}
