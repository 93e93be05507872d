"""usage: run.py NITLESS [SCENARIO]…

Has an editor speak to `nitless lsp`, and holds what it shows to what its user would want, and every message
to the protocol's types. Prints a line for each scenario; ends with 1 if one does not hold.
"""

import asyncio
import logging
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

from lsprotocol import converters

import scenarios
from editor import Desk

logging.disable(logging.CRITICAL)


def attempt(name, nitless):
    desk = Desk(nitless)
    try:
        asyncio.run(asyncio.wait_for(scenarios.SCENARIOS[name](desk), 600))
        return None
    except Exception:
        return traceback.format_exc()
    finally:
        desk.folder.cleanup()


def main():
    nitless, wanted = sys.argv[1], sys.argv[2:]
    chosen = [name for name in scenarios.SCENARIOS if not wanted or name in wanted]
    if not chosen:
        sys.exit(f"there is no scenario {wanted}")
    # Makes the types whole, which only one thread may do.
    converters.get_converter()
    failed = 0
    with ThreadPoolExecutor(max_workers=2) as pool:
        for name, trouble in zip(chosen, pool.map(lambda name: attempt(name, nitless), chosen)):
            failed += trouble is not None
            print(f"FAILED  {name}\n{trouble}" if trouble else f"ok      {name}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} scenarios hold")
    sys.exit(1 if failed else 0)


main()
