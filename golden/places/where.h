// What takes the place of who names it, and what does not.
#pragma once
#define WHERE __LINE__
#define UNIQUE __COUNTER__
#define C10_UNIQUE __COUNTER__
#define KIND(x) sizeof(decltype(x))
__host__ __device__ inline int line_of(int line = __builtin_LINE()) { return line; }
struct place {
    int line = __builtin_LINE();
};
__host__ __device__ inline place make_place(place p = {}) { return p; }
struct notes {
    static __host__ __device__ int here(int line = line_of()) { return line; }
    __host__ __device__ int own() const { return line_of() + __LINE__; }
};
__host__ __device__ constexpr int elements() { return __builtin_is_constant_evaluated() ? 256 : 128; }
__host__ __device__ constexpr int twice() { return 2 * elements(); }
