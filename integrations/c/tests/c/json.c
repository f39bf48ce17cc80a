#include "json.h"
#include "check.h"

static json *value(const char **at);

static void skip(const char **at) {
  while (**at == ' ' || **at == '\n' || **at == '\t' || **at == '\r') ++*at;
}

static bool take(const char **at, const char *word) {
  skip(at);
  if (strncmp(*at, word, strlen(word)) != 0) return false;
  *at += strlen(word);
  return true;
}

static char *text(const char **at) {
  char *made = malloc(strlen(*at) + 1), *to = made;
  CHECK(take(at, "\""));
  while (**at != '"') {
    CHECK(**at != 0);
    if (**at == '\\') {
      ++*at;
      *to++ = **at == 'n' ? '\n' : **at;
    } else {
      *to++ = **at;
    }
    ++*at;
  }
  ++*at;
  *to = 0;
  return made;
}

static void members(json *of, const char **at, const char *end) {
  json **last = &of->first;
  if (take(at, end)) return;
  do {
    char *name = NULL;
    if (of->kind == JSON_OBJECT) {
      skip(at);
      name = text(at);
      CHECK(take(at, ":"));
    }
    *last = value(at);
    (*last)->name = name;
    last = &(*last)->next;
  } while (take(at, ","));
  CHECK(take(at, end));
}

static json *value(const char **at) {
  json *made = calloc(1, sizeof *made);
  skip(at);
  if (take(at, "null")) {
    made->kind = JSON_NULL;
  } else if (take(at, "false")) {
    made->kind = JSON_FALSE;
  } else if (take(at, "true")) {
    made->kind = JSON_TRUE;
  } else if (take(at, "[")) {
    made->kind = JSON_LIST;
    members(made, at, "]");
  } else if (take(at, "{")) {
    made->kind = JSON_OBJECT;
    members(made, at, "}");
  } else if (**at == '"') {
    made->kind = JSON_TEXT;
    made->text = text(at);
  } else {
    char *end;
    made->kind = JSON_NUMBER;
    made->number = strtod(*at, &end);
    CHECK(end != *at);
    *at = end;
  }
  return made;
}

json *json_read(const char *text) {
  json *made = value(&text);
  skip(&text);
  CHECK(*text == 0);
  return made;
}

void json_free(json *value) {
  while (value != NULL) {
    json *next = value->next;
    json_free(value->first);
    free(value->text);
    free(value->name);
    free(value);
    value = next;
  }
}

const json *json_get(const json *object, const char *name) {
  for (const json *one = object->first; one != NULL; one = one->next) {
    if (one->name != NULL && strcmp(one->name, name) == 0) return one;
  }
  return NULL;
}

const json *json_at(const json *list, size_t index) {
  const json *one = list->first;
  while (one != NULL && index-- > 0) one = one->next;
  return one;
}

size_t json_count(const json *list) {
  size_t count = 0;
  for (const json *one = list->first; one != NULL; one = one->next) count++;
  return count;
}

bool json_equal(const json *one, const json *other) {
  if (one->kind != other->kind) return false;
  switch (one->kind) {
  case JSON_NUMBER:
    return one->number == other->number;
  case JSON_TEXT:
    return strcmp(one->text, other->text) == 0;
  case JSON_LIST:
  case JSON_OBJECT:
    break;
  default:
    return true;
  }
  if (json_count(one) != json_count(other)) return false;
  size_t index = 0;
  for (const json *item = one->first; item != NULL; item = item->next) {
    const json *twin = one->kind == JSON_LIST ? json_at(other, index++) : json_get(other, item->name);
    if (twin == NULL || !json_equal(item, twin)) return false;
  }
  return true;
}
