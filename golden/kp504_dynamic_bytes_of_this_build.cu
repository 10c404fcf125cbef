// kpipe: --stages 2
// As kp504_near_dynamic_bytes_of_labels, but another build gives the number another value.
template <int K>
__global__ void nearest(const float *__restrict__ data, int n, float *__restrict__ out)
{
    extern __shared__ float best[];
    __shared__ float tile[256];
    float sum = 0;

    for (int start = 0; start < n; start += 256) {
        tile[threadIdx.x] = data[start + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += tile[i] * (float)(i % K);
        __syncthreads();
    }
    best[threadIdx.x * K] = sum;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = best[(threadIdx.x ^ 1) * K];
}

#ifndef COUNT
#define COUNT 64
#endif

void launch(const float *data, int n, float *out)
{
    int count = COUNT;

    nearest<2><<<64, 256, count * 4>>>(data, n, out);
}
