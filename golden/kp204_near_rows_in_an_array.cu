// kpipe: --stages 2
// The rows that a thread fills and stores stand in an array of its own: what was stored there says how far they go.
template <typename T, int K, int V>
__global__ void products(const T *in, T *out, const T *weights, int stride_in, int stride_out, int n)
{
    __shared__ T tile[K][K], factors[K][K];
    const int tx = threadIdx.x;
    int ty[V];
    T sums[V];

#pragma unroll
    for (int v = 0; v < V; v++)
        ty[v] = threadIdx.y + v * (K / V);
#pragma unroll
    for (int v = 0; v < V; v++)
        factors[ty[v]][tx] = weights[ty[v] * K + tx];
    __syncthreads();
    for (int s = blockIdx.x * K; s < n; s += K * gridDim.x) {
#pragma unroll
        for (int v = 0; v < V; v++)
            tile[ty[v]][tx] = in[(s + ty[v]) * stride_in + tx];
        __syncthreads();
#pragma unroll
        for (int v = 0; v < V; v++)
            sums[v] = 0;
#pragma unroll
        for (int k = 0; k < K; k++)
#pragma unroll
            for (int v = 0; v < V; v++)
                sums[v] += tile[ty[v]][k] * factors[k][tx];
#pragma unroll
        for (int v = 0; v < V; v++)
            out[(s + ty[v]) * stride_out + tx] = sums[v];
        __syncthreads();
    }
}

void run(const float *in, float *out, const float *weights, int stride_in, int stride_out, int n)
{
    products<float, 32, 4><<<dim3(8), dim3(32, 8)>>>(in, out, weights, stride_in, stride_out, n);
}
