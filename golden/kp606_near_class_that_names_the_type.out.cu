// The class of the tile names the template's type and declares none.
template <int T, typename Real>
__global__ void k(const Real *__restrict__ a, const Real *__restrict__ b, int rows, int stride, Real *value)
{
    __shared__ union {
        Real moved[T][T + 1];
        Real sum[256];
    } both;
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    Real acc = Real(0);

    static_assert(::std::is_arithmetic<Real>::value && !::std::is_volatile<Real>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    Real kp_r0[T > 0 ? (T - 1) / (256 / T) + 1 : 1];
    auto kp_fetch = [&](int i0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < T; i += 256 / T, ++kp_i)
            kp_r0[kp_i] = b[(threadIdx.y + i) * stride + threadIdx.x + i0];
    };
    auto kp_compute = [&](int i0) __attribute__((always_inline)) {
        for (int i = 0; i < T; i += 256 / T)
            acc += a[(threadIdx.y + i + i0) * stride + threadIdx.x] * both.moved[threadIdx.y + i][threadIdx.x];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < T; i += 256 / T, ++kp_i)
            both.moved[threadIdx.x][threadIdx.y + i] = kp_r0[kp_i];
    };
    {
        int i0 = 0;
        if (i0 < rows) {
            kp_fetch(i0);
            kp_store();
            __syncthreads();
            int kp_i0 = i0;
            for (i0 += T; i0 < rows; i0 += T) {
                kp_fetch(i0);
                kp_compute(kp_i0);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_i0 = i0;
            }
            kp_compute(kp_i0);
            __syncthreads();
        }
    }
    both.sum[t] = acc;
    __syncthreads();
    value[t] = both.sum[255 - t];
}
void f(const float *a, const float *b, int rows, int stride, float *v) { k<32><<<4, dim3(32, 8)>>>(a, b, rows, stride, v); }
