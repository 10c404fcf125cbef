// Launches that choose between a kernel and its clone with merged blocks, by their grids. Compiled as it is, and as
// kpipe rewrites it with --merge 2x4, where MERGED is defined: then it is known from which grid on the clone is taken.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define T 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

static int asked;

static dim3 grid_of(int n)
{
    asked++;
    return dim3(n / T, n / T);
}

static void launch(const float *A, const float *B, float *C, int n, cudaStream_t stream)
{
    gemm<<<grid_of(n), dim3(T, T), 0, stream>>>(A, B, C, n);
}

// ---- the host ------------------------------------------------------------------------------------

static int passed, failed;

static void check(bool good, const char *what, int n)
{
    ++(good ? passed : failed);
    if (!good)
        printf("FAILED %s, n = %d\n", what, n);
}

static void must(cudaError_t e, const char *what)
{
    if (e == cudaSuccess)
        return;
    printf("%s: %s\n0 passed, 1 failed\n", what, cudaGetErrorString(e));
    exit(1);
}

static void run(int n, bool captured)
{
    std::vector<float> a((size_t)n * n), b(a.size()), c(a.size());
    float *A, *B, *C;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    int before = asked, wrong = 0;

    for (size_t i = 0; i < a.size(); ++i) {
        a[i] = (float)(i * 2654435761u % 5);
        b[i] = (float)(i * 2246822519u % 7);
    }
    must(cudaStreamCreate(&stream), "cudaStreamCreate");
    must(cudaMalloc(&A, a.size() * sizeof(float)), "cudaMalloc");
    must(cudaMalloc(&B, a.size() * sizeof(float)), "cudaMalloc");
    must(cudaMalloc(&C, a.size() * sizeof(float)), "cudaMalloc");
    must(cudaMemcpy(A, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
    must(cudaMemcpy(B, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
    if (captured)
        must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    launch(A, B, C, n, stream);
    if (captured) {
        must(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
        must(cudaGraphInstantiateWithFlags(&ready, graph, 0), "cudaGraphInstantiate");
        must(cudaGraphLaunch(ready, stream), "cudaGraphLaunch");
    }
    must(cudaStreamSynchronize(stream), "the kernel");
    must(cudaMemcpy(c.data(), C, c.size() * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (int at = 0; at < n * n; at += 97) { // the products are whole numbers, and their sums exact
        float sum = 0.0f;

        for (int k = 0; k < n; ++k)
            sum += a[at / n * n + k] * b[k * n + at % n];
        wrong += c[at] != sum;
    }
    check(!wrong, captured ? "the product, from a graph" : "the product", n);
    check(asked == before + 1, "the grid is asked for once", n);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    cudaStreamDestroy(stream);
}

int main()
{
    static const int sizes[] = {16, 48, 208, 512, 1024, 1040};

    for (int n : sizes)
        for (int captured = 0; captured < 2; ++captured)
            run(n, captured);
#ifdef MERGED
    int sms = 0;
    must(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
    check(!kp_pipelined::PAYS_GEMM(dim3(1), (const void *)kp_pipelined::gemm), "one block keeps the kernel", 16);
    check(kp_pipelined::PAYS_GEMM(dim3(16 * sms, 8), (const void *)kp_pipelined::gemm), "sixteen groups per SM are merged", 0);
#endif
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
