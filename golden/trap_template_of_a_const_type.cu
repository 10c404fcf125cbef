// T is const float: no register of it can be assigned.

template <class T> __global__ void gemv(T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template __global__ void gemv<const float>(const float *__restrict__, float *__restrict__, int);
