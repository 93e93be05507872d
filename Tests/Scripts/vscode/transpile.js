// Writes the client's packages and the extension as JavaScript into a folder: node transpile.js CLIENT SOURCES FOLDER
const fs = require("fs");
const path = require("path");
const ts = require("typescript");

const [client, sources, folder] = process.argv.slice(2);
const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, useDefineForClassFields: false };

function files(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? (entry.name === "test" ? [] : files(file)) : file.endsWith(".ts") ? [file] : [];
  });
}

function transpile(from, to) {
  for (const file of files(from)) {
    const done = ts.transpileModule(fs.readFileSync(file, "utf8"), {
      fileName: file, reportDiagnostics: true, compilerOptions: options,
    });
    for (const problem of done.diagnostics) {
      console.error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
      process.exitCode = 1;
    }
    const target = path.join(to, path.relative(from, file)).replace(/\.ts$/, ".js");
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, done.outputText);
  }
}

// Each package, and where its package.json says that its code lies.
const packages = {
  client: ["vscode-languageclient", "lib"],
  jsonrpc: ["vscode-jsonrpc", "lib"],
  protocol: ["vscode-languageserver-protocol", "lib"],
  types: ["vscode-languageserver-types", "lib/umd"],
  textDocument: ["vscode-languageserver-textdocument", "lib/umd"],
};
for (const [part, [name, lib]] of Object.entries(packages)) {
  const target = path.join(folder, "node_modules", name);
  transpile(path.join(client, part, "src"), path.join(target, lib));
  fs.copyFileSync(path.join(client, part, "package.json"), path.join(target, "package.json"));
}
transpile(sources, path.join(folder, "extension"));
