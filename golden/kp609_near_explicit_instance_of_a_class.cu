// The explicit instantiation makes a kernel for a class of the program: the assertion says so.
struct both {
    float x, y;
};

template <typename T> __global__ void turn(int n, const T *__restrict__ x, T *__restrict__ y)
{
    __shared__ T xs[256];

    for (int k = 0; k < n; k += 256) {
        xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        y[k + threadIdx.x] = xs[255 - threadIdx.x];
        __syncthreads();
    }
}

template <typename T> void run(int n, const T *x, T *y)
{
    turn<T><<<4, 256>>>(n, x, y);
}

template void run<float>(int n, const float *x, float *y);
template void run<both>(int n, const both *x, both *y);
