#include "cli/terminal.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace onemodel::cli {

namespace {

bool is_terminal(FILE* stream) {
#ifdef _WIN32
  return _isatty(_fileno(stream)) != 0;
#else
  return isatty(fileno(stream)) != 0;
#endif
}

std::string in_style(const char* style, const std::string& text) {
  static const bool styled = is_terminal(stdout) && std::getenv("NO_COLOR") == nullptr;
  return styled ? std::string("\033[") + style + 'm' + text + "\033[0m" : text;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string green(const std::string& text) { return in_style("32", text); }
std::string red(const std::string& text) { return in_style("31", text); }
std::string bold(const std::string& text) { return in_style("1", text); }

void show_progress(const std::string& text) {
  static const bool shown = is_terminal(stderr);
  if (shown) {
    std::cerr << "\r\033[K" << text << std::flush;
  }
}

void Table::print(std::ostream& stream) const {
  const size_t column_count = rows_.front().size();
  std::vector<size_t> widths(column_count);
  std::vector<bool> is_numeric(column_count, true);
  for (size_t row = 0; row < rows_.size(); ++row) {
    for (size_t column = 0; column < column_count; ++column) {
      widths[column] = std::max(widths[column], rows_[row][column].size());
      is_numeric[column] = is_numeric[column] && (row == 0 || is_number(rows_[row][column]));
    }
  }
  for (size_t row = 0; row < rows_.size(); ++row) {
    std::string line;
    for (size_t column = 0; column < column_count; ++column) {
      const std::string padding(widths[column] - rows_[row][column].size(), ' ');
      line += column == 0 ? "" : "  ";
      line += is_numeric[column] ? padding + rows_[row][column] : rows_[row][column] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    stream << (row == 0 ? bold(line) : line) << '\n';
  }
}

}  // namespace onemodel::cli
