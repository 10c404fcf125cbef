// One group is given, of the other each branch is looked at.
#ifdef _MSC_VER
#define ROW static const int
#else
#define ROW const int
#endif

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    ROW t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#ifdef SQUARES
            sum += tile[j] * tile[j];
#else
            sum += tile[j] * tile[127 - j];
#endif
        }
        __syncthreads();
    }
    y[t] = sum;
}
