// Near kp602_too_many_programs: the conditions have two macros, so there are four programs.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f, most = 0.0f;

    for (int k = 0; k < n; k += 128) {
#ifdef SCALED
        xs[t] = 0.5f * x[k + t];
#else
        xs[t] = x[k + t];
#endif
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
#ifndef SCALED
        most = fmaxf(most, xs[t]);
#endif
#if defined(SCALED) && defined(POSITIVE)
        sum = rintf(sum);
#endif
#ifdef POSITIVE
        sum = fabsf(sum);
#endif
        __syncthreads();
    }
    y[row] = sum + most;
}
