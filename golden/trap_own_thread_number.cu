// kpipe: --arch sm_90 --kernel k
// The threadIdx that the copies would name is another one in the loop.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    const int t = ::threadIdx.x;
    float sum = 0.0f;
    struct {
        unsigned x;
    } threadIdx = {7};

    for (int k = 0; k < n; k += 256) {
        s[t] = A[blockIdx.x * n + k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * threadIdx.x;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
