// One of them leaves the loop earlier: that GPU's program is another one.
__global__ void dots(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0, most = 0, least = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#if __CUDA_ARCH__ >= 800
            sum = __dp4a(xs[j], xs[127 - j], sum);
#elif __CUDA_ARCH__ >= 750
            sum += xs[j] * xs[127 - j];
#else
#pragma GCC diagnostic ignored "-Wunused"
            for (int b = 0; b < 32; b += 8)
                sum += (xs[j] >> b) * (xs[127 - j] >> b);
#endif
        }
        if (n > k) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
            most = xs[t] > most ? xs[t] : most;
#else
            most = max(most, xs[t]);
#endif
        }
        if (k > 0) {
#if __CUDA_ARCH__ < 750
            least = xs[t] < least ? xs[t] : least;
#elif __CUDA_ARCH__ < 800
            if (xs[0] == 7)
                break;
#else
            least = min(least, xs[t]);
#endif
        }
        __syncthreads();
    }
    y[t] = sum + most + least;
}
