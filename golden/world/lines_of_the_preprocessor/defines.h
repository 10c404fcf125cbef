#undef F
#define F 2
#undef G
#define G 64
