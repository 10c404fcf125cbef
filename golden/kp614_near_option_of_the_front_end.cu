// kpipe: -- -Xcudafe --diag_suppress=177,--display_error_number -Xcompiler -fPIC,-std=c++17
// The front end's options are about messages.
__global__ void __launch_bounds__(128)
    mirror(float *__restrict__ y, const float *__restrict__ x, int n)
{
    __shared__ float buf[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float *tile = buf, *scratch = buf + ((char)200 < 0 ? 128 : 0);

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        const float v = tile[127 - t] * 2.0f;
        __syncthreads();
        scratch[t] = v;
        __syncthreads();
        sum += scratch[127 - t];
        __syncthreads();
    }
    y[t] = sum;
}
