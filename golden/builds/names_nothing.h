#pragma once
#define nothing(x)
