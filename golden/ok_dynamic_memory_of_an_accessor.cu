// The array is declared in a method, so that each instance may have its own type: its address is that of the block's memory.
template <typename T>
struct SharedMemory {
    __device__ T *getPointer()
    {
        extern __shared__ unsigned char bytes[];
        return reinterpret_cast<T *>(bytes);
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

void run(const float *x, float *out, int n)
{
    forces<float><<<n / 256, 256, 256 * sizeof(float)>>>(x, out, n);
}
