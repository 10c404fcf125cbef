// kpipe: --variant ldg
// A type that a class or a namespace names is written in full where its own name is not known.
struct Params {
    using Element = float;
    using Index = int;
    struct Pair {
        Element a, b;
    };
    const Element *__restrict__ x;
    const Pair *__restrict__ pairs;
    Index n;
};
using Index = signed char;

__global__ void of_class(Params p, float *__restrict__ y)
{
    __shared__ float xs[128];
    __shared__ Params::Pair ps[128];
    int t = threadIdx.x;
    float acc = 0;
    const auto n = p.n;
    for (auto k = n - n; k < n; k += 128) {
        xs[t] = p.x[k + t];
        ps[t] = p.pairs[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            acc += xs[j] * ps[j].a + ps[j ^ 1].b;
        acc += k;
        __syncthreads();
    }
    y[t] = acc;
}

namespace app {
using Index = short;
struct Pair {
    float a, b;
};

// Their own names serve here, and the bare one where the kernel says it itself.
__global__ void of_namespace(const Pair *__restrict__ x, const float *__restrict__ z,
                             float *__restrict__ y, Index n)
{
    __shared__ Pair ps[128];
    __shared__ float zs[128];
    int t = threadIdx.x;
    float acc = 0;
    for (Index k = 0; k < n; k += 128) {
        ps[t] = x[k + t];
        zs[t] = z[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            acc += ps[j].a * zs[j];
        acc += k;
        __syncthreads();
    }
    y[t] = acc;
}
} // namespace app

class Sealed {
    struct Pair {
        float a, b;
    };

  public:
    Pair pair;
};

// Nothing but the class may name it.
__global__ void of_nobody(const Sealed *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ decltype(Sealed::pair) ps[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        ps[t] = x[k + t].pair;
        __syncthreads();
        for (int j = 0; j < 128; j++)
            acc += ps[j].a;
        __syncthreads();
    }
    y[t] = acc;
}
