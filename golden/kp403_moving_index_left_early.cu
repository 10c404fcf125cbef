// kpipe: --variant ldg
// The copy loop ends where the data say so, and a second one goes on from there.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        int at = t;
        for (int i = 0; i < 2; ++i) {
            if (x[k + at] > 0.75f)
                break;
            at += 128;
        }
        for (int i = 0; i < 2; ++i)
            tile[at + 128 * i] = x[k + t + 128 * i];
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
