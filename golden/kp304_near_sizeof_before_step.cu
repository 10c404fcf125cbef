// kpipe: --shape split
// sizeof reads no value, so k0 may move on behind it: compute's copy is taken behind the step.
__global__ void moved(const float *A, float *C, int K)
{
    __shared__ float As[256];
    float acc = 0.0f;
    int k0 = 0;

    while (k0 < K) {
        As[threadIdx.x] = A[k0 + threadIdx.x];
        __syncthreads();
        acc += sizeof(k0);
        k0 += 256;
        for (int i = 0; i < 256; i++)
            acc += As[i] * (float)k0;
        __syncthreads();
    }
    C[threadIdx.x] = acc;
}

int main()
{
    moved<<<1, 256>>>(nullptr, nullptr, 1024);
}
