// Stand-ins for what TextStoreUI uses of UIKit, as Apple declares it, so that the library is type-checked on Linux. Nothing of it runs.
// swift-format-ignore-file
@_exported import Foundation
@MainActor open class UIResponder { public init() {}
  open var canBecomeFirstResponder: Bool { false }
  @discardableResult open func becomeFirstResponder() -> Bool { false }
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {} }
@MainActor open class UIEvent { public enum EventSubtype: Int { case none, motionShake } }
@MainActor open class UITouch: Hashable { public nonisolated static func == (a: UITouch, b: UITouch) -> Bool { a === b }; public nonisolated func hash(into h: inout Hasher) {} }
public final class CGColor: @unchecked Sendable {}
open class UIColor: @unchecked Sendable { public init() {}; open class var systemOrange: UIColor { UIColor() }; open var cgColor: CGColor { CGColor() }; open func withAlphaComponent(_ a: CGFloat) -> UIColor { self } }
@MainActor open class CALayer { open var borderColor: CGColor?; open var borderWidth: CGFloat = 0 }
@MainActor open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = Self(rawValue: 2), flexibleHeight = Self(rawValue: 16) }
  public init(frame: CGRect) {}
  public override convenience init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) {}
  open var window: UIWindow? { nil }
  open var superview: UIView? { nil }
  open var subviews: [UIView] { [] }
  open var isHidden = false
  open var alpha: CGFloat = 1
  open var bounds = CGRect.zero
  open var autoresizingMask: AutoresizingMask = []
  open var isUserInteractionEnabled = true
  open var backgroundColor: UIColor?
  open var layer: CALayer { CALayer() }
  open func addSubview(_ v: UIView) {}
  open func removeFromSuperview() {}
  open func convert(_ r: CGRect, to v: UIView?) -> CGRect { r }
  open func addGestureRecognizer(_ g: UIGestureRecognizer) {}
  open func didMoveToWindow() {}
}
public class NSCoder {}
@MainActor open class UIScene: UIResponder {}
@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UIWindow: UIView { public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { nil }
  open var rootViewController: UIViewController? }
@MainActor open class UILabel: UIView { open var text: String? }
@MainActor open class UIControl: UIView { public struct State: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }; public static let normal = Self([]) } }
@MainActor open class UIButton: UIControl { open func setTitle(_ t: String?, for s: UIControl.State) {} }
@MainActor open class UITextField: UIControl { open var text: String?; open var placeholder: String? }
@MainActor open class UIScrollView: UIView {}
@MainActor open class UITextView: UIScrollView { open var text: String! }
@MainActor open class UIGestureRecognizer { public init(target: Any?, action: Int?) {}
  public convenience init() { self.init(target: nil, action: nil) }
  public enum State: Int { case possible, began, changed, ended, cancelled, failed; public static var recognized: State { .ended } }
  open var state: State = .possible
  open var view: UIView? { nil }
  open func location(in view: UIView?) -> CGPoint { .zero }
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {} }
public enum UIModalPresentationStyle: Int, Sendable { case popover }
@MainActor open class UIPopoverPresentationController { open var sourceView: UIView?; open var sourceRect = CGRect.zero }
@MainActor open class UIViewController: UIResponder {
  open var presentedViewController: UIViewController? { nil }
  open var modalPresentationStyle: UIModalPresentationStyle = .popover
  open var popoverPresentationController: UIPopoverPresentationController? { nil }
  open func present(_ v: UIViewController, animated: Bool, completion: (() -> Void)?) {} }
