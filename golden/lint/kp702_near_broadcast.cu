// All lanes read one word.
__global__ void weigh(const float *__restrict__ w, const float *__restrict__ x,
                      float *__restrict__ y)
{
    __shared__ float weight[64];
    int t = threadIdx.x;
    float sum = 0.0f;

    if (t < 64)
        weight[t] = w[t];
    __syncthreads();
    for (int i = 0; i < 64; i++)
        sum += weight[i] * x[i * 256 + t];
    y[t] = sum;
}
