// write through a lambda that returns a reference: not seen as a write (shared index table)
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    __shared__ int Ix[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    auto at = [&](int x) -> int & { return Ix[x]; };
    Ix[t] = 0;
    for (int i = 0; i < n; ++i) {
        As[t] = A[Ix[t] * 64 + t];
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        at(t) = i;
        __syncthreads();
    }
    C[t] = acc;
}
