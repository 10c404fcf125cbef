// Registers that hold 8-byte integers are set to 0 before they are filled: that changes nothing which they could point to.
__global__ void sums(const long long *__restrict__ x, float *__restrict__ out, int n, int m)
{
    extern __shared__ long long rows[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k++) {
        for (int r = t; r < 64; r += blockDim.x)
            for (int c = 0; c < 6; c++)
                rows[r * 9 + c] = x[(k * 64 + r) * m + c];
        __syncthreads();
        for (int j = 0; j < 6; j++)
            sum += (float)rows[(t * 7 + 3) % 64 * 9 + j] * (t + j);
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
void run(const long long *x, float *out, int n, int m) { sums<<<2, 64, 64 * 9 * 8>>>(x, out, n, m); }
