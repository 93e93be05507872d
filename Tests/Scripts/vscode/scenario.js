// What a person sees of the extension: node scenario.js NITLESS FOLDER, where no folder is yet.
const assert = require("assert");
const { execFileSync } = require("child_process");
const fs = require("fs");
const Module = require("module");

const vscode = require("./editor.js");
const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));
const extension = require("./extension/extension.js");

const [nitless, folder] = process.argv.slice(2);
const { state } = vscode;
const sound = `\
final class Viewer {
  let downloader = Downloader()
  func start() {
    downloader.onDone = { [weak self] in self?.show() }
  }
  func show() {}
}
final class Downloader {
  var onDone: (() -> Void)?
}
`;
const leaking = sound.replace("[weak self] in self?", "self");

function git(...values) {
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...values], { cwd: folder });
}

async function until(what, why) {
  for (let round = 0; round < 600; round += 1) {
    const found = what();
    if (found) return found;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error(`never: ${why}; ${JSON.stringify(state.shown)}\n${state.log.join("\n")}`);
}

async function main() {
  fs.mkdirSync(folder);
  git("init", "--quiet", "--initial-branch=main");
  fs.writeFileSync(`${folder}/Viewer.swift`, sound);
  git("add", ".");
  git("commit", "--quiet", "--message=Sound");
  git("checkout", "--quiet", "-b", "topic");
  fs.writeFileSync(`${folder}/Viewer.swift`, leaking);
  const recorder = `${folder}/recorder`;
  fs.writeFileSync(recorder, `#!/bin/sh\nprintf '%s' "$*" >"${folder}/arguments"\nexec "${nitless}" "$@"\n`);
  fs.chmodSync(recorder, 0o755);
  state.folders = [{ uri: vscode.Uri.file(folder), name: "app", index: 0 }];

  // Where the program is missing, it says so, and no more.
  state.settings["nitless.path"] = "/nowhere/nitless";
  await extension.activate({ subscriptions: [] });
  assert(state.shown.some(([text]) => text.startsWith("nitless could not be started as “/nowhere/nitless”")), state.shown);
  state.shown.length = 0;

  state.settings["nitless.path"] = nitless;
  await state.commands["nitless.restart"]();
  const document = {
    uri: vscode.Uri.file(`${folder}/Viewer.swift`), languageId: "swift", version: 1, getText: () => leaking,
  };
  state.documents.push(document);
  state.emitters["workspace.onDidOpenTextDocument"].fire(document);
  const found = await until(() => state.collections.flatMap((list) => list.get(document.uri))[0], "a diagnostic");
  assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
  assert(found.relatedInformation.length > 1 && found.code.target.path.endsWith(`${found.code.value}.md`), found);
  assert.equal(state.progress[0], "begin");
  assert.equal(state.progress.at(-1), "end");
  assert(state.progress.includes("reading 2 files"), state.progress);

  const token = new vscode.CancellationTokenSource().token;
  const hover = await state.hovers.at(-1).provideHover(document, found.range.start, token);
  assert.match(hover.contents[0].value, /\*\*Flagged\*\*/);
  const context = { diagnostics: [found], triggerKind: 1 };
  const [fix, allow] = await state.actions.at(-1).provideCodeActions(document, found.range, context, token);
  assert.match(fix.edit.entries()[0][1][0].newText, /weak self/);
  assert.equal(allow.command.command, "nitless.allow");
  assert.equal(allow.edit, undefined);

  const ask = async (reason) => {
    state.reason = reason;
    await state.commands["nitless.allow"](...allow.command.arguments);
  };
  await ask(undefined);
  await ask("  ");
  assert.equal(state.applied.length, 0);
  await ask("the app has one viewer ");
  const [[uri, [edit]]] = state.applied[0].entries();
  assert.equal(uri.toString(), document.uri.toString());
  assert.deepEqual([edit.range.start.line, edit.range.start.character], [3, 0]);
  assert.equal(edit.newText, `    // nitless:allow ${found.code.value} - the app has one viewer\n`);

  // Where the folder is not trusted, git runs nothing that its own configuration names.
  state.settings["nitless.path"] = recorder;
  for (const [isTrusted, expected] of [[true, "lsp --run-programs"], [false, "lsp"]]) {
    vscode.workspace.isTrusted = isTrusted;
    await state.commands["nitless.restart"]();
    assert.equal(fs.readFileSync(`${folder}/arguments`, "utf8"), expected);
  }

  await extension.deactivate();
  assert.deepEqual(state.shown, []);
  console.log("the extension shows, explains, fixes and allows");
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
