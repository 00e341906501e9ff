import NStackAPI
import NStackSandbox
import Testing

struct SandboxPagingTests {
  let path = "/api/v2/content/localize/proposals?guid=g"

  /// The end of the first, the second and the last page of twelve proposals in pages of five.
  static let ends: [(form: Scenario.PageForm, pages: [String])] = [
    (
      .fractal,
      [
        #","meta":{"pagination":{"total":12,"count":5,"per_page":5,"current_page":1,"total_pages":3,"#
          + #""links":{"next":"BASE&page=2"}}}}"#,
        #""current_page":2,"total_pages":3,"links":{"previous":"BASE&page=1","next":"BASE&page=3"}}}}"#,
        #""count":2,"per_page":5,"current_page":3,"total_pages":3,"links":{"previous":"BASE&page=2"}}}}"#,
      ]
    ),
    (
      .laravel,
      [
        #"],"links":{"prev":null,"next":"BASE&page=2"},"#
          + #""meta":{"current_page":1,"last_page":3,"per_page":5,"total":12}}"#,
        #"],"links":{"prev":"BASE&page=1","next":"BASE&page=3"},"#
          + #""meta":{"current_page":2,"last_page":3,"per_page":5,"total":12}}"#,
        #"],"links":{"prev":"BASE&page=2","next":null},"#
          + #""meta":{"current_page":3,"last_page":3,"per_page":5,"total":12}}"#,
      ]
    ),
    (
      .topLevel,
      [
        #"],"current_page":1,"last_page":3,"per_page":5,"prev_page_url":null,"next_page_url":"BASE&page=2","total":12}"#,
        #""prev_page_url":"BASE&page=1","next_page_url":"BASE&page=3","total":12}"#,
        #""prev_page_url":"BASE&page=2","next_page_url":null,"total":12}"#,
      ]
    ),
    (
      .links,
      [#"],"links":{"next":"BASE&page=2"}}"#, #"],"links":{"next":"BASE&page=3"}}"#, #"],"links":{"next":null}}"#]
    ), (.linkHeader, ["}]}", "}]}", "}]}"]),
    (.total, [#"],"meta":{"total":12}}"#, #"],"meta":{"total":12}}"#, "12}}"]),
  ]

  @Test(arguments: ends) func `A list comes in pages that name the next one`(form: Scenario.PageForm, ends: [String])
    async throws
  {
    try await withSandbox(Scenario { ($0.pageSize, $0.pageForm) = (5, form) }) { sandbox async throws in
      let base = sandbox.server.baseURL + path
      let links = ["<\(base)&page=2>; rel=\"next\"", "<\(base)&page=3>; rel=\"next\"", nil]
      for page in 1...3 {
        let answer = try await sandbox.send("GET", path + (page == 1 ? "" : "&page=\(page)"))
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix("{\"data\":[{\"id\":\(96 + 5 * page),"))
        #expect(answer.text.hasSuffix(ends[page - 1].replacing("BASE", with: base)), "\(answer.text)")
        #expect(answer.header("Link") == (form == .linkHeader ? links[page - 1] : nil))
      }
    }
  }

  @Test(arguments: ["0", "-1", "x", "", "99999999999999999999", "9223372036854775807"])
  func `What is not the number of a page is the first one`(page: String) async throws {
    try await withSandbox(Scenario { $0.pageSize = 5 }) { sandbox async throws in
      #expect(try await sandbox.send("GET", path + "&page=" + page).text.hasPrefix(#"{"data":[{"id":101,"#))
      #expect(try await sandbox.send("GET", path + "&page=4").text.hasPrefix(#"{"data":[],"#))
    }
  }

  @Test(arguments: [(0, 1), (-5, 1), (Int.min, 1), (Int.max, 12)])
  func `A size that no page can have is the nearest one that it can`(size: Int, count: Int) async throws {
    try await withSandbox(Scenario { $0.pageSize = size }) { sandbox async throws in
      #expect(try await sandbox.send("GET", path).text.contains("\"total\":12,\"count\":\(count),"))
    }
  }

  @Test func `Languages and resources come in pages, too`() async throws {
    try await withSandbox(Scenario { $0.pageSize = 3 }) { sandbox async throws in
      let languages = try await sandbox.send("GET", "/api/v2/content/localize/mobile/languages?page=2")
      #expect(languages.text.hasPrefix(#"{"data":[{"id":26,"#))
      let index = try await sandbox.send("GET", "/api/v2/content/localize/resources/platforms/mobile?dev=true&page=2")
      #expect(index.text.hasPrefix(#"{"data":[{"id":304,"#))
      #expect(index.text.contains(#""meta":{"Accept-Language":null,"pagination":{"total":5,"count":2,"#))
    }
  }
}
