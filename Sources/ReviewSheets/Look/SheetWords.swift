import Basics

/// What a sheet tells its reviewers in one language: how to edit it, and what a workbook shows beside cells that are
/// selected or typed into. The headers and the words under `Action` are the same in every language.
struct SheetWords: Sendable, Equatable {
  let title: String
  let lines: [String]
  let suggestions: String
  /// What each word under `Action` means.
  let action: String
  let actionWithSuggestions: String
  /// The warning after an unknown word under `Action`.
  let otherAction: String
  /// Where `accept` may be chosen, in a sheet without suggestions.
  let acceptAfterImport: String
  /// Where `accept` may be chosen, in a sheet with suggestions.
  let acceptSuggestion: String
  /// The title of the warning after a fixed cell was typed into.
  let fixedTitle: String
  let fixed: String
  var isRightToLeft = false

  /// The words for a sheet of texts in these locales; nil if there are none in their language.
  private static func only(of locales: [String]) -> SheetWords? {
    let languages = Set(locales.map(LocaleName.language(of:)))
    guard languages.count == 1, let language = languages.first else { return nil }
    // Readers of traditional Chinese are better served in English than with simplified characters.
    let isTraditional =
      language == "zh"
      && locales.contains { locale in
        !traditional.isDisjoint(with: LocaleName.normalized(locale).split(separator: "-").map(String.init))
      }
    return isTraditional ? nil : byLanguage[language]
  }

  /// The regions and the script in which Chinese is written with traditional characters.
  private static let traditional: Set<String> = ["hant", "tw", "hk", "mo"]

  /// The words for a table of texts in these locales: in their language if they have one, else in English.
  static func words(for locales: [String]) -> SheetWords { only(of: locales) ?? english }

  /// The words whose instructions a sheet of texts in these locales has: English, and those in the texts' language.
  static func guides(for locales: [String]) -> [SheetWords] {
    [english] + [only(of: locales)].compactMap(\.self)
  }

  /// The words in each language but English.
  static let byLanguage = [
    "de": german, "da": danish, "fr": french, "es": spanish, "pt": portuguese, "ja": japanese, "zh": chinese,
    "ar": arabic,
  ]

  static let english = SheetWords(
    title: "How to edit",
    lines: [
      "Write another text into Proposal to suggest it. Cells that you change turn yellow. Rows that you leave alone send nothing.",
      "Blue proposals are your team’s own; choose delete under Action to withdraw one. ok says that you reviewed a row and it stays as it is; skip ignores what you wrote in a row.",
      "Note is for remarks to the project; it is never sent to the app.",
      "Keep placeholders such as %@, %d or {name} and tags such as <b> exactly as they are.",
      "You may sort, filter, hide and delete rows. Do not change the grey columns; a row in which they were changed is not sent.",
    ],
    suggestions:
      "This sheet fills in suggestions: a row that you leave alone sends nothing. accept under Action proposes the text in Proposal as it is.",
    action:
      "Empty: send the proposal if it was changed. ok: reviewed, leave it as it is. delete: withdraw it. skip: ignore this row.",
    actionWithSuggestions:
      "Empty: send the proposal if it was changed. accept: send the suggestion as it is. ok: reviewed, leave it as it is. delete: withdraw the pending proposal. skip: ignore this row.",
    otherAction:
      "Leave it empty, or choose ok (reviewed, leave it as it is), delete (withdraw the pending proposal) or skip (ignore this row).",
    acceptAfterImport: "accept is only for rows whose Result or Problem offers it.",
    acceptSuggestion: "accept is only for rows with a suggestion.",
    fixedTitle: "Not for editing",
    fixed:
      "This column tells the import which text the row is about. Write into Proposal, Action or Note; a row whose other cells were changed is not sent."
  )

  private static let german = SheetWords(
    title: "So wird bearbeitet",
    lines: [
      "Schreiben Sie unter Proposal einen anderen Text, um ihn vorzuschlagen. Geänderte Zellen werden gelb. Unberührte Zeilen senden nichts.",
      "Blaue Vorschläge stammen aus diesem Profil; delete unter Action zieht sie zurück. ok heißt: geprüft, bleibt so. skip übergeht, was Sie in der Zeile geschrieben haben.",
      "Note ist für Anmerkungen an das Projekt und wird nie an die App gesendet.",
      "Platzhalter wie %@, %d oder {name} und Tags wie <b> bitte genau so lassen.",
      "Zeilen dürfen sortiert, gefiltert, ausgeblendet und gelöscht werden. Die grauen Spalten bitte nicht ändern: Eine Zeile, in der sie geändert wurden, wird nicht gesendet.",
    ],
    suggestions:
      "Diese Tabelle füllt Vorschläge vor: Unberührte Zeilen senden nichts. accept unter Action schlägt den Text in Proposal vor, wie er ist.",
    action:
      "Leer: einen geänderten Vorschlag senden. ok: geprüft, bleibt so. delete: zurückziehen. skip: Zeile übergehen.",
    actionWithSuggestions:
      "Leer: einen geänderten Vorschlag senden. accept: den Text senden, wie er ist. ok: geprüft, bleibt so. delete: den offenen Vorschlag zurückziehen. skip: Zeile übergehen.",
    otherAction:
      "Leer lassen oder ok (geprüft, bleibt so), delete (offenen Vorschlag zurückziehen) oder skip (Zeile übergehen) wählen.",
    acceptAfterImport: "accept gibt es nur in Zeilen, in denen Result oder Problem es anbietet.",
    acceptSuggestion: "accept gibt es nur in Zeilen mit vorausgefülltem Text.",
    fixedTitle: "Nicht ändern",
    fixed:
      "Diese Spalte sagt, um welchen Text es in der Zeile geht. Schreiben Sie in Proposal, Action oder Note; eine Zeile mit anderen Änderungen wird nicht gesendet."
  )

  private static let danish = SheetWords(
    title: "Sådan redigerer du",
    lines: [
      "Skriv en anden tekst under Proposal for at foreslå den. Ændrede celler bliver gule. Rækker, som du ikke rører, sender intet.",
      "Blå forslag er lavet fra denne profil; vælg delete under Action for at trække dem tilbage. ok betyder: gennemgået, bliver som den er. skip ignorerer det, du skrev i rækken.",
      "Note er til bemærkninger til projektet og sendes aldrig til appen.",
      "Behold pladsholdere som %@, %d eller {name} og tags som <b> præcis, som de er.",
      "Du må sortere, filtrere, skjule og slette rækker. Ret ikke i de grå kolonner; en række, hvor de er ændret, sendes ikke.",
    ],
    suggestions:
      "Arket er udfyldt med forslag: Rækker, som du ikke rører, sender intet. accept under Action foreslår teksten i Proposal, som den er.",
    action:
      "Tom: send forslaget, hvis det er ændret. ok: gennemgået, bliver som den er. delete: træk det tilbage. skip: ignorer rækken.",
    actionWithSuggestions:
      "Tom: send forslaget, hvis det er ændret. accept: send teksten, som den er. ok: gennemgået, bliver som den er. delete: træk det åbne forslag tilbage. skip: ignorer rækken.",
    otherAction:
      "Lad den være tom, eller vælg ok (gennemgået, bliver som den er), delete (træk det åbne forslag tilbage) eller skip (ignorer rækken).",
    acceptAfterImport: "accept er kun til rækker, hvor Result eller Problem tilbyder det.",
    acceptSuggestion: "accept er kun til rækker, der er udfyldt med et forslag.",
    fixedTitle: "Må ikke rettes",
    fixed:
      "Kolonnen siger, hvilken tekst rækken handler om. Skriv under Proposal, Action eller Note; en række, hvor andre celler er ændret, sendes ikke."
  )

  private static let french = SheetWords(
    title: "Comment modifier",
    lines: [
      "Écrivez un autre texte dans Proposal pour le proposer. Les cellules modifiées deviennent jaunes. Les lignes intactes n’envoient rien.",
      "Une proposition en bleu vient de ce profil ; choisissez delete sous Action pour la retirer. ok signifie : vérifié, à laisser tel quel. skip ignore ce que vous avez écrit dans la ligne.",
      "Note sert aux remarques destinées au projet ; elle n’est jamais envoyée à l’application.",
      "Gardez tels quels les paramètres comme %@, %d ou {name} et les balises comme <b>.",
      "Vous pouvez trier, filtrer, masquer et supprimer des lignes. Ne modifiez pas les colonnes grises : une ligne où elles ont changé n’est pas envoyée.",
    ],
    suggestions:
      "Cette feuille contient des suggestions : les lignes intactes n’envoient rien. accept sous Action propose le texte de Proposal tel quel.",
    action:
      "Vide : envoyer la proposition si elle a changé. ok : vérifié, à laisser tel quel. delete : la retirer. skip : ignorer la ligne.",
    actionWithSuggestions:
      "Vide : envoyer la proposition si elle a changé. accept : envoyer la suggestion telle quelle. ok : vérifié, à laisser tel quel. delete : retirer la proposition. skip : ignorer la ligne.",
    otherAction:
      "Laissez vide, ou choisissez ok (vérifié, à laisser tel quel), delete (retirer la proposition) ou skip (ignorer la ligne).",
    acceptAfterImport: "accept ne vaut que pour les lignes où Result ou Problem le propose.",
    acceptSuggestion: "accept ne vaut que pour les lignes avec une suggestion.",
    fixedTitle: "À ne pas modifier",
    fixed:
      "Cette colonne indique de quel texte parle la ligne. Écrivez dans Proposal, Action ou Note ; une ligne dont d’autres cellules ont changé n’est pas envoyée."
  )

  private static let spanish = SheetWords(
    title: "Cómo editar",
    lines: [
      "Escriba otro texto en Proposal para proponerlo. Las celdas cambiadas se ponen amarillas. Las filas intactas no envían nada.",
      "Una propuesta en azul es de este perfil; elija delete en Action para retirarla. ok significa: revisado, se queda como está. skip ignora lo que escribió en la fila.",
      "Note es para comentarios al proyecto; nunca se envía a la aplicación.",
      "Deje tal cual los marcadores como %@, %d o {name} y las etiquetas como <b>.",
      "Puede ordenar, filtrar, ocultar y borrar filas. No cambie las columnas grises; una fila en que cambiaron no se envía.",
    ],
    suggestions:
      "Esta hoja trae sugerencias: las filas intactas no envían nada. accept en Action propone el texto de Proposal tal cual.",
    action:
      "Vacío: enviar la propuesta si cambió. ok: revisado, se queda como está. delete: retirarla. skip: ignorar la fila.",
    actionWithSuggestions:
      "Vacío: enviar la propuesta si cambió. accept: enviar la sugerencia tal cual. ok: revisado, se queda como está. delete: retirar la propuesta pendiente. skip: ignorar la fila.",
    otherAction:
      "Déjelo vacío o elija ok (revisado, se queda como está), delete (retirar la propuesta pendiente) o skip (ignorar la fila).",
    acceptAfterImport: "accept es solo para filas en que Result o Problem lo ofrece.",
    acceptSuggestion: "accept es solo para filas con una sugerencia.",
    fixedTitle: "No modificar",
    fixed:
      "Esta columna indica de qué texto trata la fila. Escriba en Proposal, Action o Note; una fila con otras celdas cambiadas no se envía."
  )

  private static let portuguese = SheetWords(
    title: "Como editar",
    lines: [
      "Escreva outro texto em Proposal para o propor. As células alteradas ficam amarelas. Linhas intactas não enviam nada.",
      "Uma proposta a azul foi feita neste perfil; escolha delete em Action para a retirar. ok significa: revisto, fica como está. skip ignora o que escreveu na linha.",
      "Note serve para observações ao projeto; nunca é enviada à aplicação.",
      "Mantenha exatamente os marcadores como %@, %d ou {name} e as etiquetas como <b>.",
      "Pode ordenar, filtrar, ocultar e apagar linhas. Não altere as colunas cinzentas; uma linha em que foram alteradas não é enviada.",
    ],
    suggestions:
      "Esta folha traz sugestões: linhas intactas não enviam nada. accept em Action propõe o texto de Proposal tal como está.",
    action:
      "Vazio: enviar a proposta se foi alterada. ok: revisto, fica como está. delete: retirá-la. skip: ignorar a linha.",
    actionWithSuggestions:
      "Vazio: enviar a proposta se foi alterada. accept: enviar a sugestão tal como está. ok: revisto, fica como está. delete: retirar a proposta pendente. skip: ignorar a linha.",
    otherAction:
      "Deixe vazio ou escolha ok (revisto, fica como está), delete (retirar a proposta pendente) ou skip (ignorar a linha).",
    acceptAfterImport: "accept é só para linhas em que Result ou Problem o oferece.",
    acceptSuggestion: "accept é só para linhas com uma sugestão.",
    fixedTitle: "Não alterar",
    fixed:
      "Esta coluna indica de que texto trata a linha. Escreva em Proposal, Action ou Note; uma linha com outras células alteradas não é enviada."
  )

  private static let japanese = SheetWords(
    title: "編集方法",
    lines: [
      "Proposal に別の訳文を書くと提案になります。変更したセルは黄色になります。触れていない行は何も送信されません。",
      "青い提案はこのプロファイルで作成されたものです。取り下げるには Action で delete を選びます。ok は「確認済み、そのまま」の意味です。skip を選ぶと、その行の入力は無視されます。",
      "Note はプロジェクトへのメモで、アプリには送信されません。",
      "%@、%d、{name} などのプレースホルダーと <b> などのタグはそのまま残してください。",
      "行の並べ替え、絞り込み、非表示、削除は自由です。灰色の列は変更しないでください。変更された行は送信されません。",
    ],
    suggestions: "このシートには候補が入力されています。触れていない行は何も送信されません。Action で accept を選ぶと、Proposal の文がそのまま提案されます。",
    action: "空欄: 変更した提案を送信。ok: 確認済み、そのまま。delete: 提案を取り下げる。skip: この行を無視する。",
    actionWithSuggestions: "空欄: 変更した提案を送信。accept: 候補をそのまま送信。ok: 確認済み、そのまま。delete: 提案を取り下げる。skip: この行を無視する。",
    otherAction: "空欄のままにするか、ok（確認済み、そのまま）、delete（提案を取り下げる）、skip（この行を無視する）を選んでください。",
    acceptAfterImport: "accept は、Result または Problem で accept が案内されている行でのみ使えます。",
    acceptSuggestion: "accept は候補のある行でのみ使えます。",
    fixedTitle: "編集しないでください",
    fixed: "この列は、どの訳文の行かを示します。Proposal、Action、Note に入力してください。ほかのセルを変更した行は送信されません。")

  private static let chinese = SheetWords(
    title: "如何编辑",
    lines: [
      "在 Proposal 中写入另一文本即可提出建议。更改过的单元格会变黄。未改动的行不会发送任何内容。",
      "蓝色的建议由本配置提出；在 Action 中选择 delete 可撤回。ok 表示已审阅、保持原样。skip 表示忽略您在该行所写的内容。",
      "Note 用于给项目留言，绝不会发送到应用。",
      "请原样保留 %@、%d、{name} 等占位符和 <b> 等标签。",
      "可以排序、筛选、隐藏和删除行。请勿更改灰色列；灰色列被更改的行不会发送。",
    ],
    suggestions: "本表已填入候选文本：未改动的行不会发送任何内容。在 Action 中选择 accept，即按原样提交 Proposal 中的文本。",
    action: "留空：如有更改则发送建议。ok：已审阅，保持原样。delete：撤回建议。skip：忽略此行。",
    actionWithSuggestions: "留空：如有更改则发送建议。accept：按原样发送候选文本。ok：已审阅，保持原样。delete：撤回建议。skip：忽略此行。",
    otherAction: "请留空，或选择 ok（已审阅，保持原样）、delete（撤回建议）或 skip（忽略此行）。",
    acceptAfterImport: "accept 仅用于 Result 或 Problem 提示可用的行。",
    acceptSuggestion: "accept 仅用于带有候选文本的行。",
    fixedTitle: "请勿更改",
    fixed: "此列说明该行对应哪条文本。请在 Proposal、Action 或 Note 中填写；其他单元格被更改的行不会发送。")

  private static let arabic = SheetWords(
    title: "كيفية التحرير",
    lines: [
      "اكتب نصًا آخر في العمود Proposal لاقتراحه. تتحول الخلايا المعدّلة إلى اللون الأصفر، ولا يُرسل شيء من الصفوف التي لم تُعدّل.",
      "الاقتراح الأزرق صادر عن هذا الملف التعريفي؛ اختر delete في العمود Action لسحبه. وتعني ok أن النص رُوجع ويبقى كما هو. أما skip فيتجاهل ما كتبته في الصف.",
      "العمود Note لملاحظاتك إلى المشروع ولا يُرسل إلى التطبيق أبدًا.",
      "أبقِ العناصر النائبة مثل %@ و %d و {name} والوسوم مثل <b> كما هي تمامًا.",
      "يمكنك فرز الصفوف وتصفيتها وإخفاؤها وحذفها. لا تغيّر الأعمدة الرمادية؛ فالصف الذي عُدّلت فيه لا يُرسل.",
    ],
    suggestions:
      "يحتوي هذا الجدول على نصوص مقترحة: لا يُرسل شيء من الصفوف التي لم تُعدّل. أما accept في العمود Action فيقترح نص العمود Proposal كما هو.",
    action: "فارغ: يُرسل الاقتراح إن عُدّل. ok: رُوجع ويبقى كما هو. delete: سحب الاقتراح. skip: تجاهل الصف.",
    actionWithSuggestions:
      "فارغ: يُرسل الاقتراح إن عُدّل. accept: إرسال النص المقترح كما هو. ok: رُوجع ويبقى كما هو. delete: سحب الاقتراح. skip: تجاهل الصف.",
    otherAction: "اتركه فارغًا، أو اختر ok (رُوجع ويبقى كما هو) أو delete (سحب الاقتراح) أو skip (تجاهل الصف).",
    acceptAfterImport: "تُستخدم accept فقط في الصفوف التي يتيح فيها Result أو Problem ذلك.",
    acceptSuggestion: "تُستخدم accept فقط في الصفوف التي فيها نص مقترح.",
    fixedTitle: "غير قابل للتحرير",
    fixed: "يبيّن هذا العمود النص الذي يخصه الصف. اكتب في Proposal أو Action أو Note؛ ولا يُرسل صف عُدّلت خلاياه الأخرى.",
    isRightToLeft: true)
}
