"""GitLab's merge requests: discussions with positions, notes, pages."""

from server import Answer, Forge, shown_lines

TOKEN = "glpat-secret-of-the-test"
ME = 42


class GitLab(Forge):
    def __init__(self, repository, elsewhere):
        super().__init__()
        self.repository, self.elsewhere = repository, elsewhere
        self.base = self.start = self.head = None
        self.discussions, self.ids, self.pages = [], 100, 100
        self.may_write = True
        self.add_routes()

    def authorize(self, handler, path):
        if handler.headers.get("PRIVATE-TOKEN") != TOKEN:
            raise Answer(401, {"message": "401 Unauthorized"})

    def new_id(self):
        self.ids += 1
        return self.ids

    def note(self, body, position=None):
        return {"id": self.new_id(), "body": body, "author": {"id": ME}, "type": "DiffNote" if position else None,
                "resolvable": position is not None, "resolved": False, "position": position}

    def writes(self, body, members):
        if not self.may_write:
            raise Answer(403, {"message": "403 Forbidden"})
        if set(body) != set(members):
            self.problem(f"members {sorted(body)}, and there are {members}")
            raise Answer(400, {"message": "bad members"})

    def add_routes(self):
        root = "/api/v4/projects/7/merge_requests/1"

        @self.route("GET", "/api/v4/user")
        def user(query, body):
            return {"id": ME, "username": "project_7_bot"}

        @self.route("GET", root)
        def merge_request(query, body):
            return {"iid": 1, "diff_refs": {"base_sha": self.base, "start_sha": self.start, "head_sha": self.head}}

        @self.route("GET", f"{root}/discussions")
        def discussions(query, body):
            return self.page(self.discussions, query, f"{root}/discussions", self.pages)

        @self.route("POST", f"{root}/discussions")
        def discuss(query, body):
            self.writes(body, ["body", "position"])
            if not self.is_valid(body["position"]):
                raise Answer(400, {"message": "400 Bad request - Note {:line_code=>[\"can't be blank\", \"must be a valid line code\"]}"})
            self.discussions.append({"id": f"d{self.new_id()}", "individual_note": False, "notes": [self.note(body["body"], body["position"])]})
            return 201, self.discussions[-1], {}

        @self.route("PUT", rf"{root}/discussions/(\w+)")
        def resolve(id, query, body):
            self.writes(body, ["resolved"])
            [discussion] = [d for d in self.discussions if d["id"] == id]
            for note in discussion["notes"]:
                note["resolved"] = body["resolved"]
            return discussion

        @self.route("PUT", rf"{root}/discussions/(\w+)/notes/(\d+)")
        def rewrite(id, number, query, body):
            self.writes(body, ["body"])
            [discussion] = [d for d in self.discussions if d["id"] == id]
            [note] = [n for n in discussion["notes"] if n["id"] == int(number)]
            note["body"] = body["body"]
            return note

        @self.route("POST", f"{root}/notes")
        def comment(query, body):
            self.writes(body, ["body"])
            self.discussions.append({"id": f"d{self.new_id()}", "individual_note": True, "notes": [self.note(body["body"])]})
            return 201, self.discussions[-1]["notes"][0], {}

        @self.route("PUT", rf"{root}/notes/(\d+)")
        def edit(number, query, body):
            self.writes(body, ["body"])
            [note] = [n for d in self.discussions for n in d["notes"] if n["id"] == int(number)]
            note["body"] = body["body"]
            return note

    def is_valid(self, position):
        """A line that was added has a new number only, one that was removed an old one only, any other both."""
        expected = (self.base, self.start, self.head, "text")
        if tuple(position.get(k) for k in ("base_sha", "start_sha", "head_sha", "position_type")) != expected:
            return False
        if not position.get("old_path") or not position.get("new_path"):
            return False
        hunks = shown_lines(self.repository, self.base, self.head).get(position["new_path"])
        if hunks is None:
            return False
        old, new = position.get("old_line"), position.get("new_line")
        if new is None:
            return any(old in hunk and hunk[old] is None for hunk in hunks["LEFT"])
        return any(new in hunk and hunk[new] == old for hunk in hunks["RIGHT"])
