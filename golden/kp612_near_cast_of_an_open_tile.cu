// The reference to the tile is to an array, though the template leaves its type open: the cast is of its address.
template <int B> __global__ void mm(float *__restrict__ A, float *__restrict__ C, int K)
{
    int tx = threadIdx.x;
    float4 s = {0, 0, 0, 0};
    for (int k = 0; k < K / B; k += 1) {
        __shared__ float As[B * 4];
        reinterpret_cast<float4 *>(As + tx * 4)[0] = reinterpret_cast<float4 *>(A + B * k + tx * 4)[0];
        __syncthreads();
        for (int i = 0; i < B; ++i)
            s.x = fma(As[i], As[i + 1], s.x);
        __syncthreads();
    }
    reinterpret_cast<float4 *>(C + tx * 4)[0] = s;
}
