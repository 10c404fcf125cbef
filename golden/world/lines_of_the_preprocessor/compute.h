acc += s[j] * 2;
