#if canImport(SwiftUI)
  import NStackAPI
  import Observation
  public import SwiftUI
  public import TextStore

  /// A text of a session, which changes with it and can be edited where it is shown.
  public struct LocalizedText: View {
    private let key: TextKey
    private let session: TextSession
    @State private var shown = ShownText()
    @Environment(TextEditMode.self) private var mode: TextEditMode?

    /// Creates a view that shows a key's text.
    public init(_ key: TextKey, of session: TextSession) { (self.key, self.session) = (key, session) }

    /// The text, with a coloured frame while edit mode highlights it.
    public var body: some View {
      Text(verbatim: shown.value ?? session.value(of: key) ?? key.text).overlay {
        if shown.isHighlighted {
          Color.orange.opacity(0.2).border(Color.orange, width: 2).onTapGesture { mode?.tap(shown) }
        }
      }.onAppear { show() }.onChange(of: [key.section, key.text] + key.keys) { show() }.onDisappear {
        session.components.unregister(shown)
      }
    }

    private func show() { shown.value = session.show(key, in: shown) }
  }

  /// What a view shows.
  @MainActor @Observable private final class ShownText: TextComponent {
    var value: String?
    private(set) var isHighlighted = false

    func textDidChange(_ text: TextIdentity, to value: String?) { self.value = value }

    func highlight(_ isOn: Bool) { isHighlighted = isOn }
  }
#endif
