// What ends the copy loops is the same in every iteration, so the same elements are stored in each.
#define T 64

__global__ void rows(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int rows)
{
    __shared__ float as[T][17];
    __shared__ float bs[200];
    const int t = threadIdx.x;
    const int row = blockIdx.x * T + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
#pragma unroll
        for (int i = 0; i < 20; i++) {
            if (i >= 16)
                break;
            if (row < rows && k + i < n)
                as[t][i] = a[row * n + k + i];
            else
                as[t][i] = 0.0f;
        }
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (j >= 200)
                break;
            bs[j] = b[k + j] * 0.5f;
        }
        __syncthreads();
        for (int i = 0; i < 16; ++i)
            sum += as[63 - t][i] * bs[(i + 3 * t) % 200];
        __syncthreads();
    }
    c[row] = sum;
}
