import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { allowing, askForReason } from "./allowing";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("nitless.restart", restart),
    vscode.commands.registerCommand("nitless.allow", askForReason),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("nitless.path") || change.affectsConfiguration("nitless.jobs")) {
        await restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  // One that never started has nothing to stop.
  await running?.stop().catch(() => undefined);
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("nitless");
  const path = settings.get<string>("path") || "nitless";
  const jobs = settings.get<number>("jobs") ?? 0;
  const args = ["lsp"];
  // Programs that the folder's own git configuration names are run only where its user trusts it.
  if (vscode.workspace.isTrusted) {
    args.push("--run-programs");
  }
  if (jobs > 0) {
    args.push("--jobs", String(jobs));
  }
  const server: ServerOptions = { command: path, args };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "swift" }],
    middleware: {
      async provideCodeActions(document, range, context, token, next) {
        const actions = await next(document, range, context, token);
        return actions?.map((action) => allowing(action));
      },
    },
  };
  client = new LanguageClient("nitless", "nitless", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    await explain(path, error);
  }
}

/** Says why nothing is shown, with the way to the program. */
async function explain(path: string, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const [install, settings] = ["How to install it", "Where it is"];
  const chosen = await vscode.window.showErrorMessage(`nitless could not be started as “${path}”: ${reason}`, install, settings);
  if (chosen === install) {
    await vscode.env.openExternal(vscode.Uri.parse("https://github.com/OWNER/nitless#install"));
  } else if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "nitless.path");
  }
}
