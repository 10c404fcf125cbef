#pragma once
#define threads 256
#define block 16
#define blocks 4
