"""What the stand-ins for the hosts share: routes, faults, and a record of what went wrong."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit


class Answer(Exception):
    """Ends a request with a status that is not the usual one."""

    def __init__(self, status, body=None, headers=None):
        self.status, self.body, self.headers = status, body, headers or {}


class Forge:
    """A host on the loopback. `route` adds a handler; `faults` says what is to go wrong.

    A fault is [method, pattern, action, times]; the actions are `drop` (the connection ends before
    anything is done), `lose` (it is done, and the answer is lost), `limit` (a secondary limit), `fail`
    (a 502) and `away` (a redirect to another host).
    """

    def __init__(self):
        self.routes, self.faults, self.log, self.problems = [], [], [], []
        self.lock = threading.Lock()
        forge = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle_any(self):
                forge.handle(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.root = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def route(self, method, pattern):
        def add(handler):
            self.routes.append((method, re.compile(pattern + "$"), handler))
            return handler

        return add

    def close(self):
        self.server.shutdown()

    def problem(self, text):
        """Something that a client may never do; fails the scenario whatever comes of it."""
        self.problems.append(text)

    def handle(self, handler):
        with self.lock:
            self.handle_one(handler)

    def handle_one(self, handler):
        length = int(handler.headers.get("Content-Length") or 0)
        raw = handler.rfile.read(length)
        target = handler.path
        if target.startswith("http://"):  # asked as a proxy
            target = urlsplit(target).path + (f"?{urlsplit(target).query}" if urlsplit(target).query else "")
        path, query = urlsplit(target).path, parse_qs(urlsplit(target).query)
        self.log.append(f"{handler.command} {path}")
        fault = self.fault(handler.command, path)
        if fault == "drop":
            return self.hang_up(handler)
        if fault == "limit":
            body = {"message": "You have exceeded a secondary rate limit."}
            return self.send(handler, 403, body, {"Retry-After": "1"})
        if fault == "fail":
            return self.send(handler, 502, None)
        if fault == "away":
            return self.send(handler, 307, None, {"Location": self.elsewhere + path})
        try:
            body = json.loads(raw) if raw else None
            status, answer, headers = self.dispatch(handler, path, query, body)
        except Answer as answer_:
            status, answer, headers = answer_.status, answer_.body, answer_.headers
        except json.JSONDecodeError:
            self.problem(f"{handler.command} {path}: the body is no JSON")
            status, answer, headers = 400, {"message": "Problems parsing JSON"}, {}
        if fault == "lose":
            return self.hang_up(handler)
        self.send(handler, status, answer, headers)

    def dispatch(self, handler, path, query, body):
        for method, pattern, run in self.routes:
            match = pattern.match(path)
            if match and method == handler.command:
                self.authorize(handler, path)
                result = run(*[unquote(group) for group in match.groups()], query=query, body=body)
                return result if isinstance(result, tuple) else (200, result, {})
        self.problem(f"{handler.command} {path}: there is no such call")
        return 404, {"message": "Not Found"}, {}

    def authorize(self, handler, path):
        pass

    def fault(self, method, path):
        for fault in self.faults:
            if fault[3] > 0 and fault[0] == method and re.search(fault[1], path):
                fault[3] -= 1
                return fault[2]
        return None

    def hang_up(self, handler):
        handler.close_connection = True
        handler.connection.shutdown(2)

    def send(self, handler, status, body, headers=None):
        data = b"" if body is None else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def page(self, items, query, path, size=100):
        """A page of a list, with the header that names the next one."""
        number = int(query.get("page", ["1"])[0])
        size = min(size, int(query.get("per_page", ["30"])[0]))
        rest = {key: value[0] for key, value in query.items() if key != "page"}
        headers = {}
        if number * size < len(items):
            words = "&".join(f"{key}={value}" for key, value in rest.items())
            headers["Link"] = f'<{self.root}{path}?{words}&page={number + 1}>; rel="next"'
        return 200, items[(number - 1) * size : number * size], headers


class Elsewhere(Forge):
    """Another host: it should never be spoken to."""

    def dispatch(self, handler, path, query, body):
        self.problem(f"{handler.command} {path} came to another host, Authorization: {handler.headers.get('Authorization')}")
        return 200, {}, {}


def shown_lines(repository, base, head):
    """The lines that a pull request shows, as {path: {side: [set of lines of a hunk]}}, by git's own diff."""
    import subprocess

    text = subprocess.run(
        ["git", "diff", "-U3", "-M", "--no-color", f"{base}...{head}"],
        cwd=repository, check=True, capture_output=True, text=True,
    ).stdout
    result, path, hunk = {}, None, None
    for line in text.splitlines():
        if line.startswith("diff --git"):
            path = line.split(" b/")[-1]
            result[path] = {"LEFT": [], "RIGHT": []}
            hunk = None
        elif line.startswith("@@"):
            old, new = re.match(r"@@ -(\d+)(?:,\d+)? \+(\d+)", line).groups()
            hunk = [int(old), int(new)]
            for side in ("LEFT", "RIGHT"):
                result[path][side].append({})
        elif hunk and line[:1] in " -+":
            # Each line of a side: its number, and its number on the other side where it is context.
            if line[0] != "+":
                result[path]["LEFT"][-1][hunk[0]] = hunk[1] if line[0] == " " else None
            if line[0] != "-":
                result[path]["RIGHT"][-1][hunk[1]] = hunk[0] if line[0] == " " else None
            hunk[0] += line[0] != "+"
            hunk[1] += line[0] != "-"
    return result
