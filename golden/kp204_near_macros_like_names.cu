// kpipe: --no-widen
// The test's own names are no macro of the file.
#define a 7
#define b_to 3
__global__ void smooth(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, kp_a = blockIdx.x * n;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[kp_a + k + t];
        __syncthreads();
        y[kp_a + k + t] = xs[t] * a + xs[127 - t] * b_to;
        __syncthreads();
    }
}

void run(const float *x, float *y, int n)
{
    smooth<<<8, 128>>>(x, y, n);
}
