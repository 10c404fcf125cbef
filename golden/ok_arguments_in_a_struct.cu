// kpipe: --variant ldg --stages 2
// Pointers and sizes come in an object by value, some in an object of its own, and a number is a macro of the compiler's own:
// kpipe's check of the text executes it.
#include <float.h>

struct matrix {
    const float *__restrict__ at;
    int stride[2];
};

struct problem {
    matrix a, b;
    float *__restrict__ c;
    float alpha;
    int K;
};

__global__ void product(const problem p)
{
    __shared__ float as[16][17], bs[16][17];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f, most = -FLT_MAX;

    for (int k = 0; k < p.K; k += 16) {
        as[y][x] = p.a.at[(blockIdx.y * 16 + y) * p.a.stride[0] + (k + x) * p.a.stride[1]];
        bs[y][x] = p.b.at[(k + y) * p.b.stride[0] + (blockIdx.x * 16 + x) * p.b.stride[1]];
        __syncthreads();
        for (int j = 0; j < 16; ++j) {
            sum += as[y][j] * bs[j][x];
            most = fmaxf(most, as[y][j]);
        }
        __syncthreads();
    }
    p.c[(blockIdx.y * 16 + y) * (16 * gridDim.x) + blockIdx.x * 16 + x] = p.alpha * sum + most;
}
