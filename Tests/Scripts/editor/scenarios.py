"""What an editor's user sees. Each function is one scenario."""

import asyncio
import os
import pathlib
import subprocess

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from editor import Desk, Editor, path_of, read, uri

SCENARIOS = {}

LEAKING = """\
final class Viewer {
  let downloader = Downloader()
  func start() {
    downloader.onDone = { self.show() }
  }
  func show() {}
}
"""
SOUND = LEAKING.replace("{ self.show() }", "{ [weak self] in self?.show() }")
BEFORE = LEAKING.replace("    downloader.onDone = { self.show() }\n", "")
DOWNLOADER = """\
final class Downloader {
  var onDone: (() -> Void)?
}
"""
START = types.Range(types.Position(0, 0), types.Position(0, 0))


def scenario(function):
    SCENARIOS[function.__name__] = function
    return function


def branch(desk, name="app", before=BEFORE, more=None, **options):
    """A repository on a branch, and its work tree as it was where it left main."""
    repository = desk.repository(name, {"Viewer.swift": before, "Sources/Downloader.swift": DOWNLOADER, **(more or {})}, **options)
    repository.base = repository.git("rev-parse", "--short=7", "HEAD")
    repository.git("checkout", "-q", "-b", "topic")
    return repository


@scenario
async def a_defect_is_shown_with_its_reasons_and_its_rule(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING)
    repository.commit()
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    [found] = editor.diagnostics[viewer]
    assert found.code == "closure-retain-cycle" and found.source == "nitless", found
    assert found.severity == types.DiagnosticSeverity.Error, found
    assert found.range.start == types.Position(3, 24), found.range
    assert editor.marked(viewer, found.range) == "{ self.show() }", found.range
    places = [(os.path.basename(r.location.uri), editor.marked(r.location.uri, r.location.range)) for r in found.related_information]
    assert places[0] == ("Viewer.swift", "downloader"), places
    assert ("Downloader.swift", "onDone") in places or any(name == "Downloader.swift" for name, _ in places), places
    assert all(r.message for r in found.related_information)
    page = read(path_of(found.code_description.href))
    assert page.startswith("---\n") and "# Closure retain cycle" in page, page[:100]
    hover = await editor.hover(viewer, types.Position(3, 26))
    text = hover.contents.value
    assert hover.contents.kind == types.MarkupKind.Markdown and hover.range == found.range
    assert text.startswith("**Closure retain cycle** · bug · memory\n\n"), text
    assert found.message in text and "**Flagged**" in text and "```diff" in text and "nitless:allow" in text, text
    assert f"]({uri(repository / 'Sources/Downloader.swift')}#L2)" in text, text
    assert await editor.hover(viewer, types.Position(0, 0)) is None
    assert await editor.fixes(viewer, START) == []
    assert any(f"the merge base with main" in log and repository.base in log and "1 introduced" in log for log in editor.reviews()), editor.logs
    [registration] = editor.registered
    assert registration.method == "workspace/didChangeWatchedFiles"
    assert editor.shown == []
    await editor.end()


@scenario
async def a_fix_is_applied_and_saved_and_the_defect_is_gone(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", SOUND)
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: viewer in editor.diagnostics, "an empty list")
    assert editor.diagnostics[viewer] == []
    editor.type(viewer, "[weak self] in self?.show()", "self.show()")
    await editor.reviewed(lambda: editor.save(viewer))
    [found] = editor.diagnostics[viewer]
    assert editor.published[-1].version == 2, editor.published[-1]
    [action] = await editor.fixes(viewer, found.range)
    assert action.kind == "quickfix" and list(action.diagnostics) == [found] and not action.is_preferred, action
    assert (await editor.fixes(viewer, found.range, only=["quickfix"]))[0].title == action.title
    assert await editor.fixes(viewer, found.range, only=["refactor", "quickfix.other"]) == []
    editor.apply(action)
    assert "[weak self] in" in editor.texts[viewer] and "self?.show()" in editor.texts[viewer], editor.texts[viewer]
    await editor.reviewed(lambda: editor.save(viewer))
    assert editor.diagnostics[viewer] == []
    assert "+    downloader.onDone = { [weak self] in self?.show() }" in repository.git("diff", "main")
    await editor.end()


@scenario
async def a_finding_is_allowed_where_it_is_for_a_reason(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING)
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    [found] = editor.diagnostics[viewer]
    editor.type(viewer, "final class", "// A comment.\nfinal class")
    moved = types.Range(types.Position(4, 24), types.Position(4, 26))
    [action] = [action for action in await editor.actions(viewer, moved) if action.data]
    assert action.title == "Allow `closure-retain-cycle` here, for a reason" and not action.is_preferred, action
    assert action.kind == "quickfix" and action.data == {"allows": "closure-retain-cycle"}, action
    editor.apply(action)
    comment = "    // nitless:allow closure-retain-cycle - \n    downloader.onDone"
    assert comment in editor.texts[viewer], editor.texts[viewer]
    # Only a person knows the reason: until it is there, nothing is allowed.
    await editor.reviewed(lambda: editor.save(viewer))
    assert sorted(str(d.code) for d in editor.diagnostics[viewer]) == ["closure-retain-cycle", "reason-missing"], editor.diagnostics
    editor.type(viewer, "cycle - ", "cycle - the app has one viewer")
    await editor.reviewed(lambda: editor.save(viewer))
    assert editor.diagnostics[viewer] == []
    await editor.end()


@scenario
async def what_is_not_saved_is_not_reviewed_and_not_fixed(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING)
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    [found] = editor.diagnostics[viewer]
    editor.type(viewer, "final class", "// A comment, 😀.\nfinal class")
    moved = types.Range(types.Position(4, 24), types.Position(4, 26))
    [action] = await editor.fixes(viewer, moved)
    assert action.edit is None and "save" in action.disabled.reason, action
    assert (await editor.hover(viewer, types.Position(4, 25))).range.start == types.Position(4, 24)
    editor.type(viewer, "// A comment, 😀.\nfinal class", "final class")
    [action] = await editor.fixes(viewer, found.range)
    assert action.disabled is None and action.edit.document_changes[0].text_document.version == 3, action
    editor.type(viewer, "self.show()", "print(1)")
    assert await editor.fixes(viewer, found.range) == []
    assert await editor.hover(viewer, types.Position(3, 25)) is None
    assert len(editor.reviews()) == 1
    # Another file is saved: what is said of this one is what its saved text has, as far as it is still there.
    other = editor.open(repository / "Sources/Downloader.swift")
    await editor.reviewed(lambda: editor.save(other))
    assert editor.diagnostics[viewer] == []
    editor.close(viewer)
    await editor.until(lambda: editor.diagnostics.get(viewer), "what the disk has")
    assert editor.diagnostics[viewer] == [found] and editor.published[-1].version is None
    await editor.end()


@scenario
async def columns_are_counted_as_agreed(desk):
    line = "    downloader.onDone = { self.show() }"
    odd = LEAKING.replace(line, "    /* ä😀e\u0301 */ " + line.strip())
    offers = [(None, None), (["utf-8", "utf-16"], "utf-8"), (["utf-32", "utf-8"], "utf-32"), (["utf-16", "utf-8"], "utf-16")]
    for number, (offered, agreed) in enumerate(offers):
        ending = ["\n", "\r\n"][number % 2]
        repository = branch(desk, f"app {number} ä", BEFORE.replace("\n", ending))
        repository.write("Viewer.swift", odd.replace("\n", ending))
        editor = Editor()
        result = await editor.begin(desk.nitless, desk.home, [repository.path], encodings=offered)
        assert result.capabilities.position_encoding == agreed, result
        viewer = editor.open(repository / "Viewer.swift")
        await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
        [found] = editor.diagnostics[viewer]
        assert editor.marked(viewer, found.range) == "{ self.show() }", (offered, found.range)
        editor.type(viewer, "final class", "/* 😀 */ final class")
        editor.type(viewer, "/* 😀 */ final class", "final class")
        [action] = await editor.fixes(viewer, found.range)
        editor.apply(action)
        assert "{ [weak self] in self?.show() }" in editor.texts[viewer], editor.texts[viewer]
        await editor.reviewed(lambda: editor.save(viewer))
        assert editor.diagnostics[viewer] == []
        await editor.end()


@scenario
async def a_client_that_can_do_little_is_told_all_the_same(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING)
    editor = await desk.editor(repository.path, related=False, markdown=False, versions=False, disabled=False, progress=False)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    [found] = editor.diagnostics[viewer]
    assert found.related_information is None and "because" in found.message and "Downloader.swift:2" in found.message, found
    hover = await editor.hover(viewer, found.range.start)
    assert hover.contents.kind == types.MarkupKind.PlainText and "```" not in hover.contents.value
    [action] = await editor.fixes(viewer, found.range)
    assert list(action.edit.changes) == [viewer] and action.edit.document_changes is None, action
    editor.type(viewer, "final", " final")
    assert await editor.fixes(viewer, found.range) == []
    assert editor.progress == []
    await editor.end()


@scenario
async def findings_of_closed_files_are_shown_and_taken_back(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING)
    viewer = uri(repository / "Viewer.swift")
    editor = await desk.editor(repository.path)
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic of a file that is not open")
    assert editor.published[-1].version is None
    await editor.until(lambda: any(p.value["kind"] == "end" for p in editor.progress), "the end of the progress")
    kinds = [p.value["kind"] for p in editor.progress]
    assert kinds[0] == "begin" and kinds[-1] == "end", kinds
    # Git puts the file back, and the client has seen it on the disk.
    repository.git("checkout", "-q", "--", "Viewer.swift")
    change = types.FileEvent(uri=viewer, type=types.FileChangeType.Changed)
    await editor.reviewed(lambda: editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change])))
    assert editor.diagnostics[viewer] == []
    # A file that has not changed since, or is below a hidden folder, is no reason for a review.
    count = len(editor.reviews())
    repository.write(".build/checkouts/New.swift", LEAKING)
    hidden = types.FileEvent(uri=uri(repository / ".build/checkouts/New.swift"), type=types.FileChangeType.Created)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change, hidden]))
    viewer = editor.open(repository / "Viewer.swift")
    await editor.hover(viewer, types.Position(0, 0))
    assert len(editor.reviews()) == count
    # The branch that is out has another merge base: main has none.
    repository.write("Viewer.swift", LEAKING)
    repository.commit()
    repository.git("checkout", "-q", "main")
    head = types.FileEvent(uri=uri(repository / ".git/HEAD"), type=types.FileChangeType.Changed)
    await editor.reviewed(lambda: editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([head])))
    assert editor.diagnostics[viewer] == [] and "HEAD" in editor.reviews()[-1], editor.reviews()
    await editor.end()


@scenario
async def several_folders_come_and_go(desk):
    one, two = branch(desk, "one"), branch(desk, "two")
    for repository in (one, two):
        repository.write("Viewer.swift", LEAKING)
    names = [uri(repository / "Viewer.swift") for repository in (one, two)]
    editor = await desk.editor(one.path)
    await editor.until(lambda: editor.diagnostics.get(names[0]), "the first")
    assert names[1] not in editor.diagnostics
    folder = lambda repository: types.WorkspaceFolder(uri=uri(repository.path), name="x")
    change = lambda added, removed: editor.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent(added=added, removed=removed)))
    change([folder(two)], [])
    await editor.until(lambda: editor.diagnostics.get(names[1]), "the second")
    change([], [folder(one)])
    await editor.until(lambda: editor.diagnostics[names[0]] == [], "the first, taken back")
    assert editor.diagnostics[names[1]]
    # A file keeps its repository, for as long as it is open.
    viewer = editor.open(one / "Viewer.swift")
    await editor.until(lambda: editor.diagnostics[viewer], "the first again")
    editor.close(viewer)
    await editor.until(lambda: editor.diagnostics[viewer] == [], "the first, taken back again")
    await editor.end()


@scenario
async def a_folder_is_named_as_the_client_names_it(desk):
    repository = branch(desk, "a real one")
    repository.write("Viewer.swift", LEAKING)
    link = os.path.join(desk.place, "a link")
    os.symlink(repository.path, link)
    editor = await desk.editor(link)
    viewer = uri(os.path.join(link, "Viewer.swift"))
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    assert list(editor.diagnostics) == [viewer], editor.diagnostics
    assert editor.diagnostics[viewer][0].related_information[1].location.uri.startswith(uri(link)), editor.diagnostics
    other = viewer.replace("Viewer", "%56iewer")
    editor.texts[other], editor.versions[other] = LEAKING, 1
    editor.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=other, language_id="swift", version=1, text=LEAKING)))
    await editor.until(lambda: editor.diagnostics.get(other), "the same under the client's own name")
    assert editor.diagnostics[viewer] == []
    await editor.end()


@scenario
async def a_file_outside_of_a_repository_is_left_alone(desk):
    place = os.path.join(desk.place, "loose")
    os.makedirs(place)
    pathlib.Path(place, "A.swift").write_text(LEAKING + DOWNLOADER)
    editor = await desk.editor(place)
    loose = editor.open(os.path.join(place, "A.swift"))
    for name in ["untitled:Untitled-1", "git:/a/b.swift?x", "file://server/share/a.swift", "not a uri", "file:///%zz.swift", "file:///%00"]:
        editor.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=name, language_id="swift", version=1, text=LEAKING)))
        assert await editor.hover(name, types.Position(0, 0)) is None
    editor.save(loose)
    assert await editor.fixes(loose, START) == []
    editor.close(loose)
    assert await editor.hover(loose, types.Position(0, 0)) is None
    assert [log.message for log in editor.logs] == [
        f"{place} is in the work tree of no git repository, so nothing is said about what is in it"], editor.logs
    assert editor.shown == [] and editor.diagnostics == {}
    await editor.end()


@scenario
async def a_configuration_is_mended_where_it_is_wrong(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING)
    repository.write(".nitless.yml", "fail-on: bug\ndisable:\n  - closure-retain-cycl\n")
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    settings = uri(repository / ".nitless.yml")
    await editor.until(lambda: editor.diagnostics.get(settings), "a diagnostic of the configuration")
    [problem] = editor.diagnostics[settings]
    assert problem.range.start.line == 2 and "did you mean `closure-retain-cycle`" in problem.message, problem
    [shown] = editor.shown
    assert shown.type == types.MessageType.Error and ".nitless.yml:3:5: unknown rule" in shown.message, shown
    assert editor.diagnostics.get(viewer, []) == []
    # Said once, and not again with each save.
    logs = len(editor.logs)
    editor.save(viewer)
    await editor.until(lambda: len(editor.logs) > logs, "the next review")
    assert len(editor.shown) == 1
    repository.write(".nitless.yml", "fail-on: bug\n")
    event = types.FileEvent(uri=settings, type=types.FileChangeType.Changed)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    assert editor.diagnostics[settings] == []
    await editor.end()


@scenario
async def what_stands_in_the_way_is_said(desk):
    repository = branch(desk)
    repository.git("checkout", "-q", "--orphan", "other")
    repository.write("Viewer.swift", LEAKING)
    repository.commit()
    editor = await desk.editor(repository.path)
    await editor.until(lambda: editor.shown, "a message")
    assert "main" in editor.shown[0].message and editor.shown[0].type == types.MessageType.Error, editor.shown
    await editor.end()


@scenario
async def an_empty_repository_and_an_empty_review(desk):
    repository = desk.repository("new", {})
    editor = await desk.editor(repository.path)
    await editor.until(lambda: editor.reviews(), "a review of nothing")
    new = editor.open(repository / "Folder/New.swift")
    editor.replace(new, [(0, 0, LEAKING + DOWNLOADER)])
    assert await editor.hover(new, types.Position(3, 25)) is None
    os.makedirs(repository / "Folder")
    await editor.reviewed(lambda: editor.save(new))
    await editor.until(lambda: editor.diagnostics.get(new), "a diagnostic of a new file")
    assert "has no commit yet" in editor.reviews()[-1], editor.reviews()
    [action] = await editor.fixes(new, editor.diagnostics[new][0].range)
    editor.apply(action)
    await editor.reviewed(lambda: editor.save(new))
    assert editor.diagnostics[new] == []
    await editor.end()


@scenario
async def a_file_that_cannot_be_understood_is_named(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", "<<<<<<< ours\n" + LEAKING + "=======\n>>>>>>> theirs\n")
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: editor.diagnostics.get(viewer), "a diagnostic")
    [found] = editor.diagnostics[viewer]
    assert found.code == "skipped" and found.severity == types.DiagnosticSeverity.Warning, found
    assert "conflict" in found.message, found
    await editor.end()


@scenario
async def the_last_of_many_saves_is_what_is_shown(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", SOUND)
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    weak = "[weak self] in self?.show()"
    for number in range(31):
        editor.type(viewer, weak if number % 2 == 0 else "self.show()", "self.show()" if number % 2 == 0 else weak)
        editor.save(viewer)
        # Questions are answered while a review goes on.
        await asyncio.wait_for(editor.hover(viewer, types.Position(3, 25)), 5)
    await editor.until(lambda: editor.diagnostics.get(viewer) and editor.published[-1].version == 32, "the last")
    assert len(editor.reviews()) < 31, "each save was reviewed by itself"
    await editor.end()


@scenario
async def what_is_allowed_is_not_shown(desk):
    repository = branch(desk)
    repository.write("Viewer.swift", LEAKING.replace("    downloader.on", "    // nitless:allow closure-retain-cycle - lives as long as the app\n    downloader.on"))
    editor = await desk.editor(repository.path)
    viewer = editor.open(repository / "Viewer.swift")
    await editor.until(lambda: viewer in editor.diagnostics, "a list")
    assert editor.diagnostics[viewer] == []
    editor.type(viewer, " - lives as long as the app", "")
    await editor.reviewed(lambda: editor.save(viewer))
    codes = {found.code: found.severity for found in editor.diagnostics[viewer]}
    assert codes == {"closure-retain-cycle": types.DiagnosticSeverity.Error, "reason-missing": types.DiagnosticSeverity.Information}, codes
    await editor.end()


@scenario
async def requests_come_in_their_order(desk):
    editor = Editor()
    environment = {"PATH": os.environ["PATH"], "HOME": desk.home}
    await editor.start_io(desk.nitless, "lsp", cwd=desk.home, env=environment)

    async def code(awaitable):
        try:
            await awaitable
        except JsonRpcException as error:
            return error.code
        return None

    hover = lambda: editor.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier("file:///a"), types.Position(0, 0)))
    start = lambda: editor.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    assert await code(hover()) == -32002
    assert await code(editor.shutdown_async(None)) == -32002
    assert await code(start()) is None
    assert await code(start()) == -32600
    assert await code(hover()) is None
    assert await code(editor.protocol.send_request_async("textDocument/nothing", {"a": 1})) == -32601
    editor.protocol.notify("$/unknown", {"a": 1})
    assert await code(editor.shutdown_async(None)) is None
    assert await code(hover()) == -32600
    editor.exit(None)
    assert await editor._server.wait() == 0
    assert not editor.refused, editor.refused


def converse(desk, data):
    done = subprocess.run([desk.nitless, "lsp"], input=data, capture_output=True, timeout=60, cwd=desk.home)
    assert done.stderr == b"", done.stderr
    return done.returncode, done.stdout


@scenario
async def the_exit_status_says_how_it_ended(desk):
    frame = lambda text: f"Content-Length: {len(text.encode())}\r\n\r\n{text}".encode()
    start = frame('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null,"rootUri":null}}')
    stop = frame('{"jsonrpc":"2.0","id":"two","method":"shutdown"}')
    leave = frame('{"jsonrpc":"2.0","method":"exit"}')
    assert converse(desk, start + stop + leave)[0] == 0
    assert converse(desk, start + leave)[0] == 1
    assert converse(desk, leave)[0] == 1
    assert converse(desk, start + stop)[0] == 1
    assert converse(desk, b"") == (1, b"")
    status, output = converse(desk, b"Content-Length: -5\r\n\r\n" + frame("{") + frame("[]") + frame("3") + frame('{"id":{}}') + start + stop + leave)
    assert status == 0 and output.count(b"-32700") == 2 and output.count(b"-32600") == 3 and output.count(b'"id":null') == 5, output
    assert b'"id":"two","jsonrpc":"2.0","result":null' in output, output
    cancelled = frame('{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{}}') + frame('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9}}')
    assert converse(desk, start + cancelled + stop + leave)[1].count(b"-32800") == 1
    odd = frame('{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{}}') + frame('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[]}')
    output = converse(desk, start + odd + stop + leave)[1]
    assert output.count(b"-32602") == 1 and output.count(b"window/logMessage") == 1, output
