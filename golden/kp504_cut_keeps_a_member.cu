// A member keeps what an earlier trip has left, though each trip sets another one first.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[512];
    float sum = 0.0f;
    float2 v = make_float2(0, 0);
    for (int k = 0; k < n; k += 512) {
        for (int i = threadIdx.x; i < 512; i += blockDim.x) {
            v.x = x[k + i];
            xs[i] = v.x + v.y;
            v.y = v.x;
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += xs[j] * (j + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void launch(const float *x, float *out, int n, int threads)
{
    sums<<<8, threads>>>(x, out, n);
}
