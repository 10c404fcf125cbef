// kpipe: --stages 2
// memcpy of one object is its assignment, in the input, too: copies of 16 bytes take four of them. So it is where
// compute copies an element to a variable.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        memcpy(&xs[t], &x[k + t], sizeof(float));
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            float v;
            memcpy(&v, &xs[j], 4);
            sum += v * (j + t);
        }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *out, int n)
{
    sums<<<n / 128, 128>>>(x, out, n);
}
