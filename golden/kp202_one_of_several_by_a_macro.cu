// A macro makes the instance that the parse does not know.
__device__ float twice(float x) { return 2 * x; }
__device__ float half_of(float x) { return x / 2; }
__device__ float half_of(float x, int times);

template <float (*F)(float)>
__global__ void sums(float *out, const float *__restrict__ x, int n)
{
    __shared__ float part[64];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        part[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += F(part[j]);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
#define OTHER(f) auto other = sums<f>
void launch(float *o, const float *x, int n)
{
    OTHER(half_of);
    sums<twice><<<1, 64>>>(o, x, n);
    other<<<1, 64>>>(o, x, n);
}
