"""Words that programs are made of: who holds, who is held, what happens. Nothing of the truth lies in a name."""

OWNERS = [
    "GalleryScreen", "CheckoutController", "ChatRoom", "Thermostat", "MapPanel", "SignInForm", "PlayerPage", "Ledger",
    "TripPlanner", "Kitchen", "Classroom", "PhotoEditor", "Dashboard", "Mailbox", "Aquarium", "ScoreBoard", "Wallet",
    "SearchPane", "Orchestra", "Greenhouse", "TabletView", "MainHall", "RemainingList", "Popover", "Endpoint",
]
PARTNERS = [
    "PhotoLoader", "PriceService", "Socket", "Sensor", "TileFetcher", "Validator", "Decoder", "Bank", "RouteFinder",
    "Oven", "Register", "FilterEngine", "Poller", "Courier", "Pump", "Referee", "CardReader", "Indexer", "Conductor",
    "Sprinkler", "Downloader", "Scanner", "Mixer", "Watcher", "Ticker",
]
MIDDLES = ["Coordinator", "Toolbox", "Session", "Workbench", "Desk", "Router", "Harness", "Backstage"]
EVENTS = ["didLoad", "onChange", "received", "handler", "finished", "report", "tick", "whenReady", "update", "callback",
          "reply", "listener", "output", "notify"]
USES = ["show", "apply", "record", "display", "take", "absorb", "render", "note", "accept", "merge"]
FIRES = ["load", "emit", "advance", "poll", "deliver", "work", "next", "step", "run", "turn"]
OPENS = ["open", "begin", "prepare", "configure", "mount", "assemble", "attach", "populate", "appear", "wire", "resume"]
ENDS = ["close", "finish", "settle", "leave", "hide", "pause", "populateAgain", "endpointChanged", "refresh", "pop",
        "clean", "release", "letGo", "dismiss", "exchange", "conclude"]
SLOTS = ["loader", "service", "source", "part", "helper", "worker", "engine", "device", "link", "feed", "member"]
APPS = ["App", "Program", "Launcher", "Tour", "Demo", "Shop", "Simulation"]
VISITS = ["visit", "showOnce", "walkThrough", "round", "serve", "play", "stay"]
NOISE = [
    ("Formatter", "struct {T} {{\n  var digits = 2\n  func text(_ value: Int) -> String {{ String(value * digits) }}\n}}\n"),
    ("Mode", "enum {T} {{\n  case day, night\n  var opposite: {T} {{ self == .day ? .night : .day }}\n}}\n"),
    ("Limits", "struct {T} {{\n  static let most = 12\n  var used = 0\n  mutating func use() {{ used = min(used + 1, {T}.most) }}\n}}\n"),
    ("Measure", "struct {T}: Equatable {{\n  var width = 0, height = 0\n  var area: Int {{ width * height }}\n}}\n"),
]
MEMBERS = [
    "  private var visits = 0\n  func countVisit() { visits += 1 }\n",
    "  var title = \"untitled\"\n",
    "  private(set) var isBusy = false\n  func toggleBusy() { isBusy.toggle() }\n",
    "  private var history: [Int] = []\n  var latest: Int? { history.last }\n",
]
