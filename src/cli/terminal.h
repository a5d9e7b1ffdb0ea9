// Output for people: tables, colours, progress.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace onemodel::cli {

// Text in green, red or bold if standard output is a terminal (and NO_COLOR is not set); else as it is.
std::string green(const std::string& text);
std::string red(const std::string& text);
std::string bold(const std::string& text);

// A line that is overwritten by the next, on standard error and only if that is a terminal. The empty text clears it.
void show_progress(const std::string& text);

// Rows in aligned columns: text to the left, numbers to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) { rows_.push_back(std::move(headings)); }
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& stream) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace onemodel::cli
