// Fill and first use share one macro. It joins words, and so cannot stand for itself.
#define COPY_AND_NORM(dst, src, acc)                                                               \
    dst[thread##Idx.x] = (src)[threadIdx.x];                                                         \
    acc += (src)[threadIdx.x] * (src)[threadIdx.x]

__global__ void norms(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f, norm = 0.0f;

    for (int i = 0; i < n; i += 128) {
        COPY_AND_NORM(tile, x + i, norm);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum * norm;
}
