/// Instructions for editing a review sheet, in a few lines of one language.
struct EditingGuide: Sendable {
  let title: String
  let lines: [String]
  /// The line for a sheet with suggestions.
  let suggestions: String
  var isRightToLeft = false

  /// Returns the guide in English, and the one in the sheet's language if there is one.
  static func guides(for locales: [String]) -> [EditingGuide] {
    guard let language = SheetLanguage.only(of: locales), let guide = byLanguage[language] else { return [english] }
    return [english, guide]
  }

  private static let english = EditingGuide(
    title: "How to edit",
    lines: [
      "Write another text into Proposal to suggest it. Cells that you change turn yellow. Rows that you leave alone send nothing.",
      "A proposal in blue was made from this profile; choose delete under Action to withdraw it. ok says that you reviewed a row and it stays as it is; skip ignores what you wrote in a row.",
      "Note is for remarks to the project; it is never sent to the app.",
      "Keep placeholders such as %@, %d or {name} and tags such as <b> exactly as they are.",
      "You may sort, filter, hide and delete rows. Do not change the grey columns; a row in which they were changed is not sent.",
    ],
    suggestions:
      "This sheet fills in suggestions: a row that you leave alone sends nothing. accept under Action proposes the text in Proposal as it is."
  )

  private static let byLanguage: [String: EditingGuide] = [
    "de": EditingGuide(
      title: "So wird bearbeitet",
      lines: [
        "Schreiben Sie unter Proposal einen anderen Text, um ihn vorzuschlagen. Geänderte Zellen werden gelb. Unberührte Zeilen senden nichts.",
        "Blaue Vorschläge stammen aus diesem Profil; delete unter Action zieht sie zurück. ok heißt: geprüft, bleibt so. skip übergeht, was Sie in der Zeile geschrieben haben.",
        "Note ist für Anmerkungen an das Projekt und wird nie an die App gesendet.",
        "Platzhalter wie %@, %d oder {name} und Tags wie <b> bitte genau so lassen.",
        "Zeilen dürfen sortiert, gefiltert, ausgeblendet und gelöscht werden. Die grauen Spalten bitte nicht ändern: Eine Zeile, in der sie geändert wurden, wird nicht gesendet.",
      ],
      suggestions:
        "Diese Tabelle füllt Vorschläge vor: Unberührte Zeilen senden nichts. accept unter Action schlägt den Text in Proposal vor, wie er ist."
    ),
    "da": EditingGuide(
      title: "Sådan redigerer du",
      lines: [
        "Skriv en anden tekst under Proposal for at foreslå den. Ændrede celler bliver gule. Rækker, som du ikke rører, sender intet.",
        "Blå forslag er lavet fra denne profil; vælg delete under Action for at trække dem tilbage. ok betyder: gennemgået, bliver som den er. skip ignorerer det, du skrev i rækken.",
        "Note er til bemærkninger til projektet og sendes aldrig til appen.",
        "Behold pladsholdere som %@, %d eller {name} og tags som <b> præcis, som de er.",
        "Du må sortere, filtrere, skjule og slette rækker. Ret ikke i de grå kolonner; en række, hvor de er ændret, sendes ikke.",
      ],
      suggestions:
        "Arket er udfyldt med forslag: Rækker, som du ikke rører, sender intet. accept under Action foreslår teksten i Proposal, som den er."
    ),
    "fr": EditingGuide(
      title: "Comment modifier",
      lines: [
        "Écrivez un autre texte dans Proposal pour le proposer. Les cellules modifiées deviennent jaunes. Les lignes intactes n’envoient rien.",
        "Une proposition en bleu vient de ce profil ; choisissez delete sous Action pour la retirer. ok signifie : vérifié, à laisser tel quel. skip ignore ce que vous avez écrit dans la ligne.",
        "Note sert aux remarques destinées au projet ; elle n’est jamais envoyée à l’application.",
        "Gardez tels quels les paramètres comme %@, %d ou {name} et les balises comme <b>.",
        "Vous pouvez trier, filtrer, masquer et supprimer des lignes. Ne modifiez pas les colonnes grises : une ligne où elles ont changé n’est pas envoyée.",
      ],
      suggestions:
        "Cette feuille contient des suggestions : les lignes intactes n’envoient rien. accept sous Action propose le texte de Proposal tel quel."
    ),
    "es": EditingGuide(
      title: "Cómo editar",
      lines: [
        "Escriba otro texto en Proposal para proponerlo. Las celdas cambiadas se ponen amarillas. Las filas intactas no envían nada.",
        "Una propuesta en azul es de este perfil; elija delete en Action para retirarla. ok significa: revisado, se queda como está. skip ignora lo que escribió en la fila.",
        "Note es para comentarios al proyecto; nunca se envía a la aplicación.",
        "Deje tal cual los marcadores como %@, %d o {name} y las etiquetas como <b>.",
        "Puede ordenar, filtrar, ocultar y borrar filas. No cambie las columnas grises; una fila en que cambiaron no se envía.",
      ],
      suggestions:
        "Esta hoja trae sugerencias: las filas intactas no envían nada. accept en Action propone el texto de Proposal tal cual."
    ),
    "pt": EditingGuide(
      title: "Como editar",
      lines: [
        "Escreva outro texto em Proposal para o propor. As células alteradas ficam amarelas. Linhas intactas não enviam nada.",
        "Uma proposta a azul foi feita neste perfil; escolha delete em Action para a retirar. ok significa: revisto, fica como está. skip ignora o que escreveu na linha.",
        "Note serve para observações ao projeto; nunca é enviada à aplicação.",
        "Mantenha exatamente os marcadores como %@, %d ou {name} e as etiquetas como <b>.",
        "Pode ordenar, filtrar, ocultar e apagar linhas. Não altere as colunas cinzentas; uma linha em que foram alteradas não é enviada.",
      ],
      suggestions:
        "Esta folha traz sugestões: linhas intactas não enviam nada. accept em Action propõe o texto de Proposal tal como está."
    ),
    "ja": EditingGuide(
      title: "編集方法",
      lines: [
        "Proposal に別の訳文を書くと提案になります。変更したセルは黄色になります。触れていない行は何も送信されません。",
        "青い提案はこのプロファイルで作成されたものです。取り下げるには Action で delete を選びます。ok は「確認済み、そのまま」の意味です。skip を選ぶと、その行の入力は無視されます。",
        "Note はプロジェクトへのメモで、アプリには送信されません。",
        "%@、%d、{name} などのプレースホルダーと <b> などのタグはそのまま残してください。",
        "行の並べ替え、絞り込み、非表示、削除は自由です。灰色の列は変更しないでください。変更された行は送信されません。",
      ],
      suggestions: "このシートには候補が入力されています。触れていない行は何も送信されません。Action で accept を選ぶと、Proposal の文がそのまま提案されます。"),
    "zh": EditingGuide(
      title: "如何编辑",
      lines: [
        "在 Proposal 中写入另一文本即可提出建议。更改过的单元格会变黄。未改动的行不会发送任何内容。",
        "蓝色的建议由本配置提出；在 Action 中选择 delete 可撤回。ok 表示已审阅、保持原样。skip 表示忽略您在该行所写的内容。",
        "Note 用于给项目留言，绝不会发送到应用。",
        "请原样保留 %@、%d、{name} 等占位符和 <b> 等标签。",
        "可以排序、筛选、隐藏和删除行。请勿更改灰色列；灰色列被更改的行不会发送。",
      ],
      suggestions: "本表已填入候选文本：未改动的行不会发送任何内容。在 Action 中选择 accept，即按原样提交 Proposal 中的文本。"),
    "ar": EditingGuide(
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
      isRightToLeft: true),
  ]
}
