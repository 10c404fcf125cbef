// The constructor stores into global memory beside its members.
__device__ float last;
struct point {
    float x, y;
    __device__ point() {}
    __device__ point(double a, double b) { x = a, last = b, y = b; }
    __device__ point operator-(const point &p) const { return point(x - p.x, y - p.y); }
};

__global__ void distances(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    point at(t, 0.5);

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j += 2) {
            point to = at - point(xs[j], xs[j + 1]);
            sum += to.x * to.x + to.y * to.y;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n)
{
    distances<<<2, 128>>>(x, y, n);
}
