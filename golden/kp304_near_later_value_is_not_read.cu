// The copy's index is set anew in each iteration and then moved on; compute needs the first value
// only. Setting it again there undoes the move, but nobody reads what the loop leaves.
__device__ float scaled(float x, float by = 2.0f)
{
    return x * by;
}

__global__ void __launch_bounds__(32)
    product(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int row = 1;

    for (int k = 0; k < n; k += 32) {
        row = 0;
        const int first = row;
        row ^= 1;
        s[row * 32 + t] = a[k + t];
        __syncthreads();
        sum += scaled(s[32 + (t ^ 1)] * (first + 1));
        __syncthreads();
    }
    c[blockIdx.x * 32 + t] = sum;
}
