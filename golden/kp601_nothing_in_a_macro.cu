// kpipe: --stages 2
// As kp601_near_nothing_in_a_macro, with a macro of two definitions, which is not written out.
#define MOVE_ON ; m--;
#undef MOVE_ON
#define MOVE_ON ; m++;

__global__ void behind_nothing(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[64];
    const int t = threadIdx.x;
    float s = 0.0f;
    int m = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t + m];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            s += a[j] * (j + t);
        { MOVE_ON }
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = s;
}

