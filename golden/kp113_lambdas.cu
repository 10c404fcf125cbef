// K-loops in lambdas: in one that is called here, and in one that is a kernel's body.
template <class F> __global__ void run(F f) { f(blockIdx.x); }
__global__ void tiles(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;
    auto add = [&](auto begin) {
        for (int k = begin; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
            __syncthreads();
        }
    };
    add(0);
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n)
{
    auto body = [=] __device__(int block) {
        __shared__ float xs[128];
        const int t = threadIdx.x;
        float sum = 0;
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
            __syncthreads();
        }
        y[block * 128 + t] = sum;
    };
    run<<<8, 128>>>(body);
    tiles<<<8, 128>>>(x, y, n);
}
