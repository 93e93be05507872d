-- What Neovim shows and offers in the app of the demo.
vim.cmd("edit Postcards/GalleryViewController.swift")
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 100)
local found = vim.diagnostic.get(0)
for _, diagnostic in ipairs(found) do print(diagnostic.lnum + 1, diagnostic.code, diagnostic.message) end
local first = found[1]
local place = { line = first.lnum, character = first.col }
local asked = {
  textDocument = vim.lsp.util.make_text_document_params(0),
  range = { start = place, ["end"] = place },
  context = { diagnostics = { first.user_data.lsp } },
}
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", asked, 10000)) do
  for _, action in ipairs(answer.result or {}) do print(action.title) end
end
vim.cmd("qa!")
