#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import SwiftUI
  public import TextStore
  public import UIKit

  #if canImport(UIKit.UIGestureRecognizerSubclass)
    import UIKit.UIGestureRecognizerSubclass
  #endif

  /// A window whose texts can be edited: shaking the device begins edit mode, a tap edits what is highlighted, and shaking again
  /// opens the menu.
  public final class TextEditWindow: UIWindow {
    /// The edit mode; nil if the window has none, as in a released app.
    public var editMode: TextEditMode? { didSet { if tap.view == nil { addGestureRecognizer(tap) } } }
    private let tap = ComponentTap()

    /// Begins edit mode or opens its menu.
    public override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
      super.motionEnded(motion, with: event)
      guard motion == .motionShake, let editMode else { return }
      let wasOff = editMode.state == .off
      editMode.shake()
      if wasOff { watch() }
      present(from: self)
    }

    /// The highlighted view at a point; of several the one that was registered last.
    fileprivate func component(at point: CGPoint) -> UIView? {
      guard let editMode, editMode.state == .highlighting else { return nil }
      let views = editMode.session.components.shown.compactMap { $0 as? UIView }
      return views.last { $0.window === self && $0.convert($0.bounds, to: self).contains(point) }
    }

    fileprivate func edit(_ view: UIView) {
      guard let component = view as? any TextComponent else { return }
      editMode?.tap(component)
      present(from: view)
    }

    private func present(from view: UIView) {
      guard let editMode, editMode.state != .off, editMode.state != .highlighting else { return }
      var top = rootViewController
      while let next = top?.presentedViewController { top = next }
      let panel = UIHostingController(rootView: TextEditPanel(mode: editMode))
      panel.modalPresentationStyle = .popover
      panel.popoverPresentationController?.sourceView = view
      panel.popoverPresentationController?.sourceRect = view.bounds
      top?.present(panel, animated: true, completion: nil)
    }

    /// Looks again at what is shown while edit mode is on: no view is told when one around it is hidden or scrolled.
    private func watch() {
      Task { [weak self] in
        while let mode = self?.editMode, mode.state != .off {
          mode.session.components.refreshShown()
          try? await Task.sleep(for: .milliseconds(500))
        }
      }
    }
  }

  /// A tap on a highlighted view. Everything else, such as scrolling, goes on as usual.
  private final class ComponentTap: UIGestureRecognizer {
    private var start = CGPoint.zero

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
      start = location(in: view)
      if touches.count != 1 || found == nil { state = .failed }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
      let point = location(in: view)
      if abs(point.x - start.x) > 10 || abs(point.y - start.y) > 10 { state = .failed }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
      state = .recognized
      if let found { (view as? TextEditWindow)?.edit(found) }
    }

    private var found: UIView? { (view as? TextEditWindow)?.component(at: start) }
  }
#endif
