// Comments silence a line, a check, the next line, a range.
__global__ void even(const float *__restrict__ x, float *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    y[i] = x[4 * i];     // NOLINT
    y[i] += x[4 * i + 1]; // NOLINT(kpipe-uncoalesced)
    y[i] += x[4 * i + 2]; // NOLINT(bank-conflict, KP701)
    y[i] += x[4 * i + 3]; // NOLINT(kpipe-bank-*)
    // NOLINTNEXTLINE(kpipe-*)
    y[i] += x[8 * i];
    y[i] += x[8 * i + 1];
    // NOLINTBEGIN(uncoalesced)
    y[i] += x[16 * i];
    // NOLINTEND(uncoalesced)
    y[i] += x[16 * i + 1];
}
