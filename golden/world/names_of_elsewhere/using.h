#pragma once
namespace kpn { constexpr int kp_wide = 3, kp_stage = 4, kp_load = 5; }
using namespace kpn;
#define USE(a) (a * kp_wide + kp_stage + kp_load)
