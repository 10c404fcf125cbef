__device__ float kp_stage = 3;
#define SCALE kp_stage
