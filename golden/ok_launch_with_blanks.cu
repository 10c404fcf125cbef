// nvcc takes << < and >> > for a launch, as formatters leave it; templates close with >> >, too.
template <class A, class B>
struct pair {
    A a;
    B b;
};
template <class T>
struct twice {
    T first, second;
};

static __global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (int i = t; i < 128; i += blockDim.x)
            xs[i] = x[k + i];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

int some(const float *x, float *y, int n)
{
    pair<int, twice<twice<int>> > sizes = {128, {{1 << 2, 2}, {512 >> 1, 4}}};

    gemv << <sizes.b.first.first, sizes.a, 512 >> > (x, y, n);
    return n << 2;
}
void others(const float *x, float *y, int n)
{
    gemv <<  <dim3(2, n >> 7), 64, (size_t)512>>>(x, y, n);
    gemv<<<1, 32, 512 >>	>(x, y, n);
}
