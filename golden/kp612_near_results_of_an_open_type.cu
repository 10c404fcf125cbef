// What a template's type leaves open flows from the tile through a variable of that type into memory, in a loop within compute: a value, not the tile's address.
template <typename T> __global__ void nearest(int n, const T *__restrict__ points, int m, const T *__restrict__ others, T *__restrict__ result)
{
    __shared__ T buf[512];

    for (int k = 0; k < m; k += 512) {
        int end = min(m, k + 512) - k;
        for (int j = threadIdx.x; j < end; j += blockDim.x)
            buf[j] = others[k + j];
        __syncthreads();
        for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < n; j += blockDim.x * gridDim.x) {
            T x = points[j], best = 0;
            for (int i = 0; i < end; i++) {
                T d = buf[i] - x;
                if (i == 0 || d * d < best)
                    best = d * d;
            }
            if (k == 0 || best < result[j])
                result[j] = best;
        }
        __syncthreads();
    }
}

void of_float(float *result, const float *points, const float *others, int n) { nearest<<<4, 512>>>(n, points, n, others, result); }
void of_double(double *result, const double *points, const double *others, int n) { nearest<<<4, 512>>>(n, points, n, others, result); }
