"""GitHub, where it hurts: all-or-nothing reviews, 422 for lines that are not shown, 50 annotations, pages."""

from graphql import build_schema, graphql_sync
from githubkit_schemas.v2026_03_10 import models
from pydantic import ValidationError
from server import Answer, Forge, shown_lines

# The part of GitHub's schema that is used, names and types as published.
SCHEMA = build_schema(
    """
    scalar BigInt
    scalar GitObjectID
    type Query { repository(owner: String!, name: String!, followRenames: Boolean = true): Repository }
    type Repository { pullRequest(number: Int!): PullRequest }
    type PullRequest {
      headRefOid: GitObjectID!
      reviewThreads(first: Int, after: String): PullRequestReviewThreadConnection!
      comments(first: Int, after: String): IssueCommentConnection!
    }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type PullRequestReviewThreadConnection { nodes: [PullRequestReviewThread] pageInfo: PageInfo! totalCount: Int! }
    type PullRequestReviewThread {
      id: ID! isResolved: Boolean! isOutdated: Boolean!
      comments(first: Int, after: String): PullRequestReviewCommentConnection!
    }
    type PullRequestReviewCommentConnection { nodes: [PullRequestReviewComment] totalCount: Int! pageInfo: PageInfo! }
    type PullRequestReviewComment {
      id: ID! fullDatabaseId: BigInt body: String! viewerDidAuthor: Boolean! isMinimized: Boolean! }
    type IssueCommentConnection { nodes: [IssueComment] pageInfo: PageInfo! totalCount: Int! }
    type IssueComment { id: ID! fullDatabaseId: BigInt body: String! viewerDidAuthor: Boolean! isMinimized: Boolean! }
    enum ReportedContentClassifiers { SPAM ABUSE OFF_TOPIC OUTDATED DUPLICATE RESOLVED }
    input ResolveReviewThreadInput { clientMutationId: String threadId: ID! }
    input UnresolveReviewThreadInput { clientMutationId: String threadId: ID! }
    input MinimizeCommentInput { clientMutationId: String subjectId: ID! classifier: ReportedContentClassifiers! }
    input UnminimizeCommentInput { clientMutationId: String subjectId: ID! }
    type ResolveReviewThreadPayload { thread: PullRequestReviewThread }
    type UnresolveReviewThreadPayload { thread: PullRequestReviewThread }
    type MinimizeCommentPayload { minimizedComment: PullRequestReviewComment }
    type UnminimizeCommentPayload { unminimizedComment: PullRequestReviewComment }
    type Mutation {
      resolveReviewThread(input: ResolveReviewThreadInput!): ResolveReviewThreadPayload
      unresolveReviewThread(input: UnresolveReviewThreadInput!): UnresolveReviewThreadPayload
      minimizeComment(input: MinimizeCommentInput!): MinimizeCommentPayload
      unminimizeComment(input: UnminimizeCommentInput!): UnminimizeCommentPayload
    }
    """
)

TOKEN = "ghs_secret-of-the-test"
FORBIDDEN = {"message": "Resource not accessible by integration"}


def known(model):
    """Every member that a model has, with those of the models inside of it."""
    return {field.alias or name for name, field in model.model_fields.items()}


class GitHub(Forge):
    def __init__(self, repository, base, elsewhere):
        super().__init__()
        self.repository, self.base, self.elsewhere = repository, base, elsewhere
        self.head = None
        self.threads, self.comments, self.checks, self.reviews = [], [], [], 0
        self.ids = 100
        # What the token may do beside reading; a pull request's own token may not resolve.
        self.may = {"review", "comment", "check", "resolve"}
        self.pages = 100
        self.hated_lines = set()  # 422, though they are shown
        self.pulls = []
        self.add_routes()

    def authorize(self, handler, path):
        if handler.headers.get("Authorization") != f"Bearer {TOKEN}":
            raise Answer(401, {"message": "Bad credentials"})
        if not handler.headers.get("User-Agent"):
            raise Answer(403, {"message": "Request forbidden by administrative rules"})

    def new_id(self):
        self.ids += 1
        return self.ids

    def validate(self, names, body):
        """Holds a body to the published types, and to having no member but theirs."""
        errors = []
        for name in names:
            model = getattr(models, name)
            try:
                model.model_validate(body)
            except ValidationError as error:
                errors.append(f"{name}: {error}")
                continue
            unknown = set(body) - known(model)
            if not unknown:
                return
            errors.append(f"{name}: unknown members {unknown}")
        self.problem("\n".join(errors))
        raise Answer(422, {"message": "Invalid request"})

    def need(self, right):
        if right not in self.may:
            raise Answer(403, FORBIDDEN)

    def add_routes(self):
        root = "/repos/o/r"

        @self.route("POST", rf"{root}/pulls/1/reviews")
        def review(query, body):
            self.need("review")
            self.validate(["ReposOwnerRepoPullsPullNumberReviewsPostBody"], body)
            for comment in body["comments"]:
                self.validate(["ReposOwnerRepoPullsPullNumberReviewsPostBodyPropCommentsItems"], comment)
            if body.get("commit_id") != self.head:
                raise Answer(422, {"message": "Unprocessable Entity", "errors": ["commit_id is not part of the pull request"]})
            if not all(self.is_shown(comment) for comment in body["comments"]):
                # It does not say which.
                raise Answer(422, {"message": "Unprocessable Entity", "errors": ["Line could not be resolved"]})
            if len(body["comments"]) > 30:
                self.problem(f"a review of {len(body['comments'])} comments would be taken for abuse")
            self.reviews += 1
            for comment in body["comments"]:
                first = {"id": self.new_id(), "body": comment["body"], "mine": True, "folded": False}
                self.threads.append({
                    "id": self.new_id(), "path": comment["path"], "line": comment["line"],
                    "start_line": comment.get("start_line"), "side": comment["side"], "resolved": False,
                    "comments": [first], "edits": 0})
            return {"id": self.new_id()}

        @self.route("PATCH", rf"{root}/pulls/comments/(\d+)")
        def edit(number, query, body):
            self.need("review")
            self.validate(["ReposOwnerRepoPullsCommentsCommentIdPatchBody"], body)
            for thread in self.threads:
                for comment in thread["comments"]:
                    if comment["id"] == int(number):
                        comment["body"] = body["body"]
                        thread["edits"] += 1
                        return {"id": comment["id"]}
            raise Answer(404, {"message": "Not Found"})

        @self.route("POST", rf"{root}/issues/1/comments")
        def comment(query, body):
            self.need("comment")
            self.validate(["ReposOwnerRepoIssuesIssueNumberCommentsPostBody"], body)
            if len(body["body"]) > 65536:
                raise Answer(422, {"message": "body is too long (maximum is 65536 characters)"})
            self.comments.append({"id": self.new_id(), "body": body["body"], "mine": True})
            return 201, {"id": self.ids}, {}

        @self.route("PATCH", rf"{root}/issues/comments/(\d+)")
        def edit_comment(number, query, body):
            self.need("comment")
            self.validate(["ReposOwnerRepoIssuesCommentsCommentIdPatchBody"], body)
            for comment in self.comments:
                if comment["id"] == int(number):
                    comment["body"] = body["body"]
                    return {"id": comment["id"]}
            raise Answer(404, {"message": "Not Found"})

        @self.route("GET", rf"{root}/commits/(\w+)/check-runs")
        def list_checks(sha, query, body):
            runs = [
                {"id": run["id"], "external_id": run["external_id"], "output": {"annotations_count": len(run["annotations"])}}
                for run in reversed(self.checks)
                if run["sha"] == sha and run["name"] == query["check_name"][0]]
            status, page, headers = self.page(runs, query, f"{root}/commits/{sha}/check-runs", 1)
            return status, {"total_count": len(runs), "check_runs": page}, headers

        @self.route("POST", rf"{root}/check-runs")
        def check(query, body):
            self.need("check")
            self.validate(["ReposOwnerRepoCheckRunsPostBodyOneof0"], body)
            if len(body["output"]["annotations"]) > 50 or len(body["output"]["summary"]) > 65535:
                raise Answer(422, {"message": "Invalid request", "errors": [{"message": "too much"}]})
            self.checks.append({
                "id": self.new_id(), "sha": body["head_sha"], "name": body["name"],
                "external_id": body.get("external_id"), "conclusion": body["conclusion"],
                "title": body["output"]["title"], "annotations": self.annotations(body)})
            return 201, {"id": self.ids}, {}

        @self.route("PATCH", rf"{root}/check-runs/(\d+)")
        def append(number, query, body):
            self.need("check")
            self.validate(["ReposOwnerRepoCheckRunsCheckRunIdPatchBodyAnyof0", "ReposOwnerRepoCheckRunsCheckRunIdPatchBodyAnyof1"], body)
            run = next(run for run in self.checks if run["id"] == int(number))
            if len(body["output"]["annotations"]) > 50:
                raise Answer(422, {"message": "Invalid request"})
            run["annotations"] += self.annotations(body)
            return {"id": run["id"]}

        @self.route("GET", rf"{root}/pulls")
        def pulls(query, body):
            owner, branch = query["head"][0].split(":", 1)
            found = [pull for pull in self.pulls if (pull["owner"], pull["branch"]) == (owner, branch)]
            return self.page([{"number": p["number"], "head": {"sha": p["sha"]}} for p in found], query, f"{root}/pulls")

        @self.route("POST", "/graphql")
        def query_(query, body):
            return self.graphql(body)

    def annotations(self, body):
        for annotation in body["output"]["annotations"]:
            if annotation["start_line"] != annotation["end_line"] and "start_column" in annotation:
                raise Answer(422, {"message": "start_column over several lines"})
        return [(a["path"], a["start_line"], a["annotation_level"]) for a in body["output"]["annotations"]]

    def is_shown(self, comment):
        if (comment["path"], comment["line"]) in self.hated_lines:
            return False
        hunks = shown_lines(self.repository, self.base, self.head).get(comment["path"], {}).get(comment["side"], [])
        start = comment.get("start_line", comment["line"])
        if "start_line" in comment and not start < comment["line"]:
            return False
        return any(comment["line"] in hunk and start in hunk for hunk in hunks)

    # GraphQL

    def graphql(self, body):
        resolvers = {
            "repository": lambda *_, **__: {"pullRequest": lambda *_, **__: self.pull()},
            "resolveReviewThread": lambda _, input: self.resolve(input, True),
            "unresolveReviewThread": lambda _, input: self.resolve(input, False),
            "minimizeComment": lambda _, input: {"minimizedComment": self.fold(input, True)},
            "unminimizeComment": lambda _, input: {"unminimizedComment": self.fold(input, False)},
        }
        self.forbidden = False
        result = graphql_sync(SCHEMA, body["query"], root_value=resolvers, variable_values=body.get("variables"))
        answer = {"data": result.data}
        if result.errors:
            if not self.forbidden:
                self.problem(f"GraphQL: {result.errors}")
            answer["errors"] = [{"message": error.message, **({"type": "FORBIDDEN"} if self.forbidden else {})} for error in result.errors]
        return answer

    def pull(self):
        return {"headRefOid": self.head, "reviewThreads": self.connection(self.threads, self.show_thread),
                "comments": self.connection(self.comments, self.show_comment)}

    def connection(self, items, show):
        def resolve(_, first=None, after=None):
            if first is None or not 1 <= first <= 100:
                raise ValueError("You must provide a `first` value of 1 to 100")
            start = int(after or 0)
            size = min(first, self.pages)
            return {"nodes": [show(item) for item in items[start : start + size]], "totalCount": len(items),
                    "pageInfo": {"hasNextPage": start + size < len(items), "endCursor": str(start + size)}}
        return resolve

    def show_thread(self, thread):
        return {"id": f"T{thread['id']}", "isResolved": thread["resolved"], "isOutdated": False,
                "comments": self.connection(thread["comments"], self.show_comment)}

    def show_comment(self, comment):
        return {"id": f"C{comment['id']}", "fullDatabaseId": str(comment["id"]), "body": comment["body"],
                "viewerDidAuthor": comment["mine"], "isMinimized": comment.get("folded", False)}

    def resolve(self, input, value):
        thread = next(t for t in self.threads if f"T{t['id']}" == input["threadId"])
        if "resolve" not in self.may:
            self.forbidden = True
            raise ValueError(FORBIDDEN["message"])
        thread["resolved"] = value
        return {"thread": self.show_thread(thread)}

    def fold(self, input, value):
        for thread in self.threads:
            for comment in thread["comments"]:
                if f"C{comment['id']}" == input["subjectId"]:
                    comment["folded"] = value
                    return self.show_comment(comment)
        raise ValueError("Could not resolve to a node")
