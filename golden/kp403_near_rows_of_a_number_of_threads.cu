// kpipe: --stages 2
// Four threads fill a row, and trips are whole rows apart: that holds in every block.
__global__ void boxes(const float *__restrict__ boxes, float *__restrict__ out, int first, int last)
{
    __shared__ float tile[256][4];
    float sum = 0;

    for (int start = first; start < last; start += 256) {
        const int left = last - start;
        const int count = left > 256 ? 256 : left;

        __syncthreads();
        for (int i = 0; i < 4; i++) {
            const int at = start * 4 + threadIdx.x + i * 256;

            if (at < last * 4)
                tile[(threadIdx.x - threadIdx.x % 4 + i * 256) / 4][threadIdx.x % 4] =
                    boxes[at];
        }
        __syncthreads();
        for (int i = 0; i < count; i++)
            sum += tile[i][0] * tile[i][2] + tile[i][1] * tile[i][3];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(const float *b, float *out, int first, int last)
{
    boxes<<<16, 256>>>(b, out, first, last);
}
