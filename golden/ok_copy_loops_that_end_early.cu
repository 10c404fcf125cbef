// Tests that end copy loops, behind the copy and in front of it, in all variants.
#define T 64
__global__ void own(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            if (4 * t + i >= 250)
                break;
            as[4 * t + i] = a[k + 4 * t + i];
        }
        __syncthreads();
        for (int i = 0; i < 250; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}
__global__ void coop(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 256) {
        for (int i = t; i < 256; i += T) {
            if (i >= 250)
                break;
            as[i] = a[k + i];
        }
        __syncthreads();
        for (int i = 0; i < 250; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}
__global__ void last(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int end = 0;
    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            end = i;
            as[t + i * T] = a[k + t + i * T] * 2;
            if (t + i * T > 180) break;
        }
        __syncthreads();
        for (int i = 0; i < 180; ++i)
            sum += as[i] * end;
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}
__global__ void two(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[4][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 1024) {
        for (int r = 0; r < 4; ++r) {
            for (int i = 0; i < 4; ++i) {
                if (t + i * T >= 250) break;
                as[r][t + i * T] = a[k + r * 256 + t + i * T] * 2;
            }
            if (r * 64 >= n) break;
        }
        __syncthreads();
        for (int i = 0; i < 250; ++i)
            sum += as[0][i] * as[3][i];
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}
