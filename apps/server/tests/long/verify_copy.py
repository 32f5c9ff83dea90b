"""Checks a copy of the public log by docs/public-log.md alone, with the standard library: `verify_copy.py FOLDER KEY...`.

FOLDER has what is under /log/, with facts/ and perhaps documents/. A KEY is one of the log, name+id+base64."""
import hashlib
import json
import os
import re
import sys

from verify_log import (
    Invalid, WHOLE, follow_keys, leaf_hash, lines_of, need, node_hash, open_checkpoint, read_key, read_key_entry, read_loss_entry,
    read_round, read_statements, whole)

WIDTH, HASH = 256, "([0-9a-f]{64})"
NUMBER, DAY = f"({WHOLE})", "([0-9]{4}-[0-9]{2}-[0-9]{2})"
# The fields of each statement behind its first one.
SPELLINGS = {
    "tern market seed 1": [DAY, HASH, NUMBER],
    "tern evidence key 1": [NUMBER, HASH, NUMBER],
    "tern setting version 1": [NUMBER, "([A-Za-z0-9._-]{1,100})", NUMBER, HASH, "(announced|inForce|withdrawn)"],
    "tern product version 1": [NUMBER, NUMBER, NUMBER, HASH, "(scheduled|inForce|replaced|withdrawn)"],
    "tern operator 1": [NUMBER, "((?:[a-z]+(?:,[a-z]+)*)?)", "(active|inactive)", HASH],
    "tern role 1": [NUMBER, "([a-z]+)", NUMBER, "([A-Za-z.]+(?:,[A-Za-z.]+)*)", "(inForce|ended)"],
    "tern audit head 1": [NUMBER, HASH],
    "tern day close 1": [DAY, HASH, NUMBER, NUMBER, NUMBER],
    "tern listing 1": [NUMBER, NUMBER, NUMBER, HASH, NUMBER, NUMBER, "(agreed|waiting|opened|stopped|withdrawn)"],
    "tern delisting 1": [NUMBER, NUMBER, NUMBER, HASH, NUMBER, NUMBER, "(agreed|closed|withdrawn)"],
    "tern day close 2": [DAY, HASH, NUMBER, NUMBER, NUMBER],
    "tern figures 1": [NUMBER, HASH],
}

# The states that may follow one of what two people decided.
DECIDED = {
    "tern listing 1": {"": ("agreed",), "agreed": ("agreed", "waiting", "opened", "stopped", "withdrawn"), "waiting": ("agreed", "withdrawn")},
    "tern delisting 1": {"": ("agreed",), "agreed": ("closed", "withdrawn")},
}


def place(level, index, width):
    """The path of a tile, or of a bundle when the level is `entries`."""
    digits = str(index).zfill(-(-len(str(index)) // 3) * 3)
    groups = [digits[at:at + 3] for at in range(0, len(digits), 3)]
    path = "/".join([f"tile/{level}"] + ["x" + group for group in groups[:-1]] + groups[-1:])
    return path if width == WIDTH else f"{path}.p/{width}"


def read_file(folder, path):
    try:
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()
    except OSError:
        raise Invalid() from None


def read_part(folder, level, index, width):
    """The tile, or the full one that came later."""
    try:
        return read_file(folder, place(level, index, width))
    except Invalid:
        return read_file(folder, place(level, index, WIDTH))


def parts(count):
    """Index and width of the tiles of so many nodes."""
    return [(at // WIDTH, min(WIDTH, count - at)) for at in range(0, count, WIDTH)]


def read_entries(folder, size):
    entries = []
    for index, width in parts(size):
        data, found = read_part(folder, "entries", index, width), []
        while data:
            need(len(data) >= 2)
            length = 2 + int.from_bytes(data[:2], "big")
            need(len(data) >= length)
            found.append(data[2:length])
            data = data[length:]
        need(len(found) >= width)
        entries += found[:width]
    return entries


def root_above(nodes):
    """RFC 6962, 2.1."""
    if not nodes:
        return hashlib.sha256().digest()
    while len(nodes) > 1:
        # The last one of an odd row goes up as it is: its tree is joined at the level above.
        paired = [node_hash(*nodes[at:at + 2]) for at in range(0, len(nodes) - 1, 2)]
        nodes = paired + nodes[len(paired) * 2:]
    return nodes[0]


def check_tiles(folder, nodes):
    level = 0
    while nodes:
        for index, width in parts(len(nodes)):
            made = b"".join(nodes[index * WIDTH:index * WIDTH + width])
            need(read_part(folder, level, index, width)[:len(made)] == made)
        full = len(nodes) // WIDTH
        nodes = [root_above(nodes[at * WIDTH:(at + 1) * WIDTH]) for at in range(full)]
        level += 1


def check_entries(folder, entries):
    """Rounds follow each other, keys and losses are signed, and all tiles are those of the entries."""
    last = None
    for entry in entries:
        if entry.startswith(b"tern round 1\n"):
            number = read_round(entry)[0]
            at = whole(lines_of(entry)[2])
            need(last is None or number == last[0] + 1 and at >= last[1])
            last = (number, at)
        if entry.startswith(b"tern key 1\n"):
            read_key_entry(entry)
        if entry.startswith(b"tern key loss 1\n"):
            read_loss_entry(entry)
    check_tiles(folder, [leaf_hash(entry) for entry in entries])


def read_fact(text):
    """Its first field, and the others."""
    kind, *fields = text.split("|")
    need(kind in SPELLINGS and len(fields) == len(SPELLINGS[kind]))
    for field, spelling in zip(fields, SPELLINGS[kind]):
        need(re.fullmatch(spelling, field))
        need(spelling != NUMBER or whole(field) >= 0)
    if kind == "tern operator 1":
        roles = fields[1].split(",")
        need(roles == sorted(roles))
    if kind == "tern role 1":
        names = fields[3].split(",")
        need(names == sorted(names))
    return kind, fields


def check_order(kind, fields, known):
    """What was stated of the same before; `known` keeps the last fields of each."""
    # A day is signed once, whichever version says what was signed.
    kind = kind.replace("tern day close 2", "tern day close 1")
    about = {"tern product version 1": 2, "tern audit head 1": 0, "tern figures 1": 0}.get(kind, 1)
    name = (kind, *fields[:about])
    before, known[name] = known.get(name), fields
    if kind in ("tern market seed 1", "tern evidence key 1", "tern day close 1"):
        need(before is None)
    if kind == "tern day close 1":
        need(fields[2] != fields[3])
    if kind in ("tern listing 1", "tern delisting 1"):
        state, after = fields[6], DECIDED[kind].get(before[6] if before else "", ())
        need(state in after and fields[4] != fields[5])
        if before is not None:
            same = before[1:3] == fields[1:3]
            need(before[3] == fields[3] and (int(fields[1]) > int(before[1]) if state == "agreed" else same))
    if kind in ("tern audit head 1", "tern figures 1"):
        need(before is None or int(fields[0]) > int(before[0]))
    if kind == "tern role 1":
        version, state = int(fields[2]), fields[4]
        need(version == 1 and state == "inForce" if before is None
             else version == int(before[2]) + 1 and before[1] == fields[1] and before[4] == "inForce")
    if kind == "tern setting version 1":
        state = fields[4]
        need(state == "announced" if before is None else before[4] == "announced" != state and before[1:4] == fields[1:4])
    if kind == "tern product version 1":
        state = fields[4]
        after = {"scheduled": ("scheduled", "inForce", "withdrawn"), "inForce": ("replaced",)}
        need(state != "withdrawn" if before is None else state in after.get(before[4], ()) and before[3] == fields[3])


def check_facts(folder, entries):
    known, has_documents = {}, os.path.isdir(os.path.join(folder, "documents"))
    for index, entry in enumerate(entries):
        try:
            kind, count, root = read_statements(entry)
        except (Invalid, ValueError):
            continue
        if kind != "facts":
            continue
        lines = lines_of(read_file(folder, f"facts/{index}"))
        need("" not in lines and len(lines) == count and root_above([leaf_hash(line.encode()) for line in lines]) == root)
        for line in lines:
            kind, fields = read_fact(line)
            check_order(kind, fields, known)
            if has_documents and kind in ("tern setting version 1", "tern product version 1", "tern listing 1", "tern delisting 1"):
                need(hashlib.sha256(read_file(folder, f"documents/{fields[3]}")).hexdigest() == fields[3])


def failures(folder, given):
    """Names of the checks that fail; those behind a failed checkpoint or entries are not made."""
    keys = tuple(read_key(each) for each in given)
    try:
        note = read_file(folder, "checkpoint").decode()
        entries = read_entries(folder, whole(note.split("\n")[1]))
    except (Invalid, ValueError, IndexError):
        return ["entries"]
    try:
        followed = follow_keys(keys, [entry for entry in entries if entry.startswith(b"tern key 1\n")])
        size, root = open_checkpoint(note, followed)
    except (Invalid, ValueError):
        return ["checkpoint"]
    try:
        check_entries(folder, entries)
    except (Invalid, ValueError, AttributeError):
        return ["entries"]
    failed = [] if root_above([leaf_hash(entry) for entry in entries]) == root else ["root"]
    try:
        check_facts(folder, entries)
    except (Invalid, ValueError):
        failed.append("facts")
    return failed


if __name__ == "__main__":
    # A file that ends with .json holds a list of folders; a line of failed checks for each.
    if sys.argv[1].endswith(".json"):
        with open(sys.argv[1], encoding="utf-8") as file:
            folders = json.load(file)
    else:
        folders = [sys.argv[1]]
    results = [failures(folder, sys.argv[2:]) for folder in folders]
    for result in results:
        print("FAIL " + " ".join(result) if result else "PASS")
    sys.exit(1 if any(results) else 0)
