import Resources

extension ResourceTexts {
  /// Creates a collection of texts that the caller has as strings.
  init(_ sections: [LocalizationResource.Section]) {
    self.init()
    for section in sections {
      let place = open(section.name)
      for text in section.texts { add(section: place, key: text.key, value: text.value) }
    }
    finish()
  }

  /// The texts as strings.
  var asSections: [LocalizationResource.Section] {
    var texts = [[LocalizationResource.Text]](repeating: [], count: sections.count)
    for entry in entries {
      texts[entry.section].append(
        LocalizationResource.Text(
          key: string(entry.key), value: entry.hasValue ? string(entry.value) : nil))
    }
    return zip(sections, texts).map { LocalizationResource.Section(name: $0, texts: $1) }
  }
}
