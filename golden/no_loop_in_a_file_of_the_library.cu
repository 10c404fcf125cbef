// The C++ library is not looked for where no kernel needs it: nothing is said of what is not there.
#include <memory>

struct holder {
    std::unique_ptr<int> held;
};

__global__ void scale(float *x)
{
    x[threadIdx.x] *= 2;
}
