#if canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
  import NStackAPI
  public import SwiftUI
  public import TextStore

  extension View {
    /// Lets people edit the texts of the view: every ``LocalizedText`` in it can be tapped in edit mode, which begins when the
    /// device is shaken, or when the app calls `TextEditMode.shake()`.
    public func textEditMode(_ mode: TextEditMode) -> some View { modifier(TextEditModifier(mode: mode)) }
  }

  private struct TextEditModifier: ViewModifier {
    let mode: TextEditMode
    @State private var isOpen = false

    func body(content: Content) -> some View {
      content.environment(mode).background(shakeDetector).onChange(of: mode.state) {
        isOpen = mode.state != .off && mode.state != .highlighting
      }.sheet(isPresented: $isOpen) { TextEditPanel(mode: mode) }
    }

    @ViewBuilder private var shakeDetector: some View {
      #if canImport(UIKit)
        ShakeDetector(mode: mode)
      #endif
    }
  }

  /// The menu, the editor of what was tapped, or a list of proposals.
  struct TextEditPanel: View {
    let mode: TextEditMode
    @State private var failure: String?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      NavigationStack {
        List {
          if let failure { Text(verbatim: failure).foregroundStyle(Color.red) }
          if mode.state == .menu { menu } else { ForEach(mode.groups) { section(of: $0) } }
        }.toolbar { Button("Done") { dismiss() } }
      }.onDisappear { mode.close() }
    }

    @ViewBuilder private var menu: some View {
      let counts = mode.counts
      Section("Proposals") {
        Button("On this screen: \(counts.shown)") { mode.list(all: false) }
        Button("All: \(counts.all)") { mode.list(all: true) }
      }
      Section("You proposed \(counts.proposed) and deleted \(counts.deleted).") {
        Button("Leave edit mode") {
          mode.leave()
          dismiss()
        }
      }
    }

    private func section(of group: TextEditMode.Group) -> some View {
      Section {
        if case .editing = mode.state {
          ValueEditor(value: group.value ?? "") { value in
            run { () throws(NStackError) in try await mode.propose(value, for: group.id) }
          }
        }
        ForEach(group.proposals, id: \.id) { proposal in
          Text(verbatim: proposal.value).foregroundStyle(proposal.canDelete ? Color.accentColor : Color.primary)
            .swipeActions {
              if proposal.canDelete {
                Button("Delete", role: .destructive) {
                  run { () throws(NStackError) in try await mode.delete(proposal) }
                }
              }
            }
        }
      } header: {
        Text(verbatim: "\(group.id.section).\(group.id.key) (\(group.id.locale))")
      }
    }

    private func run(_ call: @escaping @MainActor () async throws(NStackError) -> Void) {
      Task {
        do throws(NStackError) {
          try await call()
          failure = nil
        } catch { failure = error.description }
      }
    }
  }

  /// A field with the value of a text, and the button that proposes what was typed.
  private struct ValueEditor: View {
    @State var value: String
    let propose: (String) -> Void

    var body: some View {
      TextField("Text", text: $value, axis: .vertical)
      Button("Propose") { propose(value) }
    }
  }

  #if canImport(UIKit)
    import UIKit

    /// Notices that the device is shaken.
    private struct ShakeDetector: UIViewRepresentable {
      let mode: TextEditMode

      func makeUIView(context: Context) -> ShakeView { ShakeView() }

      func updateUIView(_ view: ShakeView, context: Context) { view.mode = mode }
    }

    private final class ShakeView: UIView {
      var mode: TextEditMode?

      override var canBecomeFirstResponder: Bool { true }

      override func didMoveToWindow() {
        super.didMoveToWindow()
        becomeFirstResponder()
      }

      override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        super.motionEnded(motion, with: event)
        if motion == .motionShake { mode?.shake() }
      }
    }
  #endif
#endif
