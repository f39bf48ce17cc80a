#include "check.h"
void test_calls(const char *folder) { (void)folder; }
