// kpipe: --merge 2x1x1
// Every image has weights of its own: nothing is shared along z.
#define T 16
__global__ void layer(const float *__restrict__ X, const float *__restrict__ W, float *__restrict__ Y,
                      int n, int depth)
{
    __shared__ float Xs[T][T];
    __shared__ float Ws[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx, image = blockIdx.z;
    float sum = 0.0f;

    for (int k = 0; k < depth; k += T) {
        Xs[ty][tx] = X[(image * n + row) * depth + k + tx];
        Ws[ty][tx] = W[(image * depth + k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += Xs[ty][i] * Ws[i][tx];
        __syncthreads();
    }
    Y[(image * n + row) * n + col] = sum;
}
