// kpipe: -- -std=c++11
// The variable that is carried to compute has a type that nobody can write, so that compute has a parameter of
// auto, which C++14 brought.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    struct {
        int at;
    } place = {0};

    for (int k = 0; k < n; k += 256) {
        tile[t] = A[place.at + t];
        place.at += 256;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j] * place.at;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
