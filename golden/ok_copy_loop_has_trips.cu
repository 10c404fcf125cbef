// kpipe: --variant ldg
// As ok_copy_loop_without_a_trip, but the bounds are sizes of arrays, or fit into a byte.
template <int W>
__global__ void __launch_bounds__(128) sizes(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[W * 2];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += W * 2) {
        for (int i = t; i < W * 2; i += 128)
            s[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < W * 2; j++)
            acc += s[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) byte(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 256) {
        for (unsigned char i = 55; i < 255; i += 100)
            s[t + i / 100 * 128] = x[k + t + i / 100 * 128];
        __syncthreads();
        acc += s[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
