// kpipe: --variant cp-async
// As kp306_near_list_in_another_part, but the list is filled again by an iteration: it would have to be there earlier.
__global__ void f(const float4 *__restrict__ pos, const int *__restrict__ list,
                  float *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    float4 *tile = (float4 *)raw;
    int *idx = (int *)(tile + blockDim.x);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += blockDim.x) {
        if (k == 0)
            idx[t] = list[blockIdx.x * blockDim.x + t];
        __syncthreads();
        tile[t] = pos[k + idx[t]];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += tile[j].x;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}
void g(const float4 *pos, const int *list, float *out, int n)
{
    f<<<8, 128, 128 * 20>>>(pos, list, out, n);
}
