/// The head and the style sheet of an HTML report.
enum HTMLReportStyle {
  /// Returns the page up to its content.
  ///
  /// - Parameter kinds: The outcomes that rows can be filtered by, as identifiers.
  static func head(title: String, kinds: [String]) -> String {
    let filters = kinds.map { "#show-\($0):checked~table tbody tr:not(.\($0)){display:none}" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(HTMLReport.escaped(title))</title>
      <style>
      \(rules)
      \(filters.joined(separator: "\n"))
      </style>
      </head>
      <body>
      <main>

      """
  }

  /// The colours of the page on a light ground; those on a dark ground follow in ``rules``.
  private static let light: String = {
    let colors: [(name: String, color: UInt32)] = [
      ("text", Palette.text), ("quiet", Palette.quiet), ("line", Palette.line), ("head", Palette.guarded),
      ("good", Palette.doneFont), ("bad", Palette.badFont), ("open", Palette.openFont), ("plan", Palette.plannedFont),
      ("ins", Palette.done), ("del", Palette.bad), ("accent", Palette.accent),
    ]
    return ":root{color-scheme:light dark;--back:#fff"
      + colors.map { ";--\($0.name):\(Palette.css($0.color))" }.joined() + "}"
  }()

  private static let rules = """
    \(light)
    @media (prefers-color-scheme:dark){:root{--back:#14181d;--text:#e4e8ed;--quiet:#9aa6b4;--line:#333b45;--head:#1e242b;
    --good:#6fcf97;--bad:#ff8a80;--open:#f2c265;--plan:#7fb4f0;--ins:#1d4a2e;--del:#5a2522;--accent:#8fb3df}}
    body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
    main{max-width:90rem;margin:0 auto;padding:1.5rem}
    h1{font-size:1.5rem;margin:0 0 .5rem;color:var(--accent)}h2{font-size:1.15rem;margin:2rem 0 .5rem}
    p.good{color:var(--good);font-weight:600}p.bad{color:var(--bad);font-weight:600}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:1rem 0}dt{color:var(--quiet)}dd{margin:0}
    input[name=show]{position:absolute;opacity:0}
    label{display:inline-block;margin:0 .35rem .75rem 0;padding:.2rem .7rem;border:1px solid var(--line);border-radius:1rem;
    cursor:pointer}
    label b{color:var(--quiet);font-weight:600}
    input:checked+label{background:var(--accent);border-color:var(--accent);color:var(--back)}
    input:checked+label b{color:inherit}input:focus-visible+label{outline:2px solid var(--plan);outline-offset:2px}
    table{border-collapse:collapse;width:100%}
    th{position:sticky;top:0;background:var(--head);text-align:start;font-size:.85rem;color:var(--quiet)}
    th,td{padding:.45rem .6rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
    th,.locale{white-space:nowrap;overflow-wrap:normal}td:nth-child(4){min-width:18rem}
    .outcome{font-weight:600;white-space:nowrap}.name{font-family:ui-monospace,monospace;font-size:.9em}
    .place{color:var(--quiet);font-size:.85rem}.text{white-space:pre-wrap;unicode-bidi:plaintext}
    .side{display:block;color:var(--quiet);font-size:.75rem;text-transform:uppercase;letter-spacing:.05em}
    .hidden{font-size:.7em;border:1px dotted var(--quiet);color:var(--quiet);padding:0 .2em;margin:0 .1em}
    ins{background:var(--ins);text-decoration:none}del{background:var(--del);text-decoration:line-through}
    .applied .outcome,.already-there .outcome{color:var(--good)}.refused .outcome,.failed .outcome{color:var(--bad)}
    .conflict .outcome,.in-doubt .outcome,.not-attempted .outcome{color:var(--open)}.planned .outcome{color:var(--plan)}
    .findings .error{color:var(--bad)}.findings .warning{color:var(--open)}
    @media print{:root{color-scheme:light;--back:#fff;--text:#000;--line:#bbb;--head:#eee}label,input{display:none}
    main{padding:0;max-width:none}th{position:static}tr{break-inside:avoid}thead{display:table-header-group}
    ins,del{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
    """
}
