#define PLUS 16 +

enum class Axis { x, y };
__device__ inline float ax(int t) { return t == (int)Axis::y ? 2.f : 1.f; }

template <class T> __global__ void q(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T As[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += 256) {
        As[t] = A[k0 + t];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[t ^ j].a * ax(t) + (PLUS 3);
        __syncthreads();
    }
    C[t] = acc;
}
struct Later { float a, b; };
void go(Later *a, float *c) { q<Later><<<1, 256>>>(a, c, 1024); }
