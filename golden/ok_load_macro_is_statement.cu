// The macro is a whole statement: its text cannot stand for the value that is read.
#define LOAD4(to, from) to = *(const float4 *)(from);

__global__ __launch_bounds__(64) void gemv4(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ float tile[4 * 64];
    const int t = threadIdx.x;
    float sum = 0;
    float4 v;

    for (int k = 0; k < n; k += 256) {
        LOAD4(v, x + k + 4 * t)
        tile[t] = v.x;
        tile[64 + t] = v.y;
        tile[128 + t] = v.z;
        tile[192 + t] = v.w;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
