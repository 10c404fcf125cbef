// kpipe: --layout auto
// A cast to a reference is no conversion: 16 bytes are read.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[32][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i += 4) {
            const float4 &v = reinterpret_cast<const float4 &>(As[tx][i]);
            s += v.x + v.y * 2 - v.z + v.w;
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
