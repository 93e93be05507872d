import * as vscode from "vscode";

/** What the server says of a code action that allows a finding: its edit ends where the reason belongs. */
interface Allowance {
  allows: string;
}

/** The same action; one that allows a finding asks for the reason first. */
export function allowing(action: vscode.Command | vscode.CodeAction): vscode.Command | vscode.CodeAction {
  const data = (action as { data?: Partial<Allowance> }).data;
  if (!(action instanceof vscode.CodeAction) || !action.edit || typeof data?.allows !== "string") {
    return action;
  }
  const asking = new vscode.CodeAction(action.title, action.kind);
  asking.diagnostics = action.diagnostics;
  asking.command = { title: action.title, command: "nitless.allow", arguments: [data.allows, action.edit] };
  return asking;
}

/** Asks why a finding may stay, and writes the comment with the reason; without one, nothing is written. */
export async function askForReason(rule: string, edit: vscode.WorkspaceEdit): Promise<void> {
  const reason = await vscode.window.showInputBox({
    title: `Allow ${rule}`,
    prompt: "Why may it stay as it is? The reason stands in the comment, for whoever reads the code next.",
    placeHolder: "the player lives as long as the app",
  });
  if (!reason?.trim()) {
    return;
  }
  const complete = new vscode.WorkspaceEdit();
  for (const [uri, changes] of edit.entries()) {
    for (const change of changes) {
      complete.replace(uri, change.range, change.newText.replace(/\n$/, `${reason.trim()}\n`));
    }
  }
  await vscode.workspace.applyEdit(complete);
}
