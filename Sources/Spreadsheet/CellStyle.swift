/// How a cell looks, and what a program may do with it.
///
/// Colours are ARGB, eight hexadecimal digits such as `0xFF0000FF` for blue.
public struct CellStyle: Hashable, Sendable {
  /// Where the text stands between left and right.
  public enum HorizontalAlignment: String, Hashable, Sendable {
    /// Texts left, numbers right, as the program has it.
    case general
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// In the middle.
    case center
  }

  /// Where the text stands between top and bottom.
  public enum VerticalAlignment: String, Hashable, Sendable {
    /// At the upper edge.
    case top
    /// In the middle.
    case center
    /// At the lower edge, which is the default of the format.
    case bottom
  }

  /// In which direction the text is read.
  public enum ReadingOrder: Int, Hashable, Sendable {
    /// As the first strong character of the text has it.
    case context = 0
    /// Left to right.
    case leftToRight = 1
    /// Right to left.
    case rightToLeft = 2
  }

  /// Whether the font is bold.
  public var bold = false
  /// Whether the font is italic.
  public var italic = false
  /// The colour of the font; nil is the program's own.
  public var fontColor: UInt32?
  /// The colour behind the text; nil is none.
  public var fillColor: UInt32?
  /// The colour of a thin line below the cell; nil is no line.
  public var bottomBorderColor: UInt32?
  /// Whether lines longer than the column are broken, and the row grows with them.
  public var wrapsText = false
  /// Where the text stands between left and right.
  public var horizontalAlignment = HorizontalAlignment.general
  /// Where the text stands between top and bottom.
  public var verticalAlignment = VerticalAlignment.bottom
  /// In which direction the text is read.
  public var readingOrder = ReadingOrder.context
  /// The format in which numbers are shown, as ECMA-376 18.8.31 spells it: `General`, `@`, `0.00`, `yyyy-mm-dd`.
  public var numberFormat = "General"
  /// Whether the cell cannot be changed while its worksheet is protected.
  public var isLocked = true

  /// The style of a cell that asks for nothing.
  public init() {}

  /// Makes a style of what differs from the default.
  public init(
    bold: Bool = false, italic: Bool = false, fontColor: UInt32? = nil, fillColor: UInt32? = nil,
    bottomBorderColor: UInt32? = nil, wrapsText: Bool = false,
    horizontalAlignment: HorizontalAlignment = .general, verticalAlignment: VerticalAlignment = .bottom,
    readingOrder: ReadingOrder = .context, isTextFormat: Bool = false, isLocked: Bool = true
  ) {
    self.bold = bold
    self.italic = italic
    self.fontColor = fontColor
    self.fillColor = fillColor
    self.bottomBorderColor = bottomBorderColor
    self.wrapsText = wrapsText
    self.horizontalAlignment = horizontalAlignment
    self.verticalAlignment = verticalAlignment
    self.readingOrder = readingOrder
    self.isLocked = isLocked
    self.isTextFormat = isTextFormat
  }

  /// Whether the number format is `@`: what is typed into the cell stays the text that was typed.
  public var isTextFormat: Bool {
    get { numberFormat == "@" }
    set { numberFormat = newValue ? "@" : "General" }
  }
}
