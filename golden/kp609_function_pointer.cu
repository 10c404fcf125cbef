// Which function runs is known only when it runs.
typedef float (*act_fn)(float);

__global__ void layer(const float *__restrict__ W, const float *__restrict__ x,
                      float *__restrict__ y, act_fn activate, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += W[(k + j) * n + row] * activate(xs[j]);
        __syncthreads();
    }
    y[row] = sum;
}
