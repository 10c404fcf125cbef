// kpipe: -v
// A switch is not executed on small sizes, and -v says so.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n, int kind)
{
    __shared__ float tile[128];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        tile[t] = x[blockIdx.x * n + k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            switch (kind) {
            case 0:
                sum += tile[j];
                break;
            case 1:
                sum += tile[j] * tile[j];
                break;
            default:
                sum = fmaxf(sum, tile[j]);
            }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
