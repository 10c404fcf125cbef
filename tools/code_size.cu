// How long a loop of so many bytes of code takes, relative to a short one (tools/code-size).
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { THREADS = 256, INSTRUCTION = 16, VALUES = 16, TOTAL = 1 << 22 };

// About N multiply-adds per iteration, with a barrier at its end as in a K-loop.
template <int N>
__global__ void __launch_bounds__(THREADS) straight(float *out, float x, float y, int trips)
{
    float v[VALUES];

    for (int i = 0; i < VALUES; i++)
        v[i] = threadIdx.x + i;
#pragma unroll 1
    for (int t = 0; t < trips; t++) {
#pragma unroll
        for (int i = 0; i < N; i++)
            v[i % VALUES] = v[i % VALUES] * x + y;
        __syncthreads();
    }
    for (int i = 0; i < VALUES; i++)
        out[(blockIdx.x * THREADS + threadIdx.x) * VALUES + i] = v[i];
}

static void must(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "code-size: %s\n", cudaGetErrorString(e));
    exit(1);
}

// Nanoseconds per multiply-add with so many blocks on each SM; the least of five runs.
template <int N> static double measure(int blocks, int sms, float *out)
{
    const int trips = TOTAL / N;
    cudaEvent_t begin, end;
    float least = 1e30f;

    must(cudaEventCreate(&begin));
    must(cudaEventCreate(&end));
    for (int run = 0; run < 5; run++) {
        float ms;

        must(cudaEventRecord(begin));
        straight<N><<<blocks * sms, THREADS>>>(out, 1.0f, 0.5f, trips);
        must(cudaEventRecord(end));
        must(cudaGetLastError());
        must(cudaEventSynchronize(end));
        must(cudaEventElapsedTime(&ms, begin, end));
        least = ms < least ? ms : least;
    }
    return least * 1e6 / ((double)trips * N * blocks);
}

template <int N> static void line(int sms, float *out, const std::vector<double> &least)
{
    static const int blocks[] = {1, 2, 4};

    printf("%4d KB:", N * INSTRUCTION / 1024);
    for (size_t i = 0; i < least.size(); i++)
        printf("  %d blocks %.3f", blocks[i], measure<N>(blocks[i], sms, out) / least[i]);
    printf("\n");
}

int main()
{
    int sms;
    float *out;

    must(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    must(cudaMalloc(&out, sizeof *out * 4 * sms * THREADS * VALUES));
    const std::vector<double> least = {measure<512>(1, sms, out), measure<512>(2, sms, out),
                                       measure<512>(4, sms, out)};
    line<1024>(sms, out, least);
    line<2048>(sms, out, least);
    line<3072>(sms, out, least);
    line<4096>(sms, out, least);
    line<4608>(sms, out, least);
    line<5120>(sms, out, least);
    line<5632>(sms, out, least);
    line<6144>(sms, out, least);
    line<6656>(sms, out, least);
    line<7168>(sms, out, least);
    line<7680>(sms, out, least);
    line<8192>(sms, out, least);
    line<9216>(sms, out, least);
    line<10240>(sms, out, least);
    line<12288>(sms, out, least);
}
