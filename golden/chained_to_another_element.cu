// As kp403_near_chained_assignment, but one of the two is not the element that the other branch fills.
__global__ void dot(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int n)
{
    __shared__ float X[128], Y[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += 128) {
        if (k0 + t < n) {
            X[t] = A[k0 + t];
            Y[t] = B[k0 + t];
        } else {
            X[t] = Y[t & 63] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
