/// What a workbook says beside cells that are selected or typed into, in one language. The headers and the words under
/// `Action` are the same in every language.
struct ValidationWords: Sendable, Equatable {
  /// What each word under `Action` means.
  let action: String
  /// The same in a sheet with suggestions.
  let actionWithSuggestions: String
  /// What `Action` takes, after another word was typed.
  let otherAction: String
  /// Where `accept` may be chosen, in a sheet without suggestions.
  let acceptAfterImport: String
  /// Where `accept` may be chosen, in a sheet with suggestions.
  let acceptSuggestion: String
  /// The title of what is said when a fixed cell is typed into.
  let fixedTitle: String
  /// What is said when a fixed cell is typed into.
  let fixed: String

  /// The words for a table of texts in these locales: in their language if they have one, else in English.
  static func words(for locales: [String]) -> ValidationWords {
    SheetLanguage.only(of: locales).flatMap { byLanguage[$0] } ?? english
  }

  static let english = ValidationWords(
    action: "Empty: send the proposal if it was changed. ok: reviewed, leave it as it is. delete: withdraw it. "
      + "skip: ignore this row.",
    actionWithSuggestions:
      "Empty: send the proposal if it was changed. accept: send the suggestion as it is. ok: reviewed, leave it as it "
      + "is. delete: withdraw the pending proposal. skip: ignore this row.",
    otherAction: "Leave it empty, or choose ok (reviewed, leave it as it is), delete (withdraw the pending proposal) "
      + "or skip (ignore this row).",
    acceptAfterImport: "accept is only for rows whose Result or Problem offers it.",
    acceptSuggestion: "accept is only for rows with a suggestion.",
    fixedTitle: "Not for editing",
    fixed: "This column tells the import which text the row is about. Write into Proposal, Action or Note; "
      + "a row whose other cells were changed is not sent.")

  /// The words in each language but English.
  static let byLanguage = [
    "de": german, "da": danish, "fr": french, "es": spanish, "pt": portuguese, "ja": japanese, "zh": chinese,
    "ar": arabic,
  ]

  private static let german = ValidationWords(
    action: "Leer: einen geänderten Vorschlag senden. ok: geprüft, bleibt so. delete: zurückziehen. "
      + "skip: Zeile übergehen.",
    actionWithSuggestions:
      "Leer: einen geänderten Vorschlag senden. accept: den Text senden, wie er ist. ok: geprüft, bleibt so. "
      + "delete: den offenen Vorschlag zurückziehen. skip: Zeile übergehen.",
    otherAction: "Leer lassen oder ok (geprüft, bleibt so), delete (offenen Vorschlag zurückziehen) oder skip (Zeile "
      + "übergehen) wählen.",
    acceptAfterImport: "accept gibt es nur in Zeilen, in denen Result oder Problem es anbietet.",
    acceptSuggestion: "accept gibt es nur in Zeilen mit vorausgefülltem Text.",
    fixedTitle: "Nicht ändern",
    fixed:
      "Diese Spalte sagt, um welchen Text es in der Zeile geht. Schreiben Sie in Proposal, Action oder Note; eine "
      + "Zeile mit anderen Änderungen wird nicht gesendet.")

  private static let danish = ValidationWords(
    action: "Tom: send forslaget, hvis det er ændret. ok: gennemgået, bliver som den er. delete: træk det tilbage. "
      + "skip: ignorer rækken.",
    actionWithSuggestions:
      "Tom: send forslaget, hvis det er ændret. accept: send teksten, som den er. ok: gennemgået, bliver som den er. "
      + "delete: træk det åbne forslag tilbage. skip: ignorer rækken.",
    otherAction: "Lad den være tom, eller vælg ok (gennemgået, bliver som den er), delete (træk det åbne forslag "
      + "tilbage) eller skip (ignorer rækken).",
    acceptAfterImport: "accept er kun til rækker, hvor Result eller Problem tilbyder det.",
    acceptSuggestion: "accept er kun til rækker, der er udfyldt med et forslag.",
    fixedTitle: "Må ikke rettes",
    fixed: "Kolonnen siger, hvilken tekst rækken handler om. Skriv under Proposal, Action eller Note; en række, hvor "
      + "andre celler er ændret, sendes ikke.")

  private static let french = ValidationWords(
    action: "Vide : envoyer la proposition si elle a changé. ok : vérifié, à laisser tel quel. delete : la retirer. "
      + "skip : ignorer la ligne.",
    actionWithSuggestions:
      "Vide : envoyer la proposition si elle a changé. accept : envoyer la suggestion telle quelle. ok : vérifié, à "
      + "laisser tel quel. delete : retirer la proposition. skip : ignorer la ligne.",
    otherAction:
      "Laissez vide, ou choisissez ok (vérifié, à laisser tel quel), delete (retirer la proposition) ou skip "
      + "(ignorer la ligne).",
    acceptAfterImport: "accept ne vaut que pour les lignes où Result ou Problem le propose.",
    acceptSuggestion: "accept ne vaut que pour les lignes avec une suggestion.",
    fixedTitle: "À ne pas modifier",
    fixed:
      "Cette colonne indique de quel texte parle la ligne. Écrivez dans Proposal, Action ou Note ; une ligne dont "
      + "d’autres cellules ont changé n’est pas envoyée.")

  private static let spanish = ValidationWords(
    action: "Vacío: enviar la propuesta si cambió. ok: revisado, se queda como está. delete: retirarla. "
      + "skip: ignorar la fila.",
    actionWithSuggestions:
      "Vacío: enviar la propuesta si cambió. accept: enviar la sugerencia tal cual. ok: revisado, se queda como está. "
      + "delete: retirar la propuesta pendiente. skip: ignorar la fila.",
    otherAction:
      "Déjelo vacío o elija ok (revisado, se queda como está), delete (retirar la propuesta pendiente) o skip "
      + "(ignorar la fila).",
    acceptAfterImport: "accept es solo para filas en que Result o Problem lo ofrece.",
    acceptSuggestion: "accept es solo para filas con una sugerencia.",
    fixedTitle: "No modificar",
    fixed:
      "Esta columna indica de qué texto trata la fila. Escriba en Proposal, Action o Note; una fila con otras celdas "
      + "cambiadas no se envía.")

  private static let portuguese = ValidationWords(
    action: "Vazio: enviar a proposta se foi alterada. ok: revisto, fica como está. delete: retirá-la. "
      + "skip: ignorar a linha.",
    actionWithSuggestions:
      "Vazio: enviar a proposta se foi alterada. accept: enviar a sugestão tal como está. ok: revisto, fica como está. "
      + "delete: retirar a proposta pendente. skip: ignorar a linha.",
    otherAction: "Deixe vazio ou escolha ok (revisto, fica como está), delete (retirar a proposta pendente) ou skip "
      + "(ignorar a linha).",
    acceptAfterImport: "accept é só para linhas em que Result ou Problem o oferece.",
    acceptSuggestion: "accept é só para linhas com uma sugestão.",
    fixedTitle: "Não alterar",
    fixed: "Esta coluna indica de que texto trata a linha. Escreva em Proposal, Action ou Note; uma linha com outras "
      + "células alteradas não é enviada.")

  private static let japanese = ValidationWords(
    action: "空欄: 変更した提案を送信。ok: 確認済み、そのまま。delete: 提案を取り下げる。skip: この行を無視する。",
    actionWithSuggestions:
      "空欄: 変更した提案を送信。accept: 候補をそのまま送信。ok: 確認済み、そのまま。delete: 提案を取り下げる。skip: この行を無視する。",
    otherAction: "空欄のままにするか、ok（確認済み、そのまま）、delete（提案を取り下げる）、skip（この行を無視する）を選んでください。",
    acceptAfterImport: "accept は、Result または Problem で accept が案内されている行でのみ使えます。",
    acceptSuggestion: "accept は候補のある行でのみ使えます。",
    fixedTitle: "編集しないでください",
    fixed: "この列は、どの訳文の行かを示します。Proposal、Action、Note に入力してください。ほかのセルを変更した行は送信されません。")

  private static let chinese = ValidationWords(
    action: "留空：如有更改则发送建议。ok：已审阅，保持原样。delete：撤回建议。skip：忽略此行。",
    actionWithSuggestions: "留空：如有更改则发送建议。accept：按原样发送候选文本。ok：已审阅，保持原样。delete：撤回建议。skip：忽略此行。",
    otherAction: "请留空，或选择 ok（已审阅，保持原样）、delete（撤回建议）或 skip（忽略此行）。",
    acceptAfterImport: "accept 仅用于 Result 或 Problem 提示可用的行。",
    acceptSuggestion: "accept 仅用于带有候选文本的行。",
    fixedTitle: "请勿更改",
    fixed: "此列说明该行对应哪条文本。请在 Proposal、Action 或 Note 中填写；其他单元格被更改的行不会发送。")

  private static let arabic = ValidationWords(
    action: "فارغ: يُرسل الاقتراح إن عُدّل. ok: رُوجع ويبقى كما هو. delete: سحب الاقتراح. skip: تجاهل الصف.",
    actionWithSuggestions:
      "فارغ: يُرسل الاقتراح إن عُدّل. accept: إرسال النص المقترح كما هو. ok: رُوجع ويبقى كما هو. delete: سحب الاقتراح. "
      + "skip: تجاهل الصف.",
    otherAction: "اتركه فارغًا، أو اختر ok (رُوجع ويبقى كما هو) أو delete (سحب الاقتراح) أو skip (تجاهل الصف).",
    acceptAfterImport: "تُستخدم accept فقط في الصفوف التي يتيح فيها Result أو Problem ذلك.",
    acceptSuggestion: "تُستخدم accept فقط في الصفوف التي فيها نص مقترح.",
    fixedTitle: "غير قابل للتحرير",
    fixed: "يبيّن هذا العمود النص الذي يخصه الصف. اكتب في Proposal أو Action أو Note؛ ولا يُرسل صف عُدّلت خلاياه الأخرى.")
}
