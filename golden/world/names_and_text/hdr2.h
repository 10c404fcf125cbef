#define kp_stage kp_other + 0
#define kp_s kp_fetch
#define kp_r0 (acc)
