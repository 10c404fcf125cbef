#pragma once
__constant__ float kp_wide = 3;
#define USE kp_wide
