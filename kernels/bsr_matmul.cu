// C = A * B with A in block-sparse row format: 32x32 blocks, the blocks of block row r are
// row_ptr[r] .. row_ptr[r + 1], block p stands at block column col_idx[p]. N is a multiple of 64.
#define BS 32
#define BN 64
#define THREADS 256

__global__ void __launch_bounds__(THREADS)
    bsr_matmul(const float *__restrict__ values, const int *__restrict__ row_ptr,
               const int *__restrict__ col_idx, const float *__restrict__ B, float *__restrict__ C,
               int N)
{
    __shared__ __align__(16) float As[BS][BS + 4];
    __shared__ __align__(16) float Bs[BS][BN];

    const int tid = threadIdx.x;
    const int tx = tid % 16;
    const int ty = tid / 16;
    const int n0 = blockIdx.x * BN;
    const int end = row_ptr[blockIdx.y + 1];
    float acc[2][4] = {};

    for (int p = row_ptr[blockIdx.y]; p < end; p++) {
        const float *a = values + (size_t)p * BS * BS;
        const float *b = B + (size_t)col_idx[p] * BS * N + n0;
        *(float4 *)&As[tid / 8][tid % 8 * 4] = *(const float4 *)&a[tid * 4];
        *(float4 *)&Bs[tid / 16][tid % 16 * 4] =
            *(const float4 *)&b[(size_t)(tid / 16) * N + tid % 16 * 4];
        *(float4 *)&Bs[tid / 16 + 16][tid % 16 * 4] =
            *(const float4 *)&b[(size_t)(tid / 16 + 16) * N + tid % 16 * 4];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BS; k++) {
            const float4 v = *(const float4 *)&Bs[k][tx * 4];
            for (int i = 0; i < 2; i++) {
                const float s = As[ty * 2 + i][k];
                acc[i][0] += s * v.x;
                acc[i][1] += s * v.y;
                acc[i][2] += s * v.z;
                acc[i][3] += s * v.w;
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < 2; i++)
        *(float4 *)&C[(size_t)(blockIdx.y * BS + ty * 2 + i) * N + n0 + tx * 4] =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

void launch_bsr_matmul(const float *values, const int *row_ptr, const int *col_idx, const float *B,
                       float *C, int block_rows, int N, cudaStream_t stream)
{
    bsr_matmul<<<dim3(N / BN, block_rows), THREADS, 0, stream>>>(values, row_ptr, col_idx, B, C, N);
}
