// The host's function of the same name is made of types that kpipe does not know: no error is new.
#include <torch/extension.h>

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += tile[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

namespace host {
void dots(torch::Tensor x, torch::Tensor y)
{
    ::dots<<<2, 64>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.size(0));
}
}
