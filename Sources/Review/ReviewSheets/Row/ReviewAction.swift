/// The request of a reviewer in the `Action` column.
package enum ReviewAction: String, CaseIterable, Sendable {
  /// Withdraw the pending proposal in this row.
  case delete
  /// Turn down the pending proposal in this row, for the reason under `Note`.
  case reject
  /// Ignore the reviewer's edit in this row.
  case skip
  /// Keep the suggestion that the export filled in.
  case accept
  /// Approve a changed proposal; beside an unchanged one, sign the text off: it was reviewed and stays as it is.
  case ok

  /// The words for the action, in any case; the drop-down has the first one.
  package var words: [String] {
    switch self {
    case .delete:
      """
      delete, löschen, slet, slett, ta bort, radera, supprimer, eliminar, borrar, elimina, verwijderen, excluir,
      apagar, poista, usuń, smazat, odstranit, удалить, видалити, sil, διαγραφή, حذف, מחק, 削除, 删除, 刪除, 삭제, ลบ,
      xóa
      """.commaSeparated
    case .reject:
      """
      reject, ablehnen, afvis, avvis, avvisa, rejeter, rechazar, rifiuta, rifiutare, afwijzen, rejeitar, hylkää,
      odrzuć, odmítnout, zamítnout, отклонить, відхилити, reddet, απόρριψη, رفض, דחה, 却下, 拒绝, 拒絕, 거부, ปฏิเสธ, từ chối
      """.commaSeparated
    case .skip:
      """
      skip, überspringen, spring over, hopp over, hoppa över, ignorer, ignorera, ignorieren, ignorar, omitir,
      ignora, salta, overslaan, pular, ohita, pomiń, přeskočit, пропустить, пропустити, atla, παράλειψη, تخطي,
      דלג, スキップ, 跳过, 跳過, 건너뛰기, ข้าม, bỏ qua
      """.commaSeparated
    case .accept:
      """
      accept, akzeptieren, annehmen, accepter, godta, acceptera, aceptar, aceitar, accetta, accepteren, hyväksy,
      akceptuj, přijmout, принять, прийняти, kabul, αποδοχή, قبول, אשר, 承認, 接受, 수락, ยอมรับ, chấp nhận
      """.commaSeparated
    case .ok:
      """
      ok, okay, reviewed, geprüft, in ordnung, gennemgået, i orden, gjennomgått, granskad, granskat, vérifié,
      révisé, revisado, revisto, verificado, verificato, rivisto, gecontroleerd, nagekeken, tarkistettu,
      sprawdzone, zkontrolováno, skontrolované, проверено, ок, перевірено, tamam, incelendi, εντάξει, οκ,
      ελέγχθηκε, تمت المراجعة, موافق, נבדק, בסדר, 確認済み, 確認済, ｏｋ, 已审阅, 已審閱, 已检查, 已檢查, 확인, 검토 완료, ตรวจแล้ว,
      đã duyệt
      """.commaSeparated
    }
  }

  /// Creates the action that a word means; nil if there is none.
  package init?(word: String) {
    guard let action = Self.byWord[ReviewColumn.folded(word)] else { return nil }
    self = action
  }

  /// Whether the action's words may be the translation of a text, so that they are valid under `Proposal`: "Usuń" for
  /// "Remove".
  package func mayTranslate(_ source: String) -> Bool {
    let words = ReviewColumn.folded(source).split { !$0.isLetter }.joined(separator: " ")
    return ReviewAction(word: words).map { $0.kindred.contains(self) } ?? false
      || kindred.contains { $0.translated.contains(words) }
  }

  /// The actions whose words mean the same in a text of an app.
  private var kindred: [ReviewAction] { self == .ok || self == .accept ? [.ok, .accept] : [self] }

  /// English words that the action's words in other languages may translate in an app, besides the action's own word.
  private var translated: [String] {
    switch self {
    case .delete:
      """
      remove, clear, erase, eraser, uninstall, discard, trash, move to trash, move to bin, throw away,
      delete it, remove it, backspace
      """.commaSeparated
    case .reject:
      """
      decline, deny, refuse, dismiss, discard, disapprove, disallow, block, turn down, cancel, don t allow, do not allow,
      snooze, postpone, no thanks, not now, denied, rejected, disagree, abort
      """.commaSeparated
    case .skip: "ignore, dismiss, omit, pass, jump, bypass, discard".commaSeparated
    case .accept: "approve, agree, confirm, allow, adopt, apply".commaSeparated
    case .ok:
      """
      done, verified, checked, revised, confirmation, confirmed, submit, fine, got it, check, verify,
      verification
      """.commaSeparated
    }
  }

  /// Whether a known word, or white space or invisible characters before one, may begin with this byte.
  static func mayBegin(with byte: UInt8) -> Bool { firstBytes[Int(byte)] }

  private static let firstBytes: [Bool] = {
    var bytes = [Bool](repeating: false, count: 256)
    for word in allCases.flatMap(\.words) {
      for form in [word, word.uppercased()] { form.utf8.first.map { bytes[Int($0)] = true } }
    }
    // Spaces, the no-break space, and the invisible characters of U+200B to U+FEFF.
    for byte in Array(0x09...0x0D) + [0x20, 0xC2, 0xE2, 0xEF] { bytes[byte] = true }
    return bytes
  }()

  private static let byWord: [String: ReviewAction] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { action in action.words.map { (ReviewColumn.folded($0), action) } })
}
