-- A reader of JSON for the tests: enough for the scripts of calls. null is json.null.
local json = { null = setmetatable({}, { __tostring = function() return "null" end }) }

local WORDS = { ["true"] = true, ["false"] = false, null = json.null }

local function value(text, at)
  at = text:find("%S", at)
  local first = text:sub(at, at)
  if first == "[" or first == "{" then
    local made, close = {}, first == "[" and "]" or "}"
    at = text:find("%S", at + 1)
    while text:sub(at, at) ~= close do
      local name = #made + 1
      if first == "{" then
        name, at = value(text, at)
        at = assert(text:match("^%s*:()", at), "a colon")
      end
      made[name], at = value(text, at)
      at = text:match("^%s*,%s*()", at) or text:match("^%s*()", at)
    end
    return made, at + 1
  elseif first == '"' then
    local to = text:match('^"[^"]*()', at)
    return (text:sub(at + 1, to - 1):gsub("\\n", "\n")), to + 1
  end
  local word, after = text:match("^(%a+)()", at)
  if word then
    assert(WORDS[word] ~= nil, word)
    return WORDS[word], after
  end
  word, after = text:match("^([-+%d.eE]+)()", at)
  return assert(tonumber(word), "a number"), after
end

function json.read(text) return (value(text, 1)) end

-- Returns where two values differ, or nil.
function json.difference(one, other, path)
  path = path or "answer"
  if one == nil then one = json.null end
  if type(one) ~= "table" or type(other) ~= "table" or one == json.null or other == json.null then
    if one ~= other then return ("%s: got %s, expected %s"):format(path, tostring(one), tostring(other)) end
    return nil
  end
  for name in pairs(other) do
    local found = json.difference(one[name], other[name], path .. "." .. name)
    if found then return found end
  end
  for name in pairs(one) do
    if other[name] == nil then return ("%s.%s: surplus"):format(path, name) end
  end
end

return json
