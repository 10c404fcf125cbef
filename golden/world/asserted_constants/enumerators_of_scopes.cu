struct Cfg { enum { N = 2 }; enum class M { a = 3 }; __device__ static float f(int t) { return t > N ? (int)M::a : 1.f; } };
class Own { enum { N = 2 }; public: __device__ static float f(int t) { return t > N ? 1.f : 1.5f; } };
namespace a { enum { W = 5 }; __device__ float g(int t) { return t > W; } }
__global__ void q(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += 256) {
        As[t] = A[k0 + t];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[t ^ j] * Cfg::f(t) + Own::f(t) + a::g(t);
        __syncthreads();
    }
    C[t] = acc;
}
