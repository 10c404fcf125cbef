#pragma once
#define kp_stage 0
