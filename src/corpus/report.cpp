#include "corpus/report.h"

#include <nlohmann/json.hpp>

#include "corpus/json.h"

namespace onemodel::corpus {

namespace {

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::failed:
      return "failed";
    default:
      return "skipped";
  }
}

// Text inside XML. Control characters have no place in XML 1.0, not even escaped.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default: {
        const auto code = static_cast<unsigned char>(character);
        const bool is_allowed = code >= 0x20 || character == '\n' || character == '\t';
        result += is_allowed ? character : '?';
      }
    }
  }
  return result;
}

std::string finding_text(const Finding& finding) {
  return finding.way + ": " + finding.mismatch.what + "\n  expected " + finding.mismatch.expected + "\n  actual   " +
         finding.mismatch.actual + '\n';
}

std::string test_case(const CaseResult& result, const std::string& operator_name) {
  std::string text = "    <testcase classname=\"" + escaped(operator_name) + "\" name=\"" + escaped(result.id) +
                     "\" time=\"" + std::to_string(result.seconds) + '"';
  if (result.verdict == Verdict::passed) {
    return text + "/>\n";
  }
  if (result.verdict == Verdict::skipped) {
    return text + ">\n      <skipped/>\n    </testcase>\n";
  }
  std::string findings;
  for (const Finding& finding : result.findings) {
    findings += finding_text(finding);
  }
  return text + ">\n      <failure message=\"" + escaped(result.findings.front().mismatch.what) + "\">" +
         escaped(findings) + "</failure>\n    </testcase>\n";
}

}  // namespace

std::string junit_report(const std::vector<FileResult>& results) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const FileResult& file : results) {
    text += "  <testsuite name=\"" + escaped(file.file) + "\" tests=\"" + std::to_string(file.cases.size()) +
            "\" failures=\"" + std::to_string(file.count(Verdict::failed)) + "\" skipped=\"" +
            std::to_string(file.count(Verdict::skipped)) + "\">\n";
    for (const CaseResult& result : file.cases) {
      text += test_case(result, file.operator_name);
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

std::string json_report(const std::vector<FileResult>& results) {
  Json files = Json::array();
  for (const FileResult& file : results) {
    Json cases = Json::array();
    for (const CaseResult& result : file.cases) {
      Json findings = Json::array();
      for (const auto& [way, mismatch] : result.findings) {
        findings.push_back(
            {{"way", way}, {"what", mismatch.what}, {"expected", mismatch.expected}, {"actual", mismatch.actual}});
      }
      cases.push_back({{"id", result.id}, {"verdict", verdict_name(result.verdict)}, {"findings", findings}});
    }
    files.push_back({{"file", file.file}, {"operator", file.operator_name}, {"cases", cases}});
  }
  const auto [passed, failed, skipped] = totals(results);
  const Json report = {{"passed", passed}, {"failed", failed}, {"skipped", skipped}, {"files", files}};
  // Messages may hold bytes of the user's strings.
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace onemodel::corpus
