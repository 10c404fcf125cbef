// kpipe: --stages 2
// As kp504_near_dynamic_bytes_of_labels, but a launch sets the number of bytes.
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

void launch(const float *data, int n, float *out, int k)
{
    int threads = 256;
    size_t bytes = threads * k * sizeof(float);

    switch (k) {
    case 2:
        nearest<2><<<64, threads, bytes = 46 << 10>>>(data, n, out);
        break;
    case 32:
        nearest<32><<<64, threads, bytes>>>(data, n, out);
        break;
    case 64:
        nearest<64><<<64, threads, bytes>>>(data, n, out);
        break;
    default:
        return;
    }
    if (k == 5)
        nearest<5><<<64, threads, bytes>>>(data, n, out);
}
