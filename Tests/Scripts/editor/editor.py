"""An editor as a language server sees one: pygls' client, with documents that are typed in and saved.

Every message of the server is read by the protocol's published types and written again: what comes out has
to be what came in, so that nothing is missing, misspelt or added.
"""

import asyncio
import json
import os
import pathlib
import subprocess
import tempfile
import time
import urllib.parse

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.protocol import LanguageServerProtocol

PATIENCE = 120


class Refused(Exception):
    pass


class StrictProtocol(LanguageServerProtocol):
    def structure_message(self, data):
        message = super().structure_message(data)
        again = json.loads(json.dumps(self._converter.unstructure(message)))
        if not same(data, again):
            self._server.refused.append(f"not as the protocol has it:\n  sent {json.dumps(data)[:2000]}\n  read {json.dumps(again)[:2000]}")
        return message


def same(sent, read):
    """What the types read, where they may name a member that was left out, as null."""
    if isinstance(sent, dict) and isinstance(read, dict):
        return all(key in read and same(value, read[key]) for key, value in sent.items()) and all(
            value is None for key, value in read.items() if key not in sent)
    if isinstance(sent, list) and isinstance(read, list):
        return len(sent) == len(read) and all(same(a, b) for a, b in zip(sent, read))
    return sent == read


def capabilities(encodings=None, **less):
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings) if encodings else None,
        window=types.WindowClientCapabilities(work_done_progress=less.get("progress", True)),
        workspace=types.WorkspaceClientCapabilities(
            workspace_folders=True,
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=less.get("versions", True)),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)),
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=less.get("related", True), version_support=True, code_description_support=True),
            hover=types.HoverClientCapabilities(
                content_format=[types.MarkupKind.Markdown] if less.get("markdown", True) else [types.MarkupKind.PlainText]),
            code_action=types.CodeActionClientCapabilities(
                is_preferred_support=True, disabled_support=less.get("disabled", True),
                code_action_literal_support=types.ClientCodeActionLiteralOptions(
                    code_action_kind=types.ClientCodeActionKindOptions(value_set=["quickfix"])))))


class Editor(LanguageClient):
    """Opens, types, saves; remembers what it is told."""

    def __init__(self):
        super().__init__("tests", "1", protocol_cls=StrictProtocol)
        self.diagnostics, self.published, self.logs, self.shown, self.refused = {}, [], [], [], []
        self.stages = []
        self.progress, self.registered, self.texts, self.versions = [], [], {}, {}
        self.encoding = "utf-16"
        self.news = asyncio.Event()

        def note(kind, list):
            @self.feature(kind)
            def remember(params):
                list.append(params)
                self.news.set()

        note(types.WINDOW_LOG_MESSAGE, self.logs)
        note(types.WINDOW_SHOW_MESSAGE, self.shown)

        @self.feature(types.PROGRESS)
        def progressed(params):
            self.progress.append(params)
            self.stages.append((time.monotonic(), params.value.get("message") or params.value["kind"]))
            self.news.set()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params):
            self.diagnostics[params.uri] = list(params.diagnostics)
            self.published.append(params)
            self.news.set()

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params):
            self.registered += params.registrations

        @self.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def create(params):
            return None

    def report_server_error(self, error, source):
        self.refused.append(f"{source}: {error!r}")

    async def begin(self, nitless, home, folders=(), encodings=None, **less):
        environment = {"PATH": os.environ["PATH"], "HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}
        await self.start_io(nitless, "lsp", "--stdio", cwd=home, env=environment)
        result = await self.initialize_async(types.InitializeParams(
            process_id=os.getpid(), capabilities=capabilities(encodings, **less),
            workspace_folders=[types.WorkspaceFolder(uri=uri(folder), name=os.path.basename(folder)) for folder in folders]))
        self.encoding = result.capabilities.position_encoding or "utf-16"
        self.initialized(types.InitializedParams())
        return result

    async def until(self, what, why):
        """Waits until something is so."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not what():
                    self.news.clear()
                    if self.refused:
                        break
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"never: {why}; last told: {self.published[-3:]} {self.logs[-2:]}") from None
        assert not self.refused, self.refused[0]

    async def reviewed(self, act):
        """Does something, and waits until a review is over that began after it."""
        # What is said of the last review is here once a question behind it is answered.
        await self.hover("file:///", types.Position(0, 0))
        count = len(self.reviews())
        act()
        await self.until(lambda: len(self.reviews()) > count, "a review")

    def reviews(self):
        return [log.message for log in self.logs if ": compared " in log.message]

    def open(self, path):
        name, text = uri(path), read(path)
        self.texts[name], self.versions[name] = text, 1
        self.text_document_did_open(types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=name, language_id="swift", version=1, text=text)))
        return name

    def type(self, name, old, new):
        """Types over the first occurrence of a text, as an editor tells of it."""
        text = self.texts[name]
        start = text.index(old)
        self.replace(name, [(start, start + len(old), new)])

    def replace(self, name, edits):
        text = self.texts[name]
        self.versions[name] += 1
        changes = []
        # From the end to the start: a change is told in the coordinates of the one before.
        for start, end, new in sorted(edits, reverse=True):
            changes.append(types.TextDocumentContentChangePartial(
                range=types.Range(self.position(text, start), self.position(text, end)), text=new))
            text = text[:start] + new + text[end:]
        self.texts[name] = text
        self.text_document_did_change(types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=name, version=self.versions[name]),
            content_changes=changes))

    def save(self, name):
        pathlib.Path(path_of(name)).write_bytes(self.texts[name].encode())
        self.text_document_did_save(types.DidSaveTextDocumentParams(
            text_document=types.TextDocumentIdentifier(name), text=self.texts[name]))

    def close(self, name):
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(name)))

    async def fixes(self, name, range, only=None):
        return [action for action in await self.actions(name, range, only) if not action.data]

    async def actions(self, name, range, only=None):
        found = await self.text_document_code_action_async(types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(name), range=range,
            context=types.CodeActionContext(diagnostics=self.diagnostics.get(name, []), only=only)))
        return found or []

    async def hover(self, name, position):
        return await self.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(name), position))

    def apply(self, action):
        """Does what a code action says, as an editor does."""
        assert not action.disabled, action.disabled
        edit = action.edit
        pairs = [(change.text_document.uri, change.text_document.version, change.edits) for change in edit.document_changes or []]
        pairs += [(name, None, edits) for name, edits in (edit.changes or {}).items()]
        for name, version, edits in pairs:
            if name in self.texts:
                assert version in (None, self.versions[name]), "the edit is for another version"
                text = self.texts[name]
                self.replace(name, [(self.offset(text, e.range.start), self.offset(text, e.range.end), e.new_text) for e in edits])
            else:
                assert version is None, "only an open document has a version"
                text = read(path_of(name))
                for e in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
                    text = text[:self.offset(text, e.range.start)] + e.new_text + text[self.offset(text, e.range.end):]
                pathlib.Path(path_of(name)).write_bytes(text.encode())

    def width(self, text):
        return {"utf-8": len(text.encode()), "utf-16": len(text.encode("utf-16-le")) // 2, "utf-32": len(text)}[self.encoding]

    def position(self, text, index):
        before = text[:index].replace("\r\n", "\n\0" if text[index - 1:index] == "\r" else "\n")
        return types.Position(before.count("\n"), self.width(before.split("\n")[-1]))

    def offset(self, text, position):
        lines = text.split("\n")
        start = sum(len(line) + 1 for line in lines[:position.line])
        index = 0
        while self.width(lines[position.line][:index]) < position.character:
            index += 1
        assert self.width(lines[position.line][:index]) == position.character, "inside of a character"
        return start + index

    def marked(self, name, range):
        text = self.texts.get(name) or read(path_of(name))
        return text[self.offset(text, range.start):self.offset(text, range.end)]

    async def end(self):
        await self.shutdown_async(None)
        self.exit(None)
        status = await asyncio.wait_for(self._server.wait(), PATIENCE)
        errors = (await self._server.stderr.read()).decode()
        assert not self.refused, self.refused[0]
        assert (status, errors) == (0, ""), (status, errors)


def uri(path):
    return "file://" + urllib.parse.quote(str(path))


def path_of(name):
    return urllib.parse.unquote(urllib.parse.urlparse(name).path)


def read(path):
    return pathlib.Path(path).read_bytes().decode() if os.path.exists(path) else ""


class Repository:
    """A real repository in a temporary folder."""

    def __init__(self, place, files, branch="main"):
        self.path = str(place)
        os.makedirs(self.path, exist_ok=True)
        self.git("init", "-q", "-b", branch)
        for name, text in files.items():
            self.write(name, text)
        if files:
            self.commit()

    def git(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": self.path, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            ["git", "-c", "user.name=T", "-c", "user.email=t@example.com", *arguments], cwd=self.path, env=environment,
            capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def write(self, name, text):
        file = pathlib.Path(self.path, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "Change", "--allow-empty")
        return self.git("rev-parse", "--short=7", "HEAD")

    def __truediv__(self, name):
        return os.path.join(self.path, name)


class Desk:
    """A home folder with room for repositories."""

    def __init__(self, nitless):
        self.nitless = nitless
        self.folder = tempfile.TemporaryDirectory(prefix="nitless-editor-")
        self.place = os.path.realpath(self.folder.name)
        self.home = os.path.join(self.place, "home")
        os.makedirs(self.home)

    def repository(self, name, files, **options):
        return Repository(os.path.join(self.place, name), files, **options)

    async def editor(self, *folders, **options):
        editor = Editor()
        await editor.begin(self.nitless, self.home, folders, **options)
        return editor
