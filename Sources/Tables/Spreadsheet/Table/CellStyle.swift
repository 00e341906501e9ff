/// How a cell looks, and what a program may do with it.
///
/// Colours are ARGB, eight hexadecimal digits such as `0xFF0000FF` for blue.
package struct CellStyle: Hashable, Sendable {
  /// The horizontal position of the text.
  package enum HorizontalAlignment: String, Hashable, Sendable {
    /// Texts left and numbers right, unless the program decides otherwise.
    case general
    case left
    /// At the right edge, and read from right to left.
    case right
  }

  /// The vertical position of the text.
  package enum VerticalAlignment: String, Hashable, Sendable {
    case top
    case center
    /// At the lower edge, the default of the format.
    case bottom
  }

  package var bold = false
  package var underlined = false
  /// The colour of the font; nil for the program's default.
  package var fontColor: UInt32?
  /// The background colour; nil for none.
  package var fillColor: UInt32?
  /// The colour of a thin line below the cell; nil for no line.
  package var bottomBorderColor: UInt32?
  /// The colour of a medium line before the cell; nil for no line.
  package var leadingBorderColor: UInt32?
  /// Whether long lines wrap at the width of the column, and the row grows with them.
  package var wrapsText = false
  package var horizontalAlignment = HorizontalAlignment.general
  /// The space between the text and the edge that it is aligned to, in steps of about three spaces, at most 250. It
  /// has an effect where ``horizontalAlignment`` is left or right.
  package var indent = 0
  package var verticalAlignment = VerticalAlignment.bottom
  /// The format in which numbers are shown, spelled as in ECMA-376 18.8.31: `General`, `@`, `0.00`, `yyyy-mm-dd`.
  package var numberFormat = "General"
  /// Whether the cell cannot be changed while its worksheet is protected.
  package var isLocked = true

  /// Creates a style from the properties that differ from the default.
  package init(
    bold: Bool = false, underlined: Bool = false, fontColor: UInt32? = nil, fillColor: UInt32? = nil,
    bottomBorderColor: UInt32? = nil, leadingBorderColor: UInt32? = nil, wrapsText: Bool = false,
    horizontalAlignment: HorizontalAlignment = .general, indent: Int = 0,
    verticalAlignment: VerticalAlignment = .bottom, isTextFormat: Bool = false, isLocked: Bool = true
  ) {
    (self.bold, self.underlined, self.fontColor, self.fillColor) = (bold, underlined, fontColor, fillColor)
    (self.bottomBorderColor, self.leadingBorderColor) = (bottomBorderColor, leadingBorderColor)
    (self.wrapsText, self.horizontalAlignment, self.indent) = (wrapsText, horizontalAlignment, indent)
    (self.verticalAlignment, self.isLocked, self.isTextFormat) = (verticalAlignment, isLocked, isTextFormat)
  }

  /// Whether the number format is `@`, so that whatever is typed into the cell stays text.
  package var isTextFormat: Bool {
    get { numberFormat == "@" }
    set { numberFormat = newValue ? "@" : "General" }
  }
}
