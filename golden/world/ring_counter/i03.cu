template<class I> struct T { using type=I; };
template<class I> __global__ void k(const float *__restrict__ x, float *__restrict__ y, int n){ __shared__ float s[128]; int t=threadIdx.x; float acc=0; 
 for (typename T<I>::type k=0;k<n;k+=128) { s[t]=x[(int)(k/256*256)+t]; __syncthreads(); for (int j = 0; j < 128; ++j) acc += s[j] * (j + 1); __syncthreads(); } y[blockIdx.x * 128 + t] = acc; }
void go(const float*x,float*y,int n){ k<int><<<2,128>>>(x,y,n); k<double><<<2,128>>>(x,y,n); }
