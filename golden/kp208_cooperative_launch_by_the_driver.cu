// .. also where the driver's functions launch it, by its name in a string.
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
extern "C" int cuModuleGetFunction(CUfunction *, CUmodule, const char *);
extern "C" int cuLaunchCooperativeKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
                                         unsigned, unsigned, cudaStream_t, void **);

extern "C" __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(CUmodule module, const float *x, float *y, int n)
{
    void *arguments[] = {&x, &y, &n};
    CUfunction function;

    cuModuleGetFunction(&function, module, "sums");
    cuLaunchCooperativeKernel(function, 216, 1, 1, 128, 1, 1, 0, 0, arguments);
}
