// Runs the tests in C: tests FOLDER_OF_CALLS [quick]
#include "check.h"

int main(int count, char **arguments) {
  CHECK(count >= 2);
  CHECK(hitmask_abi_version() == HITMASK_ABI_VERSION);
  CHECK(strcmp(hitmask_last_error(), "") == 0);
  test_layout();
  test_masks();
  test_worlds();
  test_motion();
  test_wrong();
  test_threads(count > 2 ? 20 : 2000);
  test_calls(arguments[1]);
  printf("hitmask %s: the tests in C passed\n", hitmask_version());
  return 0;
}
