// One of the groups asks for a name too, and is chosen by itself.
__global__ void dots(const int *x, int *__restrict__ y, int n)
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
#if defined(FAST) || __CUDA_ARCH__ >= 800
            most = xs[t] > most ? xs[t] : most;
#else
            x += 1;
#endif
        }
        if (k > 0) {
#if __CUDA_ARCH__ < 750
            least = xs[t] < least ? xs[t] : least;
#elif __CUDA_ARCH__ < 800
            least = min(xs[t], least);
#else
            least = min(least, xs[t]);
#endif
        }
        __syncthreads();
    }
    y[t] = sum + most + least;
}
