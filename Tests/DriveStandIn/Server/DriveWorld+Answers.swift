/// Requests and their answers.
extension DriveWorld {
  /// The answer to a request, whose upload is kept up to a limit.
  mutating func answer(
    _ request: StandInRequest, _ operation: StandInOperation, keeping limit: Int? = nil, isIncomplete: Bool = false
  ) -> StandInResponse {
    do {
      switch operation {
      case .authorize: return authorize(request)
      case .decide: return decide(request)
      case .token: return try token(request)
      case .revoke: return try revoke(request)
      case .tokenInfo: return try tokenInfo(request)
      case .exportLink: return try exportLink(request)
      case .upload: return try upload(request, keeping: limit)
      case .uploadStatus: return try uploadStatus(request)
      case .uploadCancel: return try cancelUpload(request)
      default: return try drive(request, operation, try requester(request, operation), isIncomplete)
      }
    } catch let refusal as DriveRefusal {
      return StandInResponse(refusal)
    } catch let refusal as TokenRefusal {
      return StandInResponse(refusal)
    } catch {
      return StandInResponse(DriveRefusal(500, "internalError", "\(error)"))
    }
  }

  private mutating func drive(
    _ request: StandInRequest, _ operation: StandInOperation, _ requester: Requester, _ isIncomplete: Bool
  ) throws(DriveRefusal) -> StandInResponse {
    switch operation {
    case .userInfo: userInfo(requester)
    case .about: try about(request, requester)
    case .list: try list(request, requester, isIncomplete: isIncomplete)
    case .get: try get(request, requester)
    case .media: try media(request, requester)
    case .export: try export(request, requester)
    case .download: try download(request, requester)
    case .operation: try self.operation(request, requester)
    case .copy: try copy(request, requester)
    case .create, .update: try write(request, requester)
    case .delete: try delete(request, requester)
    case .generateIDs: try generateIDs(request)
    case .drives: try listDrives(request, requester)
    case .drive: try getDrive(request, requester)
    case .permissions: try permissions(request, requester)
    case .share: try share(request, requester)
    case .authorize, .decide, .token, .revoke, .tokenInfo, .exportLink, .upload, .uploadStatus, .uploadCancel:
      throw DriveRefusal(404, "notFound", "Not Found")
    }
  }

  /// The refusal of a fault, in the form of the endpoint.
  func refusal(
    _ operation: StandInOperation, status: Int, reason: String, retryAfter: Int?
  ) -> StandInResponse {
    switch operation {
    case .token, .revoke, .tokenInfo:
      let description = reason == "invalid_grant" ? "Token has been expired or revoked." : reason
      var response = StandInResponse(TokenRefusal(status, reason, description))
      if let retryAfter { response.headers["Retry-After"] = String(retryAfter) }
      return response
    default: return StandInResponse(StandInFault.refusal(status, reason, retryAfter: retryAfter))
    }
  }
}
