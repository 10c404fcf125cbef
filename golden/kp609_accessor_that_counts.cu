// In one of the instances the memory is counted by another function, which does more than to say where it is.
template <typename T>
struct SharedMemory {
    __device__ T *getPointer()
    {
        extern __shared__ unsigned char bytes[];
        return reinterpret_cast<T *>(bytes);
    }
};

__device__ int calls;

template <>
struct SharedMemory<double> {
    __device__ double *getPointer()
    {
        extern __shared__ double doubles[];
        atomicAdd(&calls, 1);
        return doubles;
    }
};

template <typename T>
__global__ void forces(const T *__restrict__ x, T *__restrict__ out, int n)
{
    SharedMemory<T> shared;
    T *tile = shared.getPointer();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0, mine = x[i];

    for (int k = 0; k < n; k += blockDim.x) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += tile[j] * mine;
        __syncthreads();
    }
    out[i] = sum;
}

void run(const float *x, float *out, const double *y, double *out2, int n)
{
    forces<double><<<n / 256, 256, 256 * sizeof(double)>>>(y, out2, n);
    forces<float><<<n / 256, 256, 256 * sizeof(float)>>>(x, out, n);
}
