// kpipe: --arch sm_80 --stages 2
// Vectors of a ragged tile's rows, half of each by one of two threads: where the half begins is computed without a sign. The end of
// the fill is a quotient that leaves nothing.
template <int D>
__global__ void __launch_bounds__(128) attend(const float *__restrict__ K, float *__restrict__ out, int n)
{
    constexpr int HALF = D / 2;
    __shared__ __align__(16) float Ks[32][D];
    const int begin = (threadIdx.x & 1) * HALF;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        const int many = min(32, n - k);

        {
            const float4 *from = (const float4 *)(K + (size_t)k * D);
            float4 *to = (float4 *)&Ks[0][0];

            for (int i = threadIdx.x; i < many * D / 4; i += 128)
                to[i] = from[i];
        }
        __syncthreads();
        for (int j = 0; j < many; j++) {
            const float4 *row = (const float4 *)&Ks[j][begin];

            for (int c = 0; c < HALF / 4; c++) {
                const float4 x = row[c];

                sum += x.x + x.y * x.z - x.w;
            }
        }
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void launch(const float *K, float *out, int n)
{
    attend<64><<<n, 128>>>(K, out, n);
    attend<32><<<n, 128>>>(K, out, n);
}
