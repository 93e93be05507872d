"""usage: run.py NITLESS [FORGE[/SCENARIO]…]

Runs `nitless ci` against stand-ins for the hosts, and holds the state of the pull request after it to what
a person would want. Prints a line for each scenario; ends with 1 if one does not hold.
"""

import importlib
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

FORGES = ["github", "gitlab", "others"]


def attempt(module, name, nitless):
    case = module.make(nitless, name)
    try:
        module.SCENARIOS[name](case)
        return None
    except Exception:
        return traceback.format_exc()
    finally:
        case.close()


def main():
    nitless, wanted = sys.argv[1], sys.argv[2:]
    modules = {forge: importlib.import_module(f"{forge}_scenarios") for forge in FORGES}
    chosen = [
        (forge, name) for forge, module in modules.items() for name in module.SCENARIOS
        if not wanted or forge in wanted or f"{forge}/{name}" in wanted]
    if not chosen:
        sys.exit(f"there is no scenario {wanted}")
    failed = 0
    with ThreadPoolExecutor(max_workers=4) as pool:
        outcomes = pool.map(lambda pair: attempt(modules[pair[0]], pair[1], nitless), chosen)
        for (forge, name), trouble in zip(chosen, outcomes):
            failed += trouble is not None
            print(f"FAILED  {forge}/{name}\n{trouble}" if trouble else f"ok      {forge}/{name}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} scenarios hold")
    sys.exit(1 if failed else 0)


main()
