// K and V are loaded into parts of an array, the scores are computed into another part of it.
__global__ void attend(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d)
{
    extern __shared__ float memory[];
    float *Kj = memory, *Vj = &memory[64 * d], *S = &memory[128 * d];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        size_t(d) <= 262144 &&
        1LL * blockDim.x <= 64LL &&
        1LL * d * blockDim.x <= 1LL + 64LL * d &&
        2LL <= 1LL * d;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    if (kp_apart) {
        float kp_r0[4], kp_r1[4];
        auto kp_fetch = [&](int j) __attribute__((always_inline)) {
            memset(kp_r0, 0, sizeof(kp_r0));
            memset(kp_r1, 0, sizeof(kp_r1));
        #pragma unroll
            for (int x = 0, kp_i = 0; kp_i < 4 && x < d; ++x, ++kp_i) {
                kp_r0[kp_i] = K[(j + t) * d + x];
                kp_r1[kp_i] = V[(j + t) * d + x];
            }
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int y = 0; y < 64; ++y)
                S[t * 64 + y] = Kj[y * d] * t;
            for (int y = 0; y < 64; ++y)
                sum += S[t * 64 + y] * Vj[y * d + 1];
        };
        auto kp_store = [&](int j) __attribute__((always_inline)) {
            {
                int x = 0;
            #pragma unroll
                for (int kp_i = 0; kp_i < 4 && x < d; ++x, ++kp_i) {
                    Kj[t * d + x] = kp_r0[kp_i];
                    Vj[t * d + x] = kp_r1[kp_i];
                }
                for (; x < d; ++x) {
                    Kj[t * d + x] = K[(j + t) * d + x];
                    Vj[t * d + x] = V[(j + t) * d + x];
                }
            }
        };
        {
            int j = 0;
            if (j < n) {
                kp_fetch(j);
                kp_store(j);
                __syncthreads();
                for (j += 64; j < n; j += 64) {
                    kp_fetch(j);
                    kp_compute();
                    __syncthreads();
                    kp_store(j);
                    __syncthreads();
                }
                kp_compute();
            }
        }
    } else { // kpipe: as written
        for (int j = 0; j < n; j += 64) {
            for (int x = 0; x < d; ++x) {
                Kj[t * d + x] = K[(j + t) * d + x];
                Vj[t * d + x] = V[(j + t) * d + x];
            }
            __syncthreads();
            for (int y = 0; y < 64; ++y)
                S[t * 64 + y] = Kj[y * d] * t;
            for (int y = 0; y < 64; ++y)
                sum += S[t * 64 + y] * Vj[y * d + 1];
            __syncthreads();
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}
