// Tiles are stored from the last one on: what is stored lies in front of the loads that are still
// to come. tests/mutants weakens the test in front of the loop.
__global__ void __launch_bounds__(128) from_the_end(const float *x, float *y, int n, int shift)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[4096 + k + t];
        __syncthreads();
        y[n + shift - k + t] = xs[t] + xs[127 - t];
        __syncthreads();
    }
}
