// As much of the editor's interface, the module `vscode`, as the client and the extension touch. What they only
// register is taken and forgotten; `state` says what the person would see.
const { pathToFileURL } = require("url");

class Disposable {
  constructor(end) { this.end = end; }
  dispose() { this.end?.(); }
}

class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener, self) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.push(bound);
      return new Disposable(() => { this.listeners = this.listeners.filter((other) => other !== bound); });
    };
  }
  fire(event) { this.listeners.forEach((listener) => listener(event)); }
  dispose() { this.listeners = []; }
}

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}

class Range {
  constructor(start, end, ...rest) {
    this.start = rest.length ? new Position(start, end) : start;
    this.end = rest.length ? new Position(...rest) : end;
  }
}

class Uri {
  constructor(text) {
    const url = new URL(text);
    this.text = text;
    this.scheme = url.protocol.slice(0, -1);
    this.path = this.fsPath = decodeURIComponent(url.pathname);
    this.fragment = url.hash.slice(1);
    this.authority = this.query = "";
  }
  toString() { return this.text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).toString()); }
}

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(`${this.value}.${part}`); }
}
for (const kind of ["", "QuickFix", "Refactor", "RefactorExtract", "RefactorInline", "RefactorMove", "RefactorRewrite",
  "Source", "SourceOrganizeImports", "SourceFixAll", "Notebook"]) {
  CodeActionKind[kind || "Empty"] = new CodeActionKind(kind.toLowerCase());
}

class CodeAction {
  constructor(title, kind) { Object.assign(this, { title, kind }); }
}

class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}

class Location {
  constructor(uri, range) { Object.assign(this, { uri, range }); }
}

class DiagnosticRelatedInformation {
  constructor(location, message) { Object.assign(this, { location, message }); }
}

class TextEdit {
  constructor(range, newText) { Object.assign(this, { range, newText }); }
}

class WorkspaceEdit {
  constructor() { this.edits = new Map(); }
  set(uri, edits) { this.edits.set(uri.toString(), [uri, edits.map((edit) => (Array.isArray(edit) ? edit[0] : edit))]); }
  replace(uri, range, text) {
    const [, edits] = this.edits.get(uri.toString()) ?? [uri, []];
    this.edits.set(uri.toString(), [uri, [...edits, new TextEdit(range, text)]]);
  }
  entries() { return [...this.edits.values()]; }
}

class MarkdownString {
  constructor(value = "") { this.value = value; }
  appendMarkdown(text) { this.value += text; return this; }
}

class Hover {
  constructor(contents, range) { Object.assign(this, { contents: [contents].flat(), range }); }
}

class CancellationTokenSource {
  constructor() {
    this.emitter = new EventEmitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  }
  cancel() { this.emitter.fire(); }
  dispose() {}
}

const state = {
  documents: [], folders: [], settings: {}, reason: undefined,
  collections: [], hovers: [], actions: [], commands: {}, progress: [], log: [], shown: [], applied: [],
  emitters: {},
};

const emitter = (name) => (state.emitters[name] ??= new EventEmitter());

/** Members that are not said to be anything are events, or functions that register something. */
function part(name, members) {
  return new Proxy(members, {
    get: (target, key) => {
      if (key in target || typeof key !== "string") return target[key];
      return key.startsWith("on") ? emitter(`${name}.${key}`).event : () => new Disposable();
    },
  });
}

function channel(name) {
  const write = (text) => { state.log.push(String(text)); };
  return {
    name, append: write, appendLine: write, trace: write, debug: write, info: write, warn: write, error: write,
    logLevel: 3, onDidChangeLogLevel: emitter("level").event, show() {}, clear() {}, dispose() {},
  };
}

function collection() {
  const found = new Map();
  const made = {
    get: (uri) => found.get(uri.toString()) ?? [],
    set: (uri, list) => { found.set(uri.toString(), list); },
    delete: (uri) => { found.delete(uri.toString()); },
    clear: () => found.clear(), dispose() {},
  };
  state.collections.push(made);
  return made;
}

const show = async (...texts) => { state.shown.push(texts); };

const members = {
  state, version: "1.106.0",
  Disposable, EventEmitter, Position, Range, Uri, CodeActionKind, CodeAction, Diagnostic, Location,
  DiagnosticRelatedInformation, TextEdit, WorkspaceEdit, MarkdownString, Hover, CancellationTokenSource,
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  env: part("env", { language: "en", appName: "stand-in" }),
  l10n: { t: (text) => text },
  commands: part("commands", {
    registerCommand: (name, run) => {
      state.commands[name] = run;
      return new Disposable();
    },
    executeCommand: async (name, ...values) => state.commands[name]?.(...values),
  }),
  window: part("window", {
    visibleTextEditors: [], tabGroups: part("tabs", { all: [] }), createOutputChannel: channel,
    showErrorMessage: show, showWarningMessage: show, showInformationMessage: show,
    showInputBox: async () => state.reason,
    withProgress: async (options, run) => {
      state.progress.push("begin");
      await run({ report: (value) => state.progress.push(value.message ?? "") }, new CancellationTokenSource().token);
      state.progress.push("end");
    },
  }),
  workspace: part("workspace", {
    get textDocuments() { return state.documents; },
    get workspaceFolders() { return state.folders; },
    notebookDocuments: [], isTrusted: true, getWorkspaceFolder: () => state.folders[0],
    getConfiguration: (section) => ({ get: (key) => state.settings[`${section}.${key}`], inspect: () => undefined }),
    createFileSystemWatcher: () => part("watcher", { dispose() {} }),
    applyEdit: async (edit) => { state.applied.push(edit); return true; },
  }),
  languages: part("languages", {
    match: (selector, document) => [selector].flat().some((filter) => filter.language === document.languageId) ? 10 : 0,
    createDiagnosticCollection: collection,
    registerHoverProvider: (_, provider) => { state.hovers.push(provider); return new Disposable(); },
    registerCodeActionsProvider: (_, provider) => { state.actions.push(provider); return new Disposable(); },
  }),
};

// Classes that the client derives from, and enumerations that it reads, for what nitless does not do.
module.exports = new Proxy(members, {
  get: (target, key) => {
    if (key in target || typeof key !== "string") return target[key];
    if (/^[A-Z]/.test(key)) return (target[key] = class {});
    return (target[key] = part(key, {}));
  },
});
