#define TILE tile
