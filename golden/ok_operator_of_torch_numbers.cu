// kpipe: -- -isystem places
// Where no operator is in sight the language's own stands in the text; for PyTorch's numbers it is a library's function, which
// computes as it does.
#include <c10/util/BFloat16.h>
template <typename T>
__global__ void k(const T *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, int n)
{
    __shared__ T s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        const T v = w[i];
        for (int j = 0; j < 128; ++j)
            acc += float(s[j] - v);
        y[blockIdx.x * n + i + t] = T(acc);
        __syncthreads();
    }
}
void go(const c10::BFloat16 *x, const c10::BFloat16 *w, c10::BFloat16 *y, int n) { k<<<8, 128>>>(x, w, y, n); }
