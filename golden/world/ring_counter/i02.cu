template<class I> __global__ void k(const float *__restrict__ x, float *__restrict__ y, int n){ __shared__ float s[128]; int t=threadIdx.x; float acc=0; 
 for (I k=0;k<n;k+=128) { s[t]=x[(k-64)/2%1024+t]; __syncthreads(); for (int j = 0; j < 128; ++j) acc += s[j] * (j + 1); __syncthreads(); } y[blockIdx.x * 128 + t] = acc; }
void go(const float*x,float*y,int n){ k<unsigned><<<2,128>>>(x,y,n); k<unsigned long><<<2,128>>>(x,y,n); }
