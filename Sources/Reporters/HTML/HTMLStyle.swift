/// How the page looks, by day and by night.
enum HTMLStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --text: #1c2128; --quiet: #59626d; --edge: #d5dbe1; --panel: #f5f7f9; --link: #0a58b8;
      --added: #e4f6e8; --added-edge: #14702e; --removed: #fdeaea; --removed-edge: #b3261e;
      --bug: #b3261e; --risk: #8a5a00; --design: #0a58b8;
      --mark-bug: #ffc9c4; --mark-risk: #ffe2a3; --mark-design: #c9e0ff; --mark-why: #e3def7; --aim: #fff4c2;
      --keyword: #8a2f8f; --name: #0b5d7d; --string: #a3261b; --comment: #6a737d; --number: #2a5db0; --attribute: #7a5c00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0f1318; --text: #e4e8ed; --quiet: #9aa5b1; --edge: #313943; --panel: #171c23; --link: #7ab4ff;
        --added: #12281a; --added-edge: #63c784; --removed: #301718; --removed-edge: #ff9089;
        --bug: #ff8a80; --risk: #f0b849; --design: #7ab4ff;
        --mark-bug: #6e2a26; --mark-risk: #5c4410; --mark-design: #1f4170; --mark-why: #3b3560; --aim: #3d3610;
        --keyword: #ff8ac7; --name: #7fd6e8; --string: #ffa38f; --comment: #8b95a1; --number: #a8c7ff; --attribute: #e0c060;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4rem; }
    body {
      margin: 0 auto; padding: 2rem 1.5rem 6rem; max-width: 76rem; background: var(--ground); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere;
    }
    code, .path, .rule, .where, .no, .sign { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
    a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
    a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
    .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .3rem .6rem; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: .1rem 0 .4rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
    small { color: var(--quiet); font-size: .85em; font-weight: normal; }
    summary { cursor: pointer; }
    .tool { margin: 0; color: var(--quiet); font-weight: 600; letter-spacing: .02em; }
    .compared { margin: 0; color: var(--quiet); }
    .nothing { padding: 1rem 1.2rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--panel); }
    nav { margin: 1.5rem 0 2rem; }
    nav ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; }
    nav li + li { border-top: 1px solid var(--edge); }
    nav a { display: grid; grid-template-columns: 4.6rem 1fr; gap: .1rem .6rem; padding: .6rem .9rem; color: inherit; text-decoration: none; }
    nav a:hover { background: var(--panel); } nav a:focus-visible { outline-offset: -2px; }
    nav .says { grid-column: 2; color: var(--quiet); } nav .level { grid-row: 1 / 3; align-self: start; justify-self: start; }
    .level { font-size: .78rem; font-weight: 700; padding: .05rem .5rem; border: 1px solid currentColor; border-radius: 99px; white-space: nowrap; }
    .bug .level { color: var(--bug); } .risk .level { color: var(--risk); } .design .level { color: var(--design); }
    .list ul { margin: 0; padding-left: 1.2rem; } .list li { margin: .2rem 0; }
    main { margin-top: 1.8rem; }
    .file { margin: 0 0 1rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); }
    .file > summary {
      position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .8rem; padding: .5rem .9rem;
      background: var(--panel); border-radius: 8px; list-style: none;
    }
    .file > summary::-webkit-details-marker { display: none; }
    .file > summary::before { content: "▸"; color: var(--quiet); width: .8em; } .file[open] > summary::before { content: "▾"; }
    .file[open] > summary { border-radius: 8px 8px 0 0; border-bottom: 1px solid var(--edge); }
    .file > summary .path { flex: 1 1 0; min-width: 9rem; font-weight: 600; }
    .count { font-size: .85rem; font-weight: 600; } .size { font-size: .85rem; white-space: nowrap; }
    .plus { color: var(--added-edge); } .minus { color: var(--removed-edge); }
    .code { overflow-x: auto; } .lines { width: max-content; min-width: 100%; padding: .1rem 0; }
    .row { display: flex; line-height: 1.55; }
    .row code { white-space: pre; tab-size: 4; padding-right: 1.5rem; font-size: .84rem; }
    .no { flex: none; width: 3.4rem; padding-right: .7rem; text-align: right; color: var(--quiet); user-select: none; font-size: .76rem; line-height: 1.7; }
    .sign { flex: none; width: 1.4rem; text-align: center; user-select: none; }
    .audit .unchanged, .audit .no:first-child { display: none; }
    .added { background: var(--added); } .added .sign { color: var(--added-edge); }
    .removed { background: var(--removed); } .removed .sign { color: var(--removed-edge); }
    .row:target { background: var(--aim); box-shadow: inset 3px 0 var(--risk); }
    mark { color: inherit; border-radius: 2px; padding: 1px 0; }
    mark.bug { background: var(--mark-bug); } mark.risk { background: var(--mark-risk); }
    mark.design { background: var(--mark-design); } mark.why { background: var(--mark-why); }
    code i { font-style: normal; } i.k { color: var(--keyword); } i.t { color: var(--name); } i.s { color: var(--string); }
    i.c { color: var(--comment); } i.n { color: var(--number); } i.a { color: var(--attribute); }
    .overview table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    .overview th { text-align: left; color: var(--quiet); font-weight: 600; font-size: .82rem; }
    .overview td, .overview th { padding: .28rem .5rem; border-top: 1px solid var(--edge); vertical-align: baseline; }
    .overview thead th { border-top: 0; } .overview td.count, .overview th.count { text-align: right; white-space: nowrap; }
    .overview label { cursor: pointer; } .overview input { accent-color: var(--link); margin: 0 .45rem 0 0; }
    .overview tr:has(input:checked) td { background: var(--panel); }
    .choice label { margin-right: 1rem; display: inline-block; } .overview .same { margin-left: calc(.45rem + 16px); }
    .bar { max-width: 100%; } .bar .bug { fill: var(--bug); } .bar .risk { fill: var(--risk); } .bar .design { fill: var(--design); }
    \(CycleDrawing.sheet)
    .hidden > summary { list-style: none; } .hidden > summary::-webkit-details-marker { display: none; }
    .hidden > summary::before { content: "▸ "; } .hidden[open] > summary::before { content: "▾ "; }
    .audit .gap { padding-left: 4rem; }
    .gap { margin: 0; padding: .1rem .9rem .1rem 7.4rem; color: var(--quiet); font-size: .8rem; background: var(--panel); }
    .neutral > summary { padding: .25rem .9rem; color: var(--quiet); font-size: .88rem; background: var(--panel); }
    .finding { margin: .5rem .9rem .8rem; padding: .7rem 1rem .8rem; border: 1px solid var(--edge); border-left: 4px solid var(--quiet); border-radius: 6px; background: var(--panel); }
    .finding.bug { border-left-color: var(--bug); } .finding.risk { border-left-color: var(--risk); } .finding.design { border-left-color: var(--design); }
    .finding:target { outline: 2px solid var(--risk); outline-offset: 1px; }
    .finding header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .7rem; }
    .up { margin-left: auto; font-size: .82rem; color: var(--quiet); text-decoration: none; }
    .message { margin: .45rem 0; font-weight: 600; } .message:last-child { margin-bottom: 0; }
    ol.why { margin: .3rem 0; padding-left: 1.5rem; } .why li { margin: .15rem 0; } .why .where { margin-left: .3rem; }
    .cause { margin: .3rem 0; } .fix { margin: .5rem 0 0; }
    .fix .code { margin-top: .4rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--ground); }
    .certainty { font-size: .78rem; color: var(--quiet); border: 1px solid var(--edge); border-radius: 4px; padding: 0 .3rem; white-space: nowrap; }
    .rules details { border-top: 1px solid var(--edge); padding: .45rem 0; } .rules details p { margin: .3rem 0 .3rem 1.1rem; max-width: 46rem; }
    @media (max-width: 40rem) {
      body { padding: 1rem .6rem 4rem; } .no { width: 2.4rem; padding-right: .4rem; } .gap { padding-left: 1rem; }
      nav a { grid-template-columns: 1fr; } nav .says { grid-column: 1; } nav .level { grid-row: auto; }
      .finding { margin: .4rem; }
      .overview small { display: none; } .overview .bar { width: 5rem; } .overview td, .overview th { padding: .28rem .25rem; }
    }
    @media print { .file > summary { position: static; } .up, .skip { display: none; } }
    """
}
