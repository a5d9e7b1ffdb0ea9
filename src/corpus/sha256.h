// SHA-256 (FIPS 180-4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onemodel::corpus {

// The digest in lower-case hexadecimal.
std::string sha256_hex(const std::vector<uint8_t>& bytes);

}  // namespace onemodel::corpus
