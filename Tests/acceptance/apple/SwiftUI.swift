// Stand-ins for what TextStoreUI uses of SwiftUI, as Apple declares it, so that the library is type-checked on Linux. Nothing of it runs.
// swift-format-ignore-file
@_exported import UIKit
@_exported import Observation
@MainActor @preconcurrency public protocol View { associatedtype Body: View; @ViewBuilder @MainActor @preconcurrency var body: Body { get } }
extension Never: View { public var body: Never { fatalError() } }
public struct EmptyView: View { public var body: Never { fatalError() }; nonisolated public init() {} }
public struct TupleView<each T: View>: View { public var body: Never { fatalError() }; nonisolated init(_ t: repeat each T) {} }
public struct _Conditional<A: View, B: View>: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
@resultBuilder public enum ViewBuilder {
  public static func buildExpression<C: View>(_ c: C) -> C { c }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<C: View>(_ c: C) -> C { c }
  public static func buildBlock<each C: View>(_ c: repeat each C) -> TupleView<repeat each C> { TupleView(repeat each c) }
  public static func buildIf<C: View>(_ c: C?) -> C? { c }
  public static func buildEither<A: View, B: View>(first: A) -> _Conditional<A, B> { fatalError() }
  public static func buildEither<A: View, B: View>(second: B) -> _Conditional<A, B> { fatalError() }
}
public struct Text: View { public init(verbatim: String) {}; public init<S: StringProtocol>(_ s: S) {}; public var body: Never { fatalError() } }
public struct LocalizedStringKey: ExpressibleByStringInterpolation { public init(stringLiteral: String) {} }
public struct Color: View, Sendable { public static let orange = Color(), red = Color(), accentColor = Color(), primary = Color(); public func opacity(_ d: Double) -> Color { self }; public var body: Never { fatalError() } }
@propertyWrapper public struct State<T> { public init(wrappedValue: T) { self.wrappedValue = wrappedValue }; public var wrappedValue: T { get { fatalError() } nonmutating set { } }; public var projectedValue: Binding<T> { fatalError() } }

extension State where T: ExpressibleByNilLiteral { public init() { self.init(wrappedValue: nil) } }
@propertyWrapper public struct Binding<T> { @preconcurrency public init(get: @escaping @isolated(any) @Sendable () -> T, set: @escaping @isolated(any) @Sendable (T) -> Void) {}; public var wrappedValue: T { get { fatalError() } nonmutating set {} }; public var projectedValue: Binding<T> { self } }
extension Binding: @unchecked Sendable where T: Sendable {}
public struct EnvironmentValues { @MainActor public var dismiss: DismissAction { DismissAction() } }
@MainActor @preconcurrency public struct DismissAction { public func callAsFunction() {} }
@propertyWrapper public struct Environment<T> { public init(_ k: KeyPath<EnvironmentValues, T>) {}
  public init(_ t: T.Type) where T: AnyObject, T: Observable {}
  public init<V: AnyObject>(_ t: V.Type) where V: Observable, T == V? {}
  public var wrappedValue: T { fatalError() } }
public protocol ViewModifier { associatedtype Body: View; @MainActor @ViewBuilder @preconcurrency func body(content: Content) -> Body; typealias Content = _Content<Self> }
public struct _Content<M>: View { public var body: Never { fatalError() } }
public struct ModifiedContent<A, M>: View { public var body: Never { fatalError() } }
@MainActor extension View {
  nonisolated public func modifier<M>(_ m: M) -> ModifiedContent<Self, M> { fatalError() }
  public func overlay<V: View>(@ViewBuilder content: () -> V) -> some View { self }
  public func background<V: View>(_ v: V) -> some View { self }
  public func border(_ c: Color, width: CGFloat) -> some View { self }
  public func onTapGesture(count: Int = 1, perform: @escaping () -> Void) -> some View { self }
  public func onAppear(perform: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform: (() -> Void)? = nil) -> some View { self }
  public func onChange<E: Equatable>(of: E, initial: Bool = false, _ action: @escaping () -> Void) -> some View { self }
  public func environment<T: AnyObject & Observable>(_ o: T?) -> some View { self }
  public func sheet<C: View>(isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> C) -> some View { self }
  public func foregroundStyle(_ c: Color) -> some View { self }
  public func disabled(_ b: Bool) -> some View { self }
  public func toolbar<C: View>(@ViewBuilder content: () -> C) -> some View { self }
  public func swipeActions<C: View>(@ViewBuilder content: () -> C) -> some View { self }
}
public struct NavigationStack<C: View>: View { public init(@ViewBuilder root: () -> C) {}; public var body: Never { fatalError() } }
public struct List<C: View>: View { public init(@ViewBuilder content: () -> C) {}; public var body: Never { fatalError() } }
public struct Section<H: View, C: View>: View { public init(@ViewBuilder content: () -> C, @ViewBuilder header: () -> H) {}; public var body: Never { fatalError() } }
extension Section where H == Text { public init(_ k: LocalizedStringKey, @ViewBuilder content: () -> C) {} }
public struct ForEach<D: RandomAccessCollection, ID: Hashable, C: View>: View { public init(_ d: D, id: KeyPath<D.Element, ID>, @ViewBuilder content: @escaping (D.Element) -> C) {}; public var body: Never { fatalError() } }
extension ForEach where D.Element: Identifiable, ID == D.Element.ID { public init(_ d: D, @ViewBuilder content: @escaping (D.Element) -> C) {} }
public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }
public struct Button: View { public init(_ t: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {}; public var body: Never { fatalError() } }
public enum Axis { case vertical }
public struct TextField: View { public init(_ t: LocalizedStringKey, text: Binding<String>, axis: Axis) {}; public var body: Never { fatalError() } }
public enum EditMode { case active }
public struct UIViewRepresentableContext<R> {}
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never { associatedtype UIViewType: UIView; func makeUIView(context: Context) -> UIViewType; func updateUIView(_ v: UIViewType, context: Context); typealias Context = UIViewRepresentableContext<Self> }
extension UIViewRepresentable { public var body: Never { fatalError() } }
@MainActor open class UIHostingController<C: View>: UIViewController { public init(rootView: C) {} }
