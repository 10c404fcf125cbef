// Each tile is stored some elements behind itself: where that is ahead of what is loaded, a test in
// front of the loop says so. tests/mutants weakens it.
__global__ void __launch_bounds__(128) ahead(const float *x, float *y, int n, int shift)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        y[k + shift + t] = xs[t] + xs[127 - t];
        __syncthreads();
    }
}
