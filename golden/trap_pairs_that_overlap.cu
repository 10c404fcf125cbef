// kpipe: --variant cp-async
// A pair goes to two neighbours, of which the next quotient writes the second again.
struct Pair {
    float first, second;
};

__global__ void gemv(const float *__restrict__ A, const Pair *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[32][4][8];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = 0; i < 28; ++i)
            *reinterpret_cast<Pair *>(&xs[t][i % 4][i / 4]) = x[(k + t) * 28 + i];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            for (int i = 0; i < 32; ++i)
                sum += A[(k + j) * 32 + t] * xs[j][i % 4][i / 4];
        __syncthreads();
    }
    y[t] = sum;
}
