// A reader of JSON for the tests: enough for the scripts of calls. It ends the program if the text is not JSON.
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;

typedef struct json json;
struct json {
  json_kind kind;
  double number;
  char *text;    // of JSON_TEXT
  char *name;    // of a value in an object
  json *first;   // of a list or an object
  json *next;    // of the same list or object
};

// Reads a text. Free it with json_free.
json *json_read(const char *text);
void json_free(json *value);

// Returns the value with a name, or NULL if there is none.
const json *json_get(const json *object, const char *name);
// Returns an item of a list, or NULL.
const json *json_at(const json *list, size_t index);
size_t json_count(const json *list);
// Whether two values are equal.
bool json_equal(const json *one, const json *other);

#endif
