// kpipe: --stages 2
// As kp504_near_dynamic_bytes_of_labels, but the number is a global one that is declared in the function.
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

void change();

void launch(const float *data, int n, float *out)
{
    extern int count;

    if (count == 64) {
        change();
        nearest<2><<<64, 256, count * 4>>>(data, n, out);
    }
}
