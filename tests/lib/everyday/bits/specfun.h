// In the place of libstdc++'s special functions (std::beta, std::riemann_zeta), which no kernel calls and CUDA's headers
// include: reading them is a fourth of what a call of nvcc takes. tools/test puts this folder in front of the compiler's own.
