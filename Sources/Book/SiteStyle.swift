import Reporters

/// How the site looks, by day and by night.
enum SiteStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --text: #1c2128; --quiet: #59626d; --edge: #d5dbe1; --panel: #f5f7f9; --link: #0a58b8;
      --added: #e4f6e8; --added-edge: #14702e; --removed: #fdeaea; --removed-edge: #b3261e;
      --bug: #b3261e; --risk: #8a5a00; --design: #0a58b8; --says: #fff4c2;
      --keyword: #8a2f8f; --name: #0b5d7d; --string: #a3261b; --comment: #6a737d; --number: #2a5db0; --attribute: #7a5c00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0f1318; --text: #e4e8ed; --quiet: #9aa5b1; --edge: #313943; --panel: #171c23; --link: #7ab4ff;
        --added: #12281a; --added-edge: #63c784; --removed: #301718; --removed-edge: #ff9089;
        --bug: #ff8a80; --risk: #f0b849; --design: #7ab4ff; --says: #3d3610;
        --keyword: #ff8ac7; --name: #7fd6e8; --string: #ffa38f; --comment: #8b95a1; --number: #a8c7ff; --attribute: #e0c060;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body {
      margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 58rem; background: var(--ground); color: var(--text);
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere;
    }
    code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
    a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
    a:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
    h1 { font-size: 1.8rem; line-height: 1.2; margin: .2rem 0 .5rem; }
    h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-top: .4rem; border-top: 1px solid var(--edge); }
    main p { max-width: 46rem; } .tool { margin: 0; color: var(--quiet); font-weight: 600; }
    .levels { color: var(--quiet); font-size: .92rem; }
    .level { font-size: .78rem; font-weight: 700; padding: .05rem .5rem; border: 1px solid currentColor; border-radius: 99px; white-space: nowrap; }
    .bug { color: var(--bug); } .risk { color: var(--risk); } .design { color: var(--design); }
    .mark { font-size: .78rem; color: var(--quiet); border: 1px solid var(--edge); border-radius: 4px; padding: 0 .3rem; white-space: nowrap; }
    #search { width: 100%; padding: .6rem .8rem; font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; }
    .traits { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 1rem 0; }
    .rules { list-style: none; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; }
    .rules li + li { border-top: 1px solid var(--edge); }
    .rules a { display: block; padding: .6rem .9rem; color: inherit; text-decoration: none; } .rules a:hover { background: var(--panel); }
    .rules .level { margin-right: .6rem; } .rules a > code { color: var(--quiet); margin-left: .3rem; } .rules .why { display: block; color: var(--quiet); font-size: .92rem; }
    .fine { border-left: 4px solid var(--added-edge); padding: .1rem 1rem; background: var(--panel); border-radius: 4px; }
    .fine p { margin: .4rem 0; }
    pre { overflow-x: auto; background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; padding: .6rem .9rem; line-height: 1.5; }
    pre.example { padding: .3rem 0; } pre.example > code { display: block; width: max-content; min-width: 100%; }
    .example div { padding: 0 .9rem; } .example .sign { display: inline-block; width: 1.2rem; color: var(--quiet); user-select: none; }
    .example .added { background: var(--added); } .example .added .sign { color: var(--added-edge); }
    .example .removed { background: var(--removed); } .example .removed .sign { color: var(--removed-edge); }
    .example .file { font-weight: 700; padding-top: .2rem; } .example .pointer { color: var(--risk); font-weight: 700; line-height: 1.1; }
    .example .says { background: var(--says); white-space: normal; max-width: min(52rem, 92vw); padding: .2rem .9rem .3rem 2.1rem; font-family: system-ui, -apple-system, "Segoe UI", sans-serif; font-size: 1.05em; }
    code i { font-style: normal; } i.k { color: var(--keyword); } i.t { color: var(--name); } i.s { color: var(--string); }
    i.c { color: var(--comment); } i.n { color: var(--number); } i.a { color: var(--attribute); }
    .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .94rem; }
    th { text-align: left; color: var(--quiet); } td, th { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--edge); vertical-align: top; }
    .figure svg { vertical-align: -1px; margin-right: .5rem; } .figure .all { fill: var(--edge); } .figure .true { fill: var(--added-edge); }
    footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--edge); color: var(--quiet); font-size: .9rem; }
    \(CycleDrawing.sheet)
    @media (max-width: 40rem) { body { padding: 1rem .8rem 3rem; } h1 { font-size: 1.45rem; } .rules a > code { display: block; margin: 0; } }

    """
}
