// Declarations behind the definitions, in the bodies of others, say how many registers blocks have:
// these kernels get no __launch_bounds__, which would not go with it.
__global__ void first(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float tile[1024];
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 1024; i++)
            sum += tile[i] * (i + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + threadIdx.x] = sum;
}

__global__ void second(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float tile[1024];
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 1024; i++)
            sum += tile[i] * (i - threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    extern __global__ void first(const float *__restrict__ a, float *__restrict__ out, int n)
        __maxnreg__(32);
    struct launcher {
        void all(const float *a, float *out, int n)
        {
            __maxnreg__(32) extern __global__ void second(const float *__restrict__ a,
                                                          float *__restrict__ out, int n);
            second<<<n / 1024, 1024>>>(a, out, n);
        }
    };
    first<<<n / 1024, 1024>>>(a, out, n);
    launcher().all(a, out, n);
}
