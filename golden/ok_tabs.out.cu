// Indented with tabs.
#define T 16

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
					   float *__restrict__ C, int N, int K)
{
	__shared__ __align__(128) float kp_As[2][T][T];
	__shared__ __align__(128) float kp_Bs[2][T][T];
	const int tx = threadIdx.x, ty = threadIdx.y;
	const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
	float sum = 0.0f;

	A += row * K;
	B += col;
	static_assert(T == 16, "kpipe: T has changed: run kpipe again");
	// kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
	float kp_r0, kp_r1;
	auto kp_fetch = [&]() __attribute__((always_inline)) {
		kp_r0 = A[tx];
		kp_r1 = B[ty * N];
		A += T;
		B += T * N;
	};
	auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
		auto &As = kp_As[kp_stage];
		auto &Bs = kp_Bs[kp_stage];
		for (int k = 0; k < T; ++k)
			sum += As[ty][k] * Bs[k][tx];
	};
	auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
		auto &As = kp_As[kp_stage];
		auto &Bs = kp_Bs[kp_stage];
		As[ty][tx] = kp_r0;
		Bs[ty][tx] = kp_r1;
	};
	{
		int k0 = 0;
		if (k0 < K) {
			int kp_stage = 0;
			kp_fetch();
			kp_store(kp_stage);
			__syncthreads();
			for (k0 += T; k0 < K; k0 += T) {
				kp_fetch();
				kp_compute(kp_stage);
				kp_store(kp_stage ^ 1);
				__syncthreads();
				kp_stage ^= 1;
			}
			kp_compute(kp_stage);
		}
	}
	C[row * N + col] = sum;
}
