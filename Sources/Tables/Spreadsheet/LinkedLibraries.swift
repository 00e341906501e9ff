import CLibXML2
import CZlib

package enum LinkedLibraries {
  package static var zlib: String { zlibVersion().map { String(cString: $0) } ?? "unknown" }

  package static var libxml2: String {
    let digits = nstack_xml_parser_version().map { String(cString: $0) }?.prefix { $0.isNumber } ?? ""
    guard let number = Int(digits) else { return "unknown" }
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
