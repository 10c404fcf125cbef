#pragma once
int count_of(int);
