// kpipe: --stages 2
// The closure has its own copy of what the reference names, made in front of the loop: with a pointer it would have none.
struct storage {
    float a[8][32];
};

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    storage &s = *reinterpret_cast<storage *>(raw);
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    s.a[row][column] = 1.0f;
    __syncthreads();
    const auto before = [=](int j) { return s.a[row][j]; };
    __syncthreads();
    for (int k0 = 0; k0 < n; k0 += 32) {
        s.a[row][column] = A[row * n + k0 + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s.a[row][j] * before(j);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(const float *A, float *out, int n)
{
    sums<<<1, dim3(32, 8), sizeof(storage)>>>(A, out, n);
}
