// bs has registers because of as, and so its other loop is cut: cs would be copied asynchronously there.
__global__ void dot(const unsigned char *__restrict__ a, const float *__restrict__ b,
                    const float *__restrict__ c, float *__restrict__ y, int n)
{
    __shared__ float as[128], bs[2][128], cs[128];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (int i = threadIdx.x; i < 128; i += blockDim.x) {
            as[i] = 0.5f * a[k + i];
            bs[0][i] = b[k + i];
        }
        for (int i = threadIdx.x; i < 128; i += blockDim.x) {
            bs[1][i] = b[k + i + n];
            cs[i] = c[k + i];
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += as[j] * bs[j % 2][(j + threadIdx.x) % 128] * cs[j];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
