// The macro behind the kernel launches another one with its line as an argument of the template.
template <int N>
__global__ void store(int *to)
{
    *to = N;
}
template <int N>
bool start()
{
    store<N><<<1, 1>>>(nullptr);
    return true;
}
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define START(NAME)                                         \
    namespace {                                             \
    const bool JOIN(NAME, __LINE__) = start<__LINE__>();    \
    }
__global__ void rows(const float *a, float *c, int k)
{
    __shared__ float tile[32][33];
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += 32) {
        tile[threadIdx.y][threadIdx.x] = a[(blockIdx.x * 32 + threadIdx.y) * k + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += tile[threadIdx.y][j] * tile[j][threadIdx.x];
        __syncthreads();
    }
    c[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

void launch(const float *a, float *c, int k)
{
    rows<<<64, dim3(32, 32)>>>(a, c, k);
}

START(rows)
