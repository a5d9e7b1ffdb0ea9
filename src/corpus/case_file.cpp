#include "corpus/case_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "corpus/layout.h"

namespace onemodel::corpus {

namespace {

constexpr const char* kOperatorSchema = "../schema/operators.schema.json";
constexpr const char* kGraphSchema = "../schema/graphs.schema.json";

// What names the case stands on its first line, then each member begins its own.
void append_case(std::string& text, const Json& one_case, size_t indent) {
  text += '{';
  for (const auto& [key, value] : one_case.items()) {
    const bool is_heading = key == "id" || key == "opset" || key == "domains" || key == "rules" || key == "basis";
    if (key != "id") {
      text += ',';
      text += is_heading ? " " : '\n' + std::string(indent + 1, ' ');
    }
    text += Json(key).dump() + ": ";
    // After the last member come the bracket and a comma.
    append_layout(text, value, indent + 1, &value == &one_case.back() ? 2 : 1);
  }
  text += '}';
}

// The members of a file before its cases. `about` is the one that says what the cases are of.
void read_heading(const JsonCursor& root, const char* about, const char* schema) {
  root.require_keys({about, "cases"}, {"$schema"});
  if (root.has("$schema") && root.at("$schema").text() != schema) {
    root.at("$schema").fail(std::string("expected \"") + schema + '"');
  }
}

void require_stem(const JsonCursor& about, const std::string& expected_stem, const std::string& stem) {
  if (expected_stem != stem) {
    about.fail("the cases of " + about.text() + " belong into " + expected_stem + ".json");
  }
}

}  // namespace

std::string to_string(const Problem& problem) {
  std::string text = problem.file;
  for (const std::string* part : {&problem.case_id, &problem.path, &problem.message}) {
    if (!part->empty()) {
      text += ": " + *part;
    }
  }
  return text;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream contents;
  // Inserting no characters, of an empty file, would count as a failure.
  const bool is_empty = stream.is_open() && stream.peek() == std::ifstream::traits_type::eof() && !stream.bad();
  if (std::filesystem::is_directory(path) || (!is_empty && !(contents << stream.rdbuf()))) {
    throw FileError("cannot read " + path.string());
  }
  return contents.str();
}

void write_file(const std::filesystem::path& path, std::string_view contents) {
  std::ofstream stream(path, std::ios::binary);
  stream << contents;
  stream.close();
  if (!stream) {
    throw FileError("cannot write " + path.string());
  }
}

CaseFile parse_case_file(const std::filesystem::path& path, std::string_view text, std::vector<Problem>& problems) {
  CaseFile file{path, "", {}, {}};
  const std::string stem = path.stem().string();
  const auto report = [&](const std::string& case_id, const JsonError& error) {
    problems.push_back({path.string(), case_id, error.path(), error.what()});
  };
  try {
    const Json json = parse_json(text);
    const JsonCursor root(json);
    const bool is_of_graphs = root.has("topic");
    read_heading(root, is_of_graphs ? "topic" : "operator", is_of_graphs ? kGraphSchema : kOperatorSchema);
    if (is_of_graphs) {
      require_stem(root.at("topic"), root.at("topic").text(), stem);
    } else {
      file.operator_name = root.at("operator").text();
      require_stem(root.at("operator"), case_file_stem(file.operator_name), stem);
    }
    for (const JsonCursor& element : root.at("cases").elements()) {
      const bool has_id = element.has("id") && element.value()["id"].is_string();
      const std::string id = has_id ? element.value()["id"].get<std::string>() : element.path();
      const JsonCursor one_case(element.value());
      try {
        if (is_of_graphs) {
          file.graphs.push_back(read_graph_case(one_case, stem));
        } else {
          file.cases.push_back(read_case(one_case, stem));
        }
      } catch (const JsonError& error) {
        report(id, error);
      }
    }
  } catch (const JsonError& error) {
    report("", error);
  }
  return file;
}

std::string format_case_file(const CaseFile& file) {
  std::string text = "{\n  \"$schema\": " + Json(file.is_of_graphs() ? kGraphSchema : kOperatorSchema).dump() + ",\n";
  text += file.is_of_graphs() ? R"(  "topic": )" : R"(  "operator": )";
  text += Json(file.is_of_graphs() ? file.path.stem().string() : file.operator_name).dump();
  text += ",\n  \"cases\": [";
  const char* separator = "\n    ";
  const auto append = [&](const Json& json) {
    text += separator;
    append_case(text, json, 4);
    separator = ",\n    ";
  };
  for (const Case& one_case : file.cases) append(write_case(one_case));
  for (const GraphCase& graph : file.graphs) append(write_graph_case(graph));
  return text + "\n  ]\n}\n";
}

std::vector<std::filesystem::path> find_case_files(const std::vector<std::filesystem::path>& paths) {
  std::set<std::filesystem::path> files;
  std::set<std::filesystem::path> canonical_paths;  // of the files: one that is named twice is taken once
  const auto add = [&](const std::filesystem::path& path) {
    if (canonical_paths.insert(std::filesystem::canonical(path)).second) {
      files.insert(path);
    }
  };
  for (const std::filesystem::path& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      if (!std::filesystem::exists(path)) {
        throw FileError("there is no file or folder " + path.string());
      }
      add(path);
      continue;
    }
    std::vector<std::filesystem::path> folders;
    for (const char* name : {"operators", "graphs"}) {
      if (std::filesystem::is_directory(path / name)) folders.push_back(path / name);
    }
    if (folders.empty()) folders.push_back(path);
    for (const std::filesystem::path& folder : folders) {
      for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") add(entry.path());
      }
    }
  }
  if (files.empty()) {
    throw FileError("there are no case files in " + (paths.empty() ? "." : paths.front().string()));
  }
  return {files.begin(), files.end()};
}

std::string case_file_stem(std::string_view operator_name) {
  const auto is_upper = [](char character) { return character >= 'A' && character <= 'Z'; };
  std::string stem;
  for (size_t i = 0; i < operator_name.size(); ++i) {
    const char character = operator_name[i];
    if (!is_upper(character)) {
      stem += character;
      continue;
    }
    // A capital begins a word after a lower-case letter, unless it is the last letter (TopK is topk).
    if (i > 0 && !is_upper(operator_name[i - 1]) && i + 1 < operator_name.size()) {
      stem += '_';
    }
    stem += static_cast<char>(character - 'A' + 'a');
  }
  return stem;
}

}  // namespace onemodel::corpus
