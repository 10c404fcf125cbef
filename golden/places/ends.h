// Objects of a library whose end runs code.
namespace ends {
struct ticket {
    float *to;
    int *count;
    __device__ ~ticket() { *to += *count; }
};
struct counted {
    int n;
    __device__ counted &operator=(const counted &);
};
template <class T>
struct row {
    T of[2];
};
inline __device__ int used(ticket) { return 1; }
__device__ ticket draw(const float *from);
}
