// Runs the tests in C: tests [quick | alone | SEED CALLS]. The last form plays more random calls alone. "alone" is for a process
// to which the system refuses threads.
#include "check.h"

int main(int count, char **arguments) {
  CHECK(hitmask_abi_version() == HITMASK_ABI_VERSION);
  CHECK(strcmp(hitmask_last_error(), "") == 0);
  if (count == 3) {
    test_random(strtoull(arguments[1], NULL, 10), strtol(arguments[2], NULL, 10));
    return 0;
  }
  if (count == 2 && strcmp(arguments[1], "alone") == 0) {
    test_alone();
    return 0;
  }
  int is_quick = count > 1;
  test_layout();
  test_masks();
  test_worlds();
  test_motion();
  test_options();
  test_wrong();
  test_made();
  test_ids();
  test_terrain();
  test_refresh();
  test_threads(is_quick ? 20 : 2000);
  test_calls();
  test_random(1, is_quick ? 6000 : 100000);
  printf("hitmask %s: the tests in C passed\n", hitmask_version());
  return 0;
}
