// Sizes and limits are the same for all compilers; a condition of the preprocessor is no value.
#define WIDTH (16 * __SIZEOF_INT__ * __CHAR_BIT__ / 4)
#if __GNUC__ >= 3 && defined(__cplusplus)
#define SCALE 2.0f
#else
#define SCALE 2.0f
#endif

__global__ void k(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ int s[WIDTH];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += WIDTH) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < WIDTH; ++j)
            sum += s[j] == __INT_MAX__ ? 0 : s[j] * SCALE;
        __syncthreads();
    }
    y[blockIdx.x * WIDTH + t] = sum;
}
