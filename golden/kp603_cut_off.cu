// The file ends in the loop behind the K-loop: nobody knows what else the kernel does.
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[threadIdx.x] = in[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
    for (int i = 0; i < 4; ++i) {
        sum += out[i];
