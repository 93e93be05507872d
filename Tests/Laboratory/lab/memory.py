"""Programs about who keeps whom: an owner, its partner, what goes back, and where that ends."""

import random
import types

import names
from backs import CLOSURES, OBJECTS, closure_back, object_back
from families import FAMILIES, text
from program import Program, indent
from slots import KINDS, slot

CAPTURES = {
    "strong": 10, "weak": 3, "weak, then strong inside": 1, "unowned": 2, "method reference": 4,
    "unapplied method reference": 1, "nested, weak inside": 2, "nested, strong": 1, "nested, weak outside": 1,
    "local function": 2, "alias": 1, "weak alias": 1, "tuple": 1, "array": 1, "empty array": 1, "captured closure": 1,
    "value of a property": 1, "nothing": 1, "another object": 1, "method in the list": 1, "two closures deep": 1,
}
ENDS = {"none": 12, "nil": 5, "empty": 2, "weak": 2, "inout": 2, "forwarding property": 2, "protocol default": 2,
        "subscript": 2, "own method": 5, "drop": 4, "other instance": 2, "one shot": 4, "by the closure": 3}
PLACES = {"method": 8, "defer": 2, "maker": 2, "owner's deinit": 2, "partner's deinit": 1, "outside deinit": 2,
          "second method": 2}
REACHES = {"called": 5, "never": 4, "on one way": 2}


def pick(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def vocabulary(rng):
    c = types.SimpleNamespace()
    c.O, c.P, c.M = rng.choice(names.OWNERS), rng.choice(names.PARTNERS), rng.choice(names.MIDDLES)
    c.D = c.P + rng.choice(["Delegate", "Listening", "Output"])
    c.event, c.use, c.fire = rng.choice(names.EVENTS), rng.choice(names.USES), rng.choice(names.FIRES)
    c.open = rng.choice(names.OPENS)
    c.end, c.end2 = rng.sample(names.ENDS, 2)
    c.slot, c.app, c.visit = rng.choice(names.SLOTS), rng.choice(names.APPS), rng.choice(names.VISITS)
    return c


def closure(kind, rng, c, me):
    """Lines that come before, and the closure itself; `me` is `self` or a local name of the owner."""
    use, own = c.use, me == "self"
    strong = rng.choice([f"{{ {me}.{use}($0) }}", f"{{ value in {me}.{use}(value) }}",
                         f"{{ value in\n  guard value > 0 else {{ return }}\n  {me}.{use}(value)\n}}"])
    match kind:
        case "strong":
            return [], (f"{{ [self] value in {use}(value) }}" if own and rng.random() < 0.2 else strong)
        case "weak":
            return [], f"{{ [weak {me}] in {me}?.{use}($0) }}"
        case "weak, then strong inside":
            return [], f"{{ [weak {me}] value in\n  guard let {me} else {{ return }}\n  {me}.{use}(value)\n}}"
        case "unowned":
            return [], f"{{ [unowned {me}] in {me}.{use}($0) }}"
        case "method reference":
            return [], rng.choice([f"{me}.{use}", use]) if own else f"{me}.{use}"
        case "unapplied method reference":
            return [], f"{c.O}.{use}({me})"
        case "nested, weak inside":
            return [], f"{{ value in\n  let again = {{ [weak {me}] in {me}?.{use}(value) }}\n  again()\n}}"
        case "nested, strong":
            return [], f"{{ value in\n  [value, value + 1].forEach {{ {me}.{use}($0) }}\n}}"
        case "nested, weak outside":
            return [], f"{{ [weak {me}] value in\n  let again = {{ {me}?.{use}(value) }}\n  again()\n}}"
        case "local function":
            call = use if own else f"{me}.{use}"
            return [f"func handle(_ value: Int) {{ {call}(value) }}"], rng.choice(["handle", "{ handle($0) }"])
        case "alias":
            return [f"let me = {me}"], f"{{ me.{use}($0) }}"
        case "weak alias":
            return [f"weak var me = {me}"], f"{{ me?.{use}($0) }}"
        case "tuple":
            return [f"let both = ({me}, 2)"], f"{{ both.0.{use}($0 * both.1) }}"
        case "array":
            return [f"let all = [{me}]"], f"{{ value in all.forEach {{ $0.{use}(value) }} }}"
        case "empty array":
            return [f"let all: [{c.O}] = []"], f"{{ value in all.forEach {{ $0.{use}(value) }} }}"
        case "captured closure":
            return [f"let first: (Int) -> Void = {{ {me}.{use}($0) }}"], "{ value in first(value) }"
        case "value of a property":
            return [], f"{{ [label = {me}.label] value in _ = label.count + value }}"
        case "nothing":
            return [], "{ value in _ = value + 1 }"
        case "another object":
            return [], f"{{ [count = {me}.count] value in count.total += value }}"
        case "method in the list":
            return [], f"{{ [take = {me}.{use}] value in take(value) }}"
        case "two closures deep":
            return [f"let first = {{ [weak {me}] (value: Int) -> Void in {me}?.{use}(value) }}"], "{ value in first(value) }"
    raise ValueError(kind)


def pair(rng, name):
    c = vocabulary(rng)
    isObject = rng.random() < 0.25
    capture = "object" if isObject else pick(rng, CAPTURES)
    back = object_back(pick(rng, OBJECTS), rng, c) if isObject else closure_back(pick(rng, CLOSURES), rng, c)
    kinds = dict(KINDS)
    mustConstruct = back.store is None
    if mustConstruct:
        for kind in ["let", "injected", "unowned", "computed", "weak"] + (["protocol"] if not back.requirement else []):
            kinds.pop(kind, None)
    if not back.requirement:
        kinds.pop("protocol", None)
    s = slot(pick(rng, kinds), rng, c)
    while mustConstruct and s.put is None:
        s = slot(pick(rng, kinds), rng, c)
    requirements = [f"func {c.fire}(_ value: Int)"]
    files, extra, inP, inO = {}, [], [], []

    # The end: how, where, and who gets there.
    how, place, reach = pick(rng, ENDS), pick(rng, PLACES), pick(rng, REACHES)
    clears = back.clears
    if how == "weak" and (isObject or "nil" not in clears and "empty" not in clears):
        how = "none"
    if how == "drop" and not s.drop:
        how = "none"
    if how in ("one shot",) and not back.shot:
        how = "none"
    if how == "by the closure" and (isObject or not clears or capture not in ("strong", "alias", "method reference", "tuple", "nested, strong")):
        how = "none"
    if how == "other instance" and ("nil" not in clears or mustConstruct):
        how = "none"
    if how == "forwarding property" and not (s.chain and "nil" in clears and not isObject and back.kind != "generic base class"):
        how = "none"
    if how in ("nil", "empty", "inout", "protocol default", "subscript", "own method") and how not in clears:
        how = rng.choice(sorted(clears)) if clears else "none"
    if s.kind == "protocol" and how in ("protocol default", "own method", "subscript"):
        how = "nil" if "nil" in clears else "none"
    if s.kind == "protocol" and how in ("inout", "other instance") :
        how = "nil" if "nil" in clears else "none"
    if mustConstruct and place == "maker":
        place = "method"
    if how == "none":
        place = reach = "–"
    if how in ("one shot", "by the closure"):
        place = "–"
    assembly = rng.choice(["method", "method", "method", "init", "factory", "place", "helper", "extension"])
    if s.kind in ("injected", "unowned", "weak") or place == "maker":
        assembly = "handed"  # the place that uses the owner makes the partner
    if assembly == "init" and s.inherits:
        assembly = "method"
    if mustConstruct and assembly in ("factory", "place", "helper"):
        assembly = "method"
    if s.kind in ("array", "dictionary", "set", "tuple", "array of tuples", "enum payload", "nested struct", "generic box",
                  "any object", "none", "lazy", "optional", "protocol") and assembly in ("factory", "place", "helper"):
        assembly = "method" if s.put is not None or s.kind == "lazy" else assembly
    if place == "maker" and s.kind in ("let", "lazy", "computed") or place == "maker" and how == "drop":
        place = "method"
        if assembly == "handed" and s.put is None and not s.injected:
            assembly = "method"
    if s.put is None and not s.injected and assembly == "handed":
        assembly = "method"
    if place == "owner's deinit" and s.kind == "unowned":
        place = "method"  # the partner may be gone by then
    if how == "drop" and place in ("maker", "partner's deinit"):
        place = "method"
    if place == "partner's deinit" and not any(k in clears for k in ("nil", "own method", "empty")):
        place = "owner's deinit"
    isPublic = rng.random() < 0.2 and s.kind not in ("generic base class",) and not mustConstruct

    def clear(p, me="self"):
        if how == "weak":
            return [f"{p}.{c.event} = {{ [weak {me}] in {me}?.{c.use}($0) }}"]
        return [line.replace("(self)", f"({me})") for line in clears[how](p)]

    def ending(me="self"):
        """Lines in the owner that do away with the closure."""
        if how == "none":
            return []
        if how == "drop":
            return s.drop
        if how == "other instance":
                return [f"let other = {c.P}()", *clears["nil"]("other")]
        if how == "forwarding property":
            return ["forwarded = nil"]
        if how in ("one shot",):
            return []
        if how == "by the closure":
            key = "nil" if "nil" in clears else sorted(clears)[0]
            return s.reach(lambda p: clears[key](p))
        return s.reach(lambda p: clear(p))

    # The wiring.
    def wiring(me, p=None):
        """Lines that make the partner, wire it and put it into the slot; `p`: it is handed over."""
        local = p or "made"
        if isObject:
            before, what = [], me
        else:
            before, what = closure(capture, rng, c, me)
            if how == "by the closure":
                call = f"{me}.{c.end}()"
                if capture in ("strong", "nested, strong", "method reference", "alias", "tuple"):
                    before, what = [], f"{{ value in\n  {me}.{c.use}(value)\n  {call}\n}}"
        if mustConstruct:
            put = s.put(local) if s.put else []
            return [*before, f"let {local} = {back.construct(what)}", *put] if s.kind != "none" else [
                *before, f"let {local} = {back.construct(what)}", f"{local}.{c.fire}(0)"]
        if me != "self":  # from outside, through what can be seen of the owner
            chain = f"{me}.{s.chain}"
            return [*before, *back.store(chain, what)]
        if s.put is None:
            return [*before, *s.reach(lambda q: back.store(q, what))]
        make = [] if p else [f"let {local} = {c.P}()"]
        if s.kind == "none":
            return [*before, *make, *back.store(local, what), f"{local}.{c.fire}(0)"]
        order = rng.random()
        if order < 0.5:
            return [*make, *before, *back.store(local, what), *s.put(local)]
        return [*make, *s.put(local), *before, *back.store(local, what)]

    # The partner.
    conforms = []
    if s.kind == "protocol":
        conforms.append(f"{c.P}Like")
        inP += [f"§protocol {c.P}Like: AnyObject {{", *indent([back.requirement, *requirements]), "}", ""]
    if how == "protocol default":
        conforms.append("Silencing")
        inP += ["§protocol Silencing: AnyObject {", f"  var {c.event}: ((Int) -> Void)? {{ get set }}", "}",
                "extension Silencing {", f"  §func silence() {{ {c.event} = nil }}", "}", ""]
    parents = ([back.inherits] if back.inherits else []) + conforms
    inP += [*back.support, *([""] if back.support else [])]
    if isObject:
        inP += [f"§protocol {c.D}: AnyObject {{", f"  func {c.event}(_ value: Int)", "}", ""]
    inP.append(f"§final class {c.P}{': ' + ', '.join(parents) if parents else ''} {{")
    inP += indent(back.declaration)
    inP += indent(back.initialiser or ["§init() {}"])
    fire = back.shot if how == "one shot" and reach != "never" else back.fire
    if how == "one shot" and reach == "on one way":
        fire = ["if value % 2 == 0 {", *indent(back.shot), "} else {", *indent(back.fire), "}"]
    inP += indent([f"§func {c.fire}(_ value: Int) {{", *indent(fire or ["_ = value"]), "}"])
    if place == "partner's deinit":
        key = next(k for k in ("own method", "nil", "empty") if k in clears)
        line = clears[key]("self")[0]
        inP += indent([f"deinit {{ {line} }}"]) if "(self)" not in line else []
    inP.append("}")
    if s.conforms:
        inP += ["", s.conforms]

    # The owner.
    needsCount = capture == "another object"
    head = [s.inherits] if s.inherits else []
    if isObject:
        head.append(c.D)
    if needsCount:
        extra += ["final class Count {", "  var total = 0", "}", ""]
    if s.support:
        extra += [*s.support, ""]
    if how == "inout":
        extra += ["func emptied<Value>(_ slot: inout Value?) {", "  slot = nil", "}", ""]
    body = [*s.declaration]
    if capture == "value of a property":
        body.append('let label = "label"')
    if needsCount:
        body.append("let count = Count()")
    body.append("private var sum = 0")
    noise = rng.sample(names.MEMBERS, rng.choice([0, 0, 1, 2]))
    wired = []
    outer = []
    if s.injected:
        body += ["", f"init({s.injected}: {c.P}) {{", f"  self.{s.injected} = {s.injected}", "}"]
    if assembly == "handed":
        if s.injected:
            body += ["", f"func {c.open}() {{", *indent(wiring("self")), "}"]
        else:
            body += ["", f"func {c.open}(with given: {c.P}) {{", *indent(wiring("self", "given")), "}"]
    elif assembly == "init" and not s.injected:
        body += ["", "init() {", *indent(wiring("self")), "}"]
    elif assembly in ("factory", "place", "helper"):
        prepare = []
        if s.put is not None:
            body += ["", f"func {c.open}() {{", *indent([f"let made = {c.P}()", *s.put("made")]), "}"]
            prepare = [f"owner.{c.open}()"]
        outer = [*prepare, *wiring("owner")]
    elif assembly == "extension":
        wired = [f"extension {c.O} {{", *indent([f"func {c.open}() {{", *indent(wiring("self")), "}"]), "}"]
        body = [line.replace("private var", "var").replace("private lazy", "lazy") for line in body]
    else:
        body += ["", f"func {c.open}() {{", *indent(wiring("self")), "}"]
    if how == "forwarding property":
        get = s.chain
        body += ["", f"var forwarded: ((Int) -> Void)? {{", f"  get {{ {get}.{c.event} }}", f"  set {{ {get}.{c.event} = newValue }}", "}"]
    body += ["", f"func start(_ value: Int) {{", *indent(s.reach(lambda p: [f"{p}.{c.fire}(value)"]) or ["sum += value"]), "}"]
    needsEnd = how != "none" and place in ("method", "defer", "second method", "outside deinit") or how == "by the closure"
    if needsEnd:
        lines = ending()
        if place == "defer":
            lines = ["defer {", *indent(lines), "}", "sum = 0"]
        body += ["", f"func {c.end}() {{", *indent(lines), "}"]
        if place == "second method":
            body += ["", f"func {c.end2}() {{", "  sum = 0", f"  {c.end}()", "}"]
    body += ["", f"func {c.event if isObject else c.use}(_ value: Int) {{", "  sum += value", "}"]
    if place == "owner's deinit":
        body += ["", "deinit {", *indent(ending()), "}"]
    owner = [f"final class {c.O}{': ' + ', '.join(head) if head else ''} {{", *indent(body),
             *[line for part in noise for line in part.rstrip("\n").split("\n")], "}"]

    # Its life.
    life = []
    make = f"{c.O}()"
    if assembly == "handed":
        life.append(f"let given = {c.P}()")
        if s.injected:
            make = f"{c.O}({s.injected}: given)"
    if assembly == "factory":
        extra += [f"enum {c.O}Factory {{", f"  static func make() -> {c.O} {{", f"    let owner = {c.O}()",
                  *indent(outer, 2), "    return owner", "  }", "}", ""]
        make = f"{c.O}Factory.make()"
    if place == "outside deinit":
        extra += [f"final class {c.O}Stay {{", f"  let guest: {c.O}", f"  init(_ guest: {c.O}) {{ self.guest = guest }}"]
        if reach == "called":
            extra += [f"  deinit {{ guest.{c.end}() }}", "}", ""]
        elif reach == "on one way":
            extra += ["  var isDone = false", f"  deinit {{ if isDone {{ guest.{c.end}() }} }}", "}", ""]
        else:
            extra += [f"  func {c.end2}() {{ guest.{c.end}() }}", "}", ""]
    life.append(f"let owner = {make}")
    if place == "outside deinit":
        life.append(f"let stay = {c.O}Stay(owner)")
        if reach == "on one way":
            life.append("stay.isDone = index % 2 == 0")
        else:
            life.append("withExtendedLifetime(stay) {}")
    if assembly in ("method", "extension"):
        life.append(f"owner.{c.open}()")
    elif assembly == "handed":
        life.append(f"owner.{c.open}({'' if s.injected else 'with: given'})")
    elif assembly == "place":
        life += outer
    elif assembly == "helper":
        extra += [f"func connect{c.O}(_ owner: {c.O}) {{", *indent(outer), "}", ""]
        life.append(f"connect{c.O}(owner)")
    fires = how not in ("one shot", "by the closure") and rng.random() < 0.7 or how == "one shot" or \
        how == "by the closure" and reach == "called"
    if how == "by the closure" and reach == "on one way":
        life.append("if index % 2 == 0 { owner.start(index + 1) }")
    elif fires:
        life.append("owner.start(index + 1)")
    finish = None
    if place in ("method", "defer"):
        finish = [f"owner.{c.end}()"]
    elif place == "second method":
        finish = [f"owner.{c.end2}()"]
    elif place == "maker":
        finish = [line.replace("(self)", "(owner)") for line in clear("given", "owner")] if how not in (
            "other instance", "forwarding property") else ["owner.forwarded = nil" if how == "forwarding property" else f"{c.P}().{c.fire}(0)"]
    if finish:
        if reach == "called":
            life += finish
        elif reach == "on one way":
            life += ["if index % 2 == 0 {", *indent(finish), "}"]
        elif place == "maker" and how != "none":
            extra += [f"func tidy{c.O}(_ given: {c.P}, _ owner: {c.O}) {{", *indent(finish), "}", ""]
    appName = c.app
    app = ["@main", f"enum {appName} {{", "  static func main() {", f"    for index in 0..<4 {{ {c.visit}(index) }}", "  }", "",
           f"  static func {c.visit}(_ index: Int) {{", *indent(life, 2), "  }", "}"]

    # Its files.
    noiseTypes = []
    for stem, form in rng.sample(names.NOISE, rng.choice([0, 1, 2])):
        noiseTypes.append(form.format(T=stem))
    features = {"slot": s.kind, "back": back.kind, "capture": capture, "how": how, "place": place, "reach": reach,
                "assembly": assembly}
    partner, rest = text(inP), text(extra) if extra else ""
    if isPublic and s.kind != "set":
        features["modules"] = "two"
        partner = public(partner)
        files = {
            "Package.swift": manifest(["Core", appName + "Main"]),
            f"Sources/Core/{c.P}.swift": partner,
            f"Sources/{appName}Main/{c.O}.swift": "import Core\n\n" + text(owner),
            f"Sources/{appName}Main/{appName}.swift": "import Core\n\n" + text(app),
        }
        if rest:
            files[f"Sources/{appName}Main/Support.swift"] = "import Core\n\n" + rest
        if wired:
            files[f"Sources/{appName}Main/{c.O}+Wiring.swift"] = "import Core\n\n" + text(wired)
        for n, noiseType in enumerate(noiseTypes):
            files[f"Sources/Core/Noise{n}.swift"] = noiseType
    else:
        features["modules"] = "one"
        partner = partner.replace("§", "")
        folder = f"Sources/{appName}Main/" if rng.random() < 0.5 else ""
        if folder:
            files["Package.swift"] = manifest([appName + "Main"])
        if rng.random() < 0.3:
            files[f"{folder}All.swift"] = "\n".join([partner, text(owner), rest, text(wired) if wired else "", text(app), *noiseTypes])
        else:
            files[f"{folder}{c.P}.swift"] = partner
            files[f"{folder}{c.O}.swift"] = text(owner)
            files[f"{folder}{appName}.swift"] = text(app)
            if rest:
                files[f"{folder}Support.swift"] = rest
            if wired:
                files[f"{folder}{c.O}+Wiring.swift"] = text(wired)
            for n, noiseType in enumerate(noiseTypes):
                files[f"{folder}Noise{n}.swift"] = noiseType
    return Program(name, "pair", features, files, appName)


def public(source):
    out = []
    for line in source.split("\n"):
        line = line.replace("§override", "public override").replace("§weak", "public weak").replace("§unowned", "public unowned")
        line = line.replace("§@discardableResult", "@discardableResult").replace("§class", "open class").replace("§", "public ")
        out.append(line)
    return "\n".join(out)


def manifest(targets):
    lines = ["// swift-tools-version: 5.9", "import PackageDescription", "", "let package = Package(", f'  name: "{targets[-1]}",',
             "  targets: ["]
    for target in targets[:-1]:
        lines.append(f'    .target(name: "{target}"),')
    needs = ", ".join(f'"{target}"' for target in targets[:-1])
    lines.append(f'    .executableTarget(name: "{targets[-1]}"' + (f", dependencies: [{needs}]" if needs else "") + "),")
    return "\n".join([*lines, "  ])", ""])


def generate(seed, count):
    """`count` programs; the same for the same seed, each the same however many there are."""
    made = []
    for n in range(count):
        rng = random.Random(f"{seed}/{n}")
        name = f"p{n:04}"
        if rng.random() < 0.5:
            made.append(pair(rng, name))
        else:
            family = rng.choice(sorted(FAMILIES))
            made.append(FAMILIES[family](rng, name, vocabulary(rng)))
    return made
