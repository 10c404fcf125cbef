// A barrier under a condition in a loop that reads nothing from memory: no fill.
__global__ void sums(float *__restrict__ out, int n)
{
    __shared__ float xs[2][128];
    float sum = 0.0f;

    for (int k = 0; k < n; k++) {
        sum += k;
        if (k % 4 == 0) {
            xs[k / 4 % 2][threadIdx.x] = sum;
            __syncthreads();
        }
        sum += xs[k / 4 % 2][threadIdx.x ^ 1];
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
