// kpipe: --no-widen
// The program declares size_t once more, as what it is: a run-time test can use it.
typedef decltype(sizeof(0)) size_t;

__global__ void gemv(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        const size_t at = k + t;

        xs[t] = x[at];
        __syncthreads();
        y[at] = xs[127 - t] * 0.5f;
        __syncthreads();
    }
}

void run(const float *x, float *y, int n) { gemv<<<1, 128>>>(x, y, n); }
