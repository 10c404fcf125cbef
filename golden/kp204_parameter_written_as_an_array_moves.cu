// The parameter is a pointer that is moved on: where its memory ends is not known.
__global__ void product(float A[64], float C[], int n)
{
    __shared__ float a[64];
    const int x = threadIdx.x;

    for (int k = 0; k < n; k += 64) {
        a[x] = A[k + x];
        __syncthreads();
        for (int i = 0; i < 64; i++)
            C[x] += a[i] * i;
        __syncthreads();
        C++;
    }
}
