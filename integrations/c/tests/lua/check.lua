-- What the tests check with.
local check = {}

function check.equal(one, other)
  if one ~= other then error(("got %s, expected %s"):format(tostring(one), tostring(other)), 2) end
end

-- Checks the values of a list, or of the results of a call: check.values({ mask:bounds() }, 0, 0, 4, 4).
function check.values(list, ...)
  local texts, expected = {}, { ... }
  for i = 1, math.max(#list, #expected) do
    if list[i] ~= expected[i] then
      for k, value in ipairs(list) do texts[k] = tostring(value) end
      error(("got %s; value %d should be %s"):format(table.concat(texts, ", "), i, tostring(expected[i])), 2)
    end
  end
end

-- Checks that a call fails, with a message that has a part.
function check.fails(part, call, ...)
  local is_fine, message = pcall(call, ...)
  if is_fine or not tostring(message):find(part, 1, true) then
    error(("expected an error with %q, got %s"):format(part, is_fine and "none" or tostring(message)), 2)
  end
end

return check
