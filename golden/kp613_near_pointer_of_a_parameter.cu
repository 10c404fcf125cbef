// kpipe: --variant ldg
// A pointer that a parameter of the kernel has leads to no variable of the thread, so that the
// vectors that are loaded by it do not depend on what the pointers to part and more lead to.
struct problem {
    const float *a, *b;
    float *y;
    int n;
};
#define FOUR(p) (*reinterpret_cast<float4 *>(p))

__global__ void k(const problem p)
{
    __shared__ float as[64 * 4], bs[64 * 4];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < p.n; i += 256) {
        __align__(16) float part[4], more[4];
        FOUR(&part[0]) = __ldg(reinterpret_cast<const float4 *>(p.a + i + 4 * t));
        FOUR(&more[0]) = __ldg(reinterpret_cast<const float4 *>(p.b + i + 4 * t));
        for (int j = 0; j < 4; ++j) {
            part[j] = i + 4 * t + j < p.n ? part[j] : 0.0f;
            as[j * 64 + t] = part[j];
            bs[j * 64 + t] = more[j];
        }
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += as[j] * bs[255 - j];
        __syncthreads();
    }
    p.y[blockIdx.x * 64 + t] = sum;
}
