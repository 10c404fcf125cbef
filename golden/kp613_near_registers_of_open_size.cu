// kpipe: --variant ldg
// What the choice of a copy asks for is loaded, too, and kept in an array of registers whose size a template's parameter says.
template <int N>
__global__ void rows(const int *__restrict__ a, const int *__restrict__ map, int *out, int n)
{
    __shared__ int tile[N][128];
    const int t = threadIdx.x;
    int acc = 0, none[1] = {n};

    for (int s = 0; s < n; s += 128) {
        for (int i = 0; i < N; i++) {
            int row = s + t < n ? map[s + t + i] : -1;

            tile[i][t] = row > -1 ? a[row] : none[0];
        }
        __syncthreads();
        for (int i = 0; i < N; i++)
            for (int q = 0; q < 128; q++)
                acc += tile[i][q];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
