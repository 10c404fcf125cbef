// The helper changes what the next tile is loaded from, in one of the kernel's instances.
template <int W> __device__ float weight(const float *w, float *x, int j)
{
    if constexpr (W == 4)
        x[j] = 0.0f;
    return w[j] * W;
}

template <int W>
__global__ void product(float *x, const float *w, float *y, int n)
{
    __shared__ float s[128];
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * weight<W>(w, x, j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}

void launch(float *x, const float *w, float *y, int n)
{
    product<2><<<8, 128>>>(x, w, y, n);
    product<4><<<8, 128>>>(x, w, y, n);
}
