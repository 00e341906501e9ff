#if canImport(UIKit) && !os(watchOS)
  public import NStackAPI
  public import TextStore
  public import UIKit

  extension UILabel: TextComponent {
    /// Shows the value as the label's text.
    public func textDidChange(_ text: TextIdentity, to value: String?) { self.text = value }
  }

  extension UIButton: TextComponent {
    /// Shows the value as the button's title.
    public func textDidChange(_ text: TextIdentity, to value: String?) { setTitle(value, for: .normal) }
  }

  extension UITextField: TextComponent {
    /// Shows the value as the placeholder, because the text is what a person types.
    public func textDidChange(_ text: TextIdentity, to value: String?) { placeholder = value }
  }

  extension UITextView: TextComponent {
    /// Shows the value as the view's text.
    public func textDidChange(_ text: TextIdentity, to value: String?) { self.text = value }
  }

  extension TextComponent where Self: UIView {
    /// Whether the view can be seen: it is within its window, and neither it nor a view around it is hidden.
    public var isShown: Bool {
      guard let window, window.bounds.intersects(convert(bounds, to: window)) else { return false }
      return sequence(first: self as UIView) { $0.superview }.allSatisfy { !$0.isHidden && $0.alpha > 0.01 }
    }

    /// Puts a coloured frame on the view, or takes it away.
    public func highlight(_ isOn: Bool) {
      for case let mark as Highlight in subviews { mark.removeFromSuperview() }
      guard isOn else { return }
      let mark = Highlight(frame: bounds)
      mark.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      mark.isUserInteractionEnabled = false
      mark.backgroundColor = UIColor.systemOrange.withAlphaComponent(0.2)
      mark.layer.borderColor = UIColor.systemOrange.cgColor
      mark.layer.borderWidth = 2
      addSubview(mark)
    }
  }

  private final class Highlight: UIView {}
#endif
