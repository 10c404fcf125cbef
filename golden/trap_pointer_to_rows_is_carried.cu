// A pointer to an array has its name inside of its type.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (const float (*row)[128] = (const float (*)[128])x; row < (const float (*)[128])x + n; ++row) {
        tile[t] = (*row)[t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (*row)[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
