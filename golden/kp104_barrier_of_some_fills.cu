// The tile is filled in some iterations alone, with barriers under that condition.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    float sum = 0.0f;

    for (int k = 0; k < n; k++) {
        if (k % 4 == 0) {
            __syncthreads();
            xs[threadIdx.x] = x[k * 128 + threadIdx.x];
            __syncthreads();
        }
        sum += xs[threadIdx.x ^ k];
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
