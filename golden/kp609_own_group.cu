// The program's own namespace of that name, whose blocks wait for nobody: each thread reads its own elements.
__device__ int rounds;

namespace cooperative_groups
{
struct thread_block {
    __device__ void sync()
    {
        atomicAdd(&rounds, 1);
    }
};
__device__ thread_block this_thread_block()
{
    return thread_block();
}
} // namespace cooperative_groups

__global__ void __launch_bounds__(128)
    own(float *__restrict__ y, const float *__restrict__ x, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        cooperative_groups::this_thread_block().sync();
        sum += s[t];
        cooperative_groups::this_thread_block().sync();
    }
    y[t] = sum;
}
