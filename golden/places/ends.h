// Objects of a library whose end runs code.
namespace ends {
struct ticket {
    float *to;
    int *count;
    __device__ ~ticket() { *to += *count; }
};
inline __device__ int used(ticket) { return 1; }
__device__ ticket draw(const float *from);
}
