// kpipe: --stages 2
// The object is made by the compiler's own constructor: zeros, as with braces.
struct greater {
    float least;
    __device__ float operator()(float a, float b) const { return a > b ? a : b > least ? b : least; }
};

__global__ void largest(const float *__restrict__ x, float *out, int n)
{
    __shared__ float part[256];
    const int t = threadIdx.x;
    float best = 0;

    for (int k = 0; k < n; k += 256) {
        part[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            best = greater()(best, part[j] + part[(j + t) % 256]);
        __syncthreads();
    }
    out[t] = best;
}

void launch(const float *x, float *out, int n)
{
    largest<<<1, 256>>>(x, out, n);
}
