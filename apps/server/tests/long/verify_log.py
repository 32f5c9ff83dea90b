"""Checks a receipt of the public log by docs/public-log.md alone, with the standard library: `verify_log.py receipt.tlog-proof KEY [document]`.

A key that came after KEY is followed with `--keys answer.json`, what GET /api/public-log/keys answered."""
import base64
import functools
import hashlib
import json
import re
import sys

from verify_evidence import is_decimal, is_signed, parse, record

WHOLE, SALT, ASSET = r"(?:0|[1-9][0-9]{0,15})", r"[0-9a-f]{32}", r"[A-Z0-9]{1,20}"
OWNER, ROW = r"-?[1-9][0-9]{0,15}", r"[a-z][a-z-]{0,29}(?:\|[^|]*)+"
SUM_MAX = 2**127 - 1


class Invalid(Exception):
    pass


def need(condition):
    if not condition:
        raise Invalid()


def whole(text):
    need(re.fullmatch(WHOLE, text) and int(text) < 2**53)
    return int(text)


def after(word, line):
    need(line.startswith(word + " "))
    return line[len(word) + 1:]


def from_base64(text, length=None):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Invalid() from None
    need(base64.b64encode(data).decode() == text and length in (None, len(data)))
    return data


def plain(data):
    """The text of printable ASCII and newlines."""
    need(all(byte == 10 or 32 <= byte < 127 for byte in data))
    return data.decode("ascii")


def lines_of(data):
    text = plain(data)
    need(text.endswith("\n"))
    return text[:-1].split("\n")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf_hash(entry):
    return sha256(b"\0", entry)


def node_hash(left, right):
    return sha256(b"\1", left, right)


def sum_node(left, right):
    total = [int.from_bytes(node[:16], "big") for node in (left, right)]
    need(max(*total, sum(total)) <= SUM_MAX)
    return sum(total).to_bytes(16, "big") + node_hash(left, right)


def root_of(leaf, index, size, path, parent=node_hash):
    """RFC 9162, 2.1.3.2."""
    need(0 <= index < size and len(path) <= 63)
    first, last, node = index, size - 1, leaf
    for sibling in path:
        need(last > 0)
        if first & 1 or first == last:
            node = parent(sibling, node)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            node = parent(node, sibling)
        first, last = first >> 1, last >> 1
    need(last == 0)
    return node


def read_key(text):
    name, identifier, encoded = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)", text).groups()
    data = from_base64(encoded, 33)
    need(sha256(name.encode(), b"\n", data)[:4].hex() == identifier and data[0] == 1)
    return name, identifier, data[1:].hex()


@functools.lru_cache
def open_checkpoint(note, keys):
    """Size and root, if one of the keys signed them."""
    need(not re.search(r"[\x00-\x09\x0b-\x1f]", note) and note.endswith("\n") and "\n\n" in note)
    text, _, signatures = note.rpartition("\n\n")
    text, signed = text + "\n", set()
    rows = signatures[:-1].split("\n")
    need(len(rows) <= 100)
    for row in rows:
        match = re.fullmatch("— ([^ ]+) ([^ ]+)", row)
        need(match and not re.search(r"[\s+\x7f-\x9f]", match[1]))
        data = from_base64(match[2])
        need(len(data) > 4)
        for name, identifier, key in keys:
            if (name, identifier) == (match[1], data[:4].hex()):
                need(len(data) == 68 and is_signed(text, data[4:].hex(), [key]))
                need(identifier not in signed)
                signed.add(identifier)
    need(signed)
    origin, size, root, *extensions = text[:-1].split("\n")
    need(origin == keys[0][0] and "" not in extensions)
    return whole(size), from_base64(root, 32)


def spell_key(key):
    name, identifier, public = key
    return f"{name}+{identifier}+{base64.b64encode(bytes([1]) + bytes.fromhex(public)).decode()}"


def read_key_entry(entry):
    """The key that an entry introduces, and the key that signed for it."""
    header, at, made, outgoing, signature = lines_of(entry)
    need(header == "tern key 1" and whole(at) >= 0)
    made, outgoing = read_key(made), read_key(outgoing)
    need(made[0] == outgoing[0])
    text = f"{header}\n{at}\n{spell_key(made)}\n{spell_key(outgoing)}\n"
    need(is_signed(text, from_base64(signature, 64).hex(), [outgoing[2]]))
    return made, outgoing


def read_loss_entry(entry):
    """The key from there on, and the lost ones. Nobody comes to know a key by it."""
    header, at, made, *lost, signature = lines_of(entry)
    need(header == "tern key loss 1" and whole(at) >= 0 and 1 <= len(lost) <= 100)
    keys = [read_key(each) for each in (made, *lost)]
    need(len(set(keys)) == len(keys) and len({name for name, _, _ in keys}) == 1)
    text = "".join(f"{line}\n" for line in (header, at, *map(spell_key, keys)))
    need(is_signed(text, from_base64(signature, 64).hex(), [keys[0][2]]))
    return keys[0], keys[1:]


def follow_keys(keys, entries):
    """The keys, and those that the entries introduce from them on."""
    pairs, found = [], list(keys)
    for entry in entries:
        try:
            pairs.append(read_key_entry(entry))
        except (Invalid, ValueError, AttributeError):
            continue
    for _ in pairs:
        found += [made for made, outgoing in pairs if outgoing in found and made not in found]
    return tuple(found)


def follow_receipts(keys, receipts):
    """The keys, and those that are introduced by entries which these receipts show to be in the log."""
    read, contained = [], []
    for text in receipts:
        try:
            read.append(read_receipt(text, None))
        except (Invalid, ValueError, AttributeError):
            continue
    claimed = follow_keys(keys, [entry for _, _, _, entry, _ in read])
    for index, path, note, entry, _ in read:
        try:
            size, root = open_checkpoint(note, claimed)
            need(root_of(leaf_hash(entry), index, size, path) == root)
            contained.append(entry)
        except (Invalid, ValueError):
            continue
    return follow_keys(keys, contained)


def check_assets(rows):
    need(all(re.fullmatch(ASSET, asset) for asset in rows) and rows == sorted(set(rows)))


def read_round(entry):
    header, number, at, count, root, *sums = lines_of(entry)
    need(header == "tern round 1" and all(each.endswith(" 0") for each in sums))
    check_assets([each[:-2] for each in sums])
    whole(at)
    need(whole(count) > 0)
    return whole(number), whole(count), from_base64(root, 32)


def check_line(entry, rows):
    blank = rows.index("")
    index, *path = rows[:blank]
    header, number, owner, salt, *records = rows[blank + 1:]
    need(header == "tern line 1" and re.fullmatch(OWNER, owner) and abs(int(owner)) < 2**53)
    need(re.fullmatch(SALT, salt) and records and all(re.fullmatch(ROW, record) for record in records))
    index, number, path = whole(after("index", index)), whole(number), [from_base64(each, 32) for each in path]
    need(len(path) <= 63)
    return lambda: check_line_content(entry, number, leaf_hash("\n".join(rows[blank + 1:]).encode()), (index, path))


def check_line_content(entry, number, leaf, place):
    expected, count, root = read_round(entry)
    need(number == expected and root_of(leaf, place[0], count, place[1]) == root)


def check_statement(entry, rows):
    blank = rows.index("")
    index, *path = rows[:blank]
    (text,) = rows[blank + 1:]
    index, path = whole(after("index", index)), [from_base64(each, 32) for each in path]
    need(text and len(path) <= 63)

    def content():
        _, count, root = read_statements(entry)
        need(root_of(leaf_hash(text.encode()), index, count, path) == root)
    return content


def read_statements(entry):
    header, kind, at, count, root = lines_of(entry)
    need(header == "tern statements 1" and re.fullmatch("[a-z][a-z-]{0,29}", kind) and whole(at) >= 0 and whole(count) > 0)
    return kind, whole(count), from_base64(root, 32)


def check_document(entry, rows, document):
    (salt,) = rows
    salt = after("salt", salt)
    need(re.fullmatch(SALT, salt))

    def content():
        header, kind, at, digest = lines_of(entry)
        need(header == "tern document 1" and re.fullmatch("[a-z][a-z-]{0,29}", kind) and whole(at) >= 0)
        need(document is not None and from_base64(digest, 32) == sha256(bytes.fromhex(salt), document))
    return content


def check_balance(entry, rows):
    owner, *rest = rows
    owner, parts = after("owner", owner), []
    need(re.fullmatch(OWNER, owner) and abs(int(owner)) < 2**53)
    for row in rest:
        if row.startswith("part "):
            _, asset, part, amount, salt, index = row.split(" ")
            need(re.fullmatch(ASSET, asset) and whole(part) > 0 and re.fullmatch(SALT, salt))
            need(is_decimal(amount) and parse(amount) > 0 and len(amount.partition(".")[0]) <= 20)
            parts.append((asset, part, amount, salt, whole(index), []))
        else:
            need(parts)
            parts[-1][5].append(from_base64(row, 48))
    need(all(len(part[5]) <= 63 for part in parts))

    def content():
        header, snapshot, at, number, *trees = lines_of(entry)
        need(header == "tern liabilities 1")
        snapshot, _, _ = whole(snapshot), whole(at), whole(number)
        trees = [tree.split(" ") for tree in trees]
        check_assets([tree[0] for tree in trees])
        known = {}
        for asset, leaves, total, root in trees:
            need(is_decimal(total) and parse(total) >= 0 and whole(leaves) > 0)
            known[asset] = (whole(leaves), parse(total).to_bytes(16, "big") + from_base64(root, 32))
        need(len({part[:2] for part in parts}) == len(parts))
        for asset, part, amount, salt, index, path in parts:
            need(asset in known)
            text = f"tern balance 1|{snapshot}|{asset}|{owner}|{part}|{amount}|{salt}"
            leaf = parse(amount).to_bytes(16, "big") + leaf_hash(text.encode())
            need(root_of(leaf, index, known[asset][0], path, sum_node) == known[asset][1])
    return content


def read_receipt(text, document):
    """Place, path, checkpoint, entry, and the check of the content."""
    head, separator, checkpoint = text.partition("\n\n")
    need(separator)
    header, extra, index, *path = head.split("\n")
    need(header == "c2sp.org/tlog-proof@v1")
    kind, entry, *rows = lines_of(from_base64(after("extra", extra)))
    entry = from_base64(after("leaf", entry))
    index, path = whole(after("index", index)), [from_base64(each, 32) for each in path]
    need(len(path) <= 63)
    if kind == "tern line receipt 1":
        content = check_line(entry, rows)
    elif kind == "tern statement receipt 1":
        content = check_statement(entry, rows)
    elif kind == "tern document receipt 1":
        content = check_document(entry, rows, document)
    elif kind == "tern balance receipt 1":
        content = check_balance(entry, rows)
    else:
        need(kind == "tern entry receipt 1" and not rows)

        def content():
            if entry.startswith(b"tern key 1\n"):
                read_key_entry(entry)
            if entry.startswith(b"tern key loss 1\n"):
                read_loss_entry(entry)
    return index, path, checkpoint, entry, content


def opened(text, keys):
    """Place and entry of a receipt that holds, and what it opens: the lines behind its empty line."""
    need(not failures(text, keys))
    head, _, _ = text.partition("\n\n")
    rows = lines_of(from_base64(after("extra", head.split("\n")[1])))
    index, _, _, entry, _ = read_receipt(text, None)
    return index, rows[0], entry, rows[rows.index("") + 1:] if "" in rows else []


def failures(text, keys, document=None):
    """Names of the checks that fail."""
    try:
        index, path, note, entry, content = read_receipt(text, document)
    except (Invalid, ValueError):
        return ["shape", "checkpoint", "entry", "content"]
    failed = []

    def check(name, run):
        try:
            return run()
        except (Invalid, ValueError, OverflowError, AttributeError):
            failed.append(name)
            return None

    checkpoint = check("checkpoint", lambda: open_checkpoint(note, keys))

    def contained():
        need(checkpoint and root_of(leaf_hash(entry), index, checkpoint[0], path) == checkpoint[1])
    check("entry", contained)
    check("content", content)
    return failed


if __name__ == "__main__":
    # A file that ends with .json holds a list of {receipt, document, keys}; a line of failed checks for each.
    given, published = sys.argv[1:], []
    if "--keys" in given:
        at = given.index("--keys")
        with open(given[at + 1], encoding="utf-8") as file:
            published = [row["receipt"] for row in json.load(file, object_pairs_hook=record)["data"]["list"] if row["receipt"]]
        del given[at:at + 2]
    trusted = (read_key(given[1]),)
    with open(given[0], encoding="utf-8", newline="") as file:
        text = file.read()
    if given[0].endswith(".json"):
        cases = [(each["receipt"], each.get("document"), each.get("keys", [])) for each in json.loads(text, object_pairs_hook=record)]
        cases = [(receipt, None if document is None else document.encode(), keys) for receipt, document, keys in cases]
    else:
        cases = [(text, open(given[2], "rb").read() if len(given) > 2 else None, published)]
    results = [failures(receipt, follow_receipts(trusted, keys), document) for receipt, document, keys in cases]
    for result in results:
        print("FAIL " + " ".join(result) if result else "PASS")
    sys.exit(1 if any(results) else 0)
