// The number that an address is divided by is a type's alignment: bits that a stage has as the array.
template <class T> __global__ void k(const T *__restrict__ x, float *__restrict__ out, int n)
{
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    unsigned char *behind = reinterpret_cast<unsigned char *>(tile + 128);
    size_t offset = reinterpret_cast<size_t>(behind) % alignof(float);
    if (offset != 0)
        behind += (alignof(float) - offset);
    float *scratch = reinterpret_cast<float *>(behind);
    const int t = threadIdx.x;
    float sum = 0.0f;
    
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j) sum += tile[j] * t;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            kp_fetch(i);
            kp_store();
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * 128 + t] = sum + (scratch ? 1.0f : 0.0f);
}
void go(const float *x, float *o, int n) { k<float><<<1, 128, 1024>>>(x, o, n); }
