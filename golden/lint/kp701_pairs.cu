// Every second element: half of what is moved is not wanted.
struct pair;
__global__ void even(const double *__restrict__ x, double *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    y[i] = x[2 * i] + x[2 * i + 1];
}
