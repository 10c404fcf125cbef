// The alignment is a type's, of CUDA's and of the file's.
struct __align__(32) lines {
    float v[8];
};

__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *y, int n)
{
    __shared__ alignas(alignof(float4)) float tile[128];
    __shared__ alignas(alignof(lines)) float weights[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        weights[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * weights[127 - j];
        __syncthreads();
    }
    y[t] = sum;
}
