// Where the blocks of a grid land that have work, when the others return at once
// (tools/block-places).
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

enum { THREADS = 256, CYCLES = 60000, WHOLE = 8192, MOST_HELD = 8 };

// Which blocks have work: the first rows of the grid, the left part of each row, all.
enum which { FIRST, LEFT, ALL };

// Says for each block with work on which SM it ran, plus one, and keeps the SM busy meanwhile.
__global__ void spin(unsigned *place, which w, unsigned part)
{
    extern __shared__ char memory[];
    const unsigned x = blockIdx.x, y = blockIdx.y;
    const bool works = w == FIRST ? y < gridDim.y / part : w == LEFT ? x < gridDim.x / part : true;
    unsigned sm;

    if (!works)
        return;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (!threadIdx.x)
        place[y * gridDim.x + x] = sm + 1;
    memory[threadIdx.x] = 0;
    for (const long long begin = clock64(); clock64() - begin < CYCLES;)
        ;
}

static void must(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "block-places: %s\n", cudaGetErrorString(e));
    exit(1);
}

// A line: `n` blocks of the grid have work, and an SM has room for as many as this much shared
// memory allows.
static void measure(const char *what, which w, unsigned n, int sms, int bytes)
{
    const unsigned row = n % 64 ? 32 : 64, blocks = w == ALL ? n : WHOLE, part = blocks / n;
    std::vector<unsigned> place(blocks);
    std::map<unsigned, int> on;
    std::map<int, int> shares;
    unsigned *device;
    int room;

    if (w == LEFT && (row % part || row < part))
        return;
    must(cudaMalloc(&device, blocks * sizeof *device));
    must(cudaMemset(device, 0, blocks * sizeof *device));
    must(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, spin, THREADS, bytes));
    spin<<<dim3(row, blocks / row), THREADS, bytes>>>(device, w, part);
    must(cudaGetLastError());
    must(cudaMemcpy(place.data(), device, blocks * sizeof *device, cudaMemcpyDeviceToHost));
    must(cudaFree(device));
    for (unsigned sm : place)
        if (sm)
            on[sm]++;
    for (auto &sm : on)
        shares[sm.second]++;
    printf("%s: %u of %u work, room for %d: even %.2f, most %d |", what, n, blocks, room,
           n / (double)sms, shares.rbegin()->first);
    for (auto &share : shares)
        printf(" %dx%d", share.second, share.first);
    printf("\n");
}

static void table(const char *what, which w, int sms)
{
    static const unsigned numbers[] = {64, 128, 160, 192, 256, 320, 384, 448, 512, 640, 768, 1024};
    static const int bytes[MOST_HELD + 1] = {0,     200000, 100000, 72000, 55000,
                                             44000, 36000,  31000,  27000};

    for (unsigned n : numbers)
        for (int held = 2; held <= MOST_HELD; held++)
            if (((int)n + sms - 1) / sms <= held)
                measure(what, w, n, sms, bytes[held]);
}

int main()
{
    int sms;

    must(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    table("first", FIRST, sms);
    table("all", ALL, sms);
    table("left", LEFT, sms);
}
