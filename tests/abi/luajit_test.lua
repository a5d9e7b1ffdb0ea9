-- usage: luajit luajit_test.lua DECLARATIONS LIBRARY
local ffi = require("ffi")
ffi.cdef(assert(io.open(arg[1])):read("*a"))
local om = ffi.load(arg[2])

local function integers(...)
  return ffi.new("int64_t[?]", select("#", ...), { ... })
end

local error_out = ffi.new("om_error*[1]")
local function check(status)
  if status ~= om.OM_OK then
    error(ffi.string(om.om_error_message(error_out[0])))
  end
end

local input, output = ffi.new("om_tensor*[1]"), ffi.new("om_tensor*[1]")
local values = ffi.new("float[6]", { 1, 2, 3, 4, 5, 6 })
check(om.om_tensor_create(nil, om.OM_FLOAT32, integers(2, 3), 2, values, ffi.sizeof(values), input, error_out))
check(om.om_slice(nil, input[0], integers(-1), ffi.new("int64_t[1]", -9223372036854775807LL - 1), integers(1), integers(-1), 1,
  output, error_out))

assert(om.om_tensor_rank(output[0]) == 2)
local shape = om.om_tensor_shape(output[0])
assert(shape[0] == 2 and shape[1] == 3)
local elements = ffi.cast("const float*", om.om_tensor_data(output[0]))
for i, expected in ipairs({ 3, 2, 1, 6, 5, 4 }) do
  assert(elements[i - 1] == expected)
end
om.om_tensor_release(output[0])

assert(om.om_slice(nil, input[0], integers(0), integers(1), nil, integers(0), 1, output, error_out) == om.OM_INVALID_MODEL)
assert(output[0] == nil)
assert(ffi.string(om.om_error_reason(error_out[0])) == "slice.step_zero")
om.om_error_release(error_out[0])
om.om_tensor_release(input[0])
