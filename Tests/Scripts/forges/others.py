"""Bitbucket's Code Insights, as the proxy inside of Pipelines gives it, and Azure's pull requests."""

from server import Answer, Forge

AZURE_TOKEN = "azure-secret-of-the-test"


class Bitbucket(Forge):
    def __init__(self):
        super().__init__()
        self.reports, self.writes = {}, 0
        report = r"/2.0/repositories/o/r/commit/(\w+)/reports/([\w-]+)"

        @self.route("DELETE", report)
        def delete(commit, name, query, body):
            if (commit, name) not in self.reports:
                raise Answer(404, {"error": {"message": "no report"}})
            del self.reports[commit, name]
            return 204, None, {}

        @self.route("PUT", report)
        def put(commit, name, query, body):
            for member in ("title", "details", "report_type", "result"):
                if not isinstance(body.get(member), str):
                    self.problem(f"the report has no {member}")
            if body["report_type"] not in ("SECURITY", "COVERAGE", "TEST", "BUG") or body["result"] not in ("PASSED", "FAILED", "PENDING"):
                self.problem(f"{body['report_type']} {body['result']}")
            if len(body.get("data", [])) > 10 or len(body["details"]) > 2000:
                self.problem("the report is too large")
            self.reports[commit, name] = {"report": body, "annotations": {}}
            return body

        @self.route("POST", report + "/annotations")
        def annotate(commit, name, query, body):
            if not isinstance(body, list) or not 1 <= len(body) <= 100:
                raise Answer(400, {"error": {"message": "between 1 and 100 annotations"}})
            for annotation in body:
                if annotation["annotation_type"] not in ("VULNERABILITY", "CODE_SMELL", "BUG"):
                    self.problem(annotation["annotation_type"])
                if annotation["severity"] not in ("CRITICAL", "HIGH", "MEDIUM", "LOW") or not 1 <= len(annotation["summary"]) <= 450:
                    self.problem(str(annotation))
                self.reports[commit, name]["annotations"][annotation["external_id"]] = annotation
            return body

    def authorize(self, handler, path):
        if not handler.path.startswith("http://"):
            self.problem(f"{path} was asked past the proxy")
        if handler.headers.get("Authorization"):
            self.problem("the proxy is given a token")


class Azure(Forge):
    def __init__(self):
        super().__init__()
        self.threads, self.statuses, self.head, self.ids = [], [], None, 100
        root = "/org/project/_apis/git/repositories/repo/pullRequests/1"

        def new_id():
            self.ids += 1
            return self.ids

        @self.route("GET", "/org/_apis/connectionData")
        def me(query, body):
            return {"authenticatedUser": {"id": "me"}}

        @self.route("GET", root)
        def pull(query, body):
            return {"pullRequestId": 1, "lastMergeSourceCommit": {"commitId": self.head}}

        @self.route("GET", root + "/threads")
        def threads(query, body):
            return {"value": self.threads, "count": len(self.threads)}

        @self.route("POST", root + "/threads")
        def open_thread(query, body):
            if not set(body) <= {"comments", "status", "threadContext"}:
                self.problem(f"members {sorted(body)}")
            context = body.get("threadContext")
            if context and not context["filePath"].startswith("/"):
                raise Answer(400, {"message": "filePath"})
            comments = [{"id": 1, "author": {"id": "me"}, "content": c["content"]} for c in body["comments"]]
            self.threads.append({"id": new_id(), "status": body["status"], "threadContext": context, "comments": comments})
            return self.threads[-1]

        @self.route("PATCH", root + r"/threads/(\d+)")
        def set_status(id, query, body):
            [thread] = [t for t in self.threads if t["id"] == int(id)]
            if body["status"] not in ("active", "fixed", "closed"):
                self.problem(body["status"])
            thread["status"] = body["status"]
            return thread

        @self.route("PATCH", root + r"/threads/(\d+)/comments/(\d+)")
        def edit(id, comment, query, body):
            [thread] = [t for t in self.threads if t["id"] == int(id)]
            thread["comments"][int(comment) - 1]["content"] = body["content"]
            return thread

        @self.route("GET", root + "/statuses")
        def statuses(query, body):
            return {"value": self.statuses}

        @self.route("POST", root + "/statuses")
        def add_status(query, body):
            if body["state"] not in ("succeeded", "failed", "error", "pending", "notSet", "notApplicable"):
                self.problem(body["state"])
            self.statuses.append(body)
            return body


    def authorize(self, handler, path):
        if handler.headers.get("Authorization") != f"Bearer {AZURE_TOKEN}":
            raise Answer(401, {"message": "who?"})
        if path.startswith("/org/project") and "api-version=7.1" not in handler.path:
            self.problem(f"{path} without a version")
