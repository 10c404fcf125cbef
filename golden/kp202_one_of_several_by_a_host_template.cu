// A host template makes the instance that the parse does not know.
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
template <float (*F)(float)> void launch_of(float *o, const float *x, int n)
{
    sums<F><<<1, 64>>>(o, x, n);
}
void launch(float *o, const float *x, int n)
{
    launch_of<twice>(o, x, n);
    launch_of<half_of>(o, x, n);
}
