// kpipe: --copies-only
// The condition is an int, which has all values of a short.
__global__ void f(const short *__restrict__ x, short *__restrict__ out, int n)
{
    __shared__ __align__(16) short tile[512];
    const int t = threadIdx.x;
    short sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    for (int i = 0; i < n; i += 512) {
        if (kp_wide) {
            const int j = t * 8;
            if (j < 512) {
                *reinterpret_cast<uint4 *>(&tile[j]) =
                    j < 384 ? *reinterpret_cast<const uint4 *>(&x[i + j]) : make_uint4(0, 0, 0, 0);
            }
        } else
            for (int j = t; j < 512; j += 128)
                tile[j] = j < 384 ? x[i + j] : 0;
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
