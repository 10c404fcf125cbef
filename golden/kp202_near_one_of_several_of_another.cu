// Another template has an instance that the parse does not know: it knows all of this one, of which
// a host template makes some.
__device__ float twice(float x) { return 2 * x; }
__device__ float thrice(float x) { return 3 * x; }
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
template <float (*F)(float)> __global__ void each(float *x) { x[threadIdx.x] = F(x[threadIdx.x]); }

template <float (*F)(float)> void launch_of(float *o, const float *x, int n)
{
    sums<F><<<1, 64>>>(o, x, n);
}
void launch(float *o, const float *x, int n)
{
    auto other = each<half_of>;
    launch_of<twice>(o, x, n);
    sums<thrice><<<1, 64>>>(o, x, n);
    other<<<1, 64>>>(o);
}
