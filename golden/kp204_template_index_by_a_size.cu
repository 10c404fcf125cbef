// The index, not only the element, depends on the size of a type: that is not followed.
template <typename T, int BS>
__global__ void smooth(const float *x, float *y, int n)
{
    __shared__ float xs[BS];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += BS) {
        if (t < BS)
            xs[t] = x[k + t * sizeof(T)];
        __syncthreads();
        if (t < BS)
            y[k + t] = xs[BS - 1 - t];
        __syncthreads();
    }
}
