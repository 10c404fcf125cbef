// An operator of a class is none of a pointer's, whatever T is.
struct pair {
    float x, y;
};

static __host__ __device__ inline pair operator+(pair a, pair b)
{
    return pair{a.x + b.x, a.y + b.y};
}

static __host__ __device__ inline pair operator-(pair a, int)
{
    return a;
}

template <typename T, int W>
__global__ void rows(const T *__restrict__ A, T *B, int n, int m)
{
    __shared__ T tile[W * 32];
    const int t = threadIdx.x;
    T *to, *from, sum = 0;

    to = B + (n + blockIdx.x * W) * m;
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int r) __attribute__((always_inline)) {
        kp_r0 = A[r * 32 + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        from = tile + 32;
        for (int j = 0; j < 32; j++)
            sum += *(from - 1 - j);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int r = 0;
        if (r < n) {
            kp_fetch(r);
            kp_store();
            __syncthreads();
            for (r++; r < n; r++) {
                kp_fetch(r);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    to[t] = sum;
}
