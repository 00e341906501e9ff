/// What a reviewer asks for in the `Action` column.
public enum ReviewAction: String, CaseIterable, Sendable {
  /// Withdraw the pending proposal in this row.
  case delete
  /// Ignore what was written in this row.
  case skip
  /// Keep the suggestion that the export filled in.
  case accept

  /// The words that mean this, in any case; the first is the one written into the drop-down.
  public var words: [String] {
    switch self {
    case .delete:
      [
        "delete", "löschen", "slet", "slett", "ta bort", "radera", "supprimer", "eliminar", "borrar", "elimina",
        "verwijderen", "excluir", "apagar", "poista", "usuń", "smazat", "odstranit", "удалить", "видалити", "sil",
        "διαγραφή", "حذف", "מחק", "削除", "删除", "刪除", "삭제", "ลบ", "xóa",
      ]
    case .skip:
      [
        "skip", "überspringen", "spring over", "hopp over", "hoppa över", "ignorer", "ignorera", "ignorieren",
        "ignorar", "omitir", "ignora", "salta", "overslaan", "pular", "ohita", "pomiń", "přeskočit", "пропустить",
        "пропустити", "atla", "παράλειψη", "تخطي", "דלג", "スキップ", "跳过", "跳過", "건너뛰기", "ข้าม", "bỏ qua",
      ]
    case .accept:
      [
        "accept", "akzeptieren", "annehmen", "accepter", "godta", "acceptera", "aceptar", "aceitar", "accetta",
        "accepteren", "hyväksy", "akceptuj", "přijmout", "принять", "прийняти", "kabul", "αποδοχή", "قبول", "אשר",
        "承認", "接受", "수락", "ยอมรับ", "chấp nhận",
      ]
    }
  }

  /// The action that a word means; nil where it is none.
  public init?(word: String) {
    guard let action = Self.byWord[ReviewColumn.folded(word)] else { return nil }
    self = action
  }

  private static let byWord: [String: ReviewAction] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { action in action.words.map { (ReviewColumn.folded($0), action) } })
}
