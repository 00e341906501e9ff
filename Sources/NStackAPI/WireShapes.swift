/// The envelope around every answer.
struct Envelope<Content: Decodable>: Decodable {
  let data: Content
  let meta: Meta?
}

/// What stands beside `data`.
struct Meta: Decodable {
  let language: LanguageShape?
  let paging: PagingShape?

  private enum Keys: String, CodingKey { case language, pagination }

  init(from decoder: any Decoder) throws {
    // PHP writes an object without members as an empty list.
    guard let fields = try? decoder.container(keyedBy: Keys.self) else {
      language = nil
      paging = nil
      return
    }
    language = try fields.decodeIfPresent(LanguageShape.self, forKey: .language)
    paging = try fields.decodeIfPresent(PagingShape.self, forKey: .pagination) ?? PagingShape(from: decoder)
  }
}

/// A language as it stands in lists, in the index and in `meta`.
struct LanguageShape: Decodable {
  let id: LooseInt
  let name: String
  let locale: String
  let direction: String
  let isDefault: LooseBool?
  let isBestFit: LooseBool?

  private enum CodingKeys: String, CodingKey {
    case id, name, locale, direction
    case isDefault = "is_default"
    case isBestFit = "is_best_fit"
  }

  func language(at path: [any CodingKey]) throws -> Language {
    let direction: Language.Direction
    switch self.direction.uppercased() {
    case "LRM", "LTR": direction = .leftToRight
    case "RML", "RTL", "RLM": direction = .rightToLeft
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "the direction \"\(self.direction)\" is neither LRM nor RML"))
    }
    guard !locale.isEmpty else {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "the locale is empty"))
    }
    return Language(
      id: id.value, name: name, locale: locale, direction: direction, isDefault: isDefault?.value ?? false,
      isBestFit: isBestFit?.value ?? false)
  }
}

/// One line of the resource index.
struct ResourceIndexEntryShape: Decodable {
  let id: LooseInt
  let url: String
  let lastUpdatedAt: String?
  let shouldUpdate: LooseBool?
  let language: LanguageShape

  private enum CodingKeys: String, CodingKey {
    case id, url, language
    case lastUpdatedAt = "last_updated_at"
    case shouldUpdate = "should_update"
  }

  func entry(at path: [any CodingKey]) throws -> ResourceIndexEntry {
    ResourceIndexEntry(
      id: id.value, url: url, lastUpdatedAt: lastUpdatedAt, shouldUpdate: shouldUpdate?.value ?? true,
      language: try language.language(at: path))
  }
}

/// A proposal as it stands in lists and in the answer to a new one.
struct ProposalShape: Decodable {
  let id: LooseInt
  let section: String
  let key: String
  let locale: String
  let value: String
  let canDelete: LooseBool?

  private enum CodingKeys: String, CodingKey {
    case id, section, key, locale, value
    case canDelete = "can_delete"
  }

  var proposal: Proposal {
    Proposal(
      id: id.value, text: TextIdentity(section: section, key: key, locale: locale), value: value,
      canDelete: canDelete?.value ?? false)
  }
}

/// A number that may come as a string of digits.
struct LooseInt: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let number = try? single.decode(Int.self) {
      value = number
      return
    }
    let text = try single.decode(String.self)
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      throw DecodingError.dataCorruptedError(in: single, debugDescription: "\"\(text)\" is no number")
    }
    value = number
  }
}

/// A truth value that may come as 0 or 1.
struct LooseBool: Decodable {
  let value: Bool

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let truth = try? single.decode(Bool.self) {
      value = truth
      return
    }
    let number = try LooseInt(from: decoder).value
    guard number == 0 || number == 1 else {
      throw DecodingError.dataCorruptedError(in: single, debugDescription: "\(number) is neither true nor false")
    }
    value = number == 1
  }
}
