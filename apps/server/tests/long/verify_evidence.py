"""Checks the evidence of a timed contract by docs/evidence.md alone, with the standard library: `verify_evidence.py bundle.json KEY...`.

A KEY is a signing key of the exchange, 64 hexadecimal digits, or a key of the public log, name+id+base64."""
import hashlib
import json
import re
import sys

# Ed25519 as in RFC 8032.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def add(a, b):
    left, right = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = right - left, d - c, d + c, right + left
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(factor, point):
    total = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = add(total, point)
        point, factor = add(point, point), factor >> 1
    return total


def decode(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % P)


def is_signed(text, signature, keys):
    raw = bytes.fromhex(signature)
    s = int.from_bytes(raw[32:], "little")
    for key in map(bytes.fromhex, keys):
        a, r = decode(key), decode(raw[:32])
        if a is None or r is None or s >= L:
            continue
        k = int.from_bytes(hashlib.sha512(raw[:32] + key + text.encode()).digest(), "little") % L
        left, right = multiply(s, BASE), add(r, multiply(k, a))
        if not any((left[i] * right[2] - right[i] * left[2]) % P for i in (0, 1)):
            return True
    return False


# Spelling.
def is_whole(value):
    return type(value) is int and 0 <= value < 2**53


def matches(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


is_hash, is_signature = matches("[0-9a-f]{64}"), matches("[0-9a-f]{128}")
is_decimal = matches(r"0|-?(?:[1-9][0-9]*|0(?=\.))(?:\.[0-9]{0,17}[1-9])?")
is_symbol = matches("[a-z0-9]{2,20}")
SCALE = 10**18


def parse(text):
    whole, _, places = text.lstrip("-").partition(".")
    value = int(whole + places.ljust(18, "0"))
    return -value if text.startswith("-") else value


def spell(value):
    whole, rest = divmod(abs(value), SCALE)
    text = f"{whole}.{rest:018d}".rstrip("0").rstrip(".")
    return "-" + text if value < 0 else text


def has(value, checks):
    return isinstance(value, dict) and value.keys() == checks.keys() and all(check(value[name]) for name, check in checks.items())


def one_of(*values):
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def or_null(check):
    return lambda value: value is None or check(value)


TERMS = {
    "durationSeconds": is_whole, "openWithinMs": is_whole, "staleAfterMs": is_whole, "symbol": is_symbol,
    "payoutRatio": lambda value: is_decimal(value) and parse(value) >= 0, "tieRule": one_of("stake-returns"),
    "asset": matches("[A-Z0-9]{2,12}"), "assetScale": lambda value: is_whole(value) and value <= 18,
}
TICK = {"seq": is_whole, "at": is_whole, "price": is_decimal, "source": matches(r"[^|]{1,200}"), "rule": is_whole}


def is_shaped(bundle):
    version = bundle.get("version") if isinstance(bundle, dict) else None
    place = or_null(lambda value: has(value, {"seq": is_whole, "hash": is_hash}))

    def is_tick(value):
        return has(value, TICK) or version != 1 and has(value, {**TICK, "backfilledAt": is_whole})

    def are_terms(value):
        if version == 1:
            return has(value, {**TERMS, "ruleVersion": one_of(1)})
        return any(has(value, {**TERMS, "ruleVersion": one_of(rule), "openAfterMs": after})
                   for rule, after in ((1, one_of(0)), (2, is_whole)))

    is_proof = matches(r"[\n\x20-\x7e\u2014]{1,100000}")
    log = {"log": lambda value: has(value, {"receipt": is_proof, "head": is_proof})} if version == 3 else {}
    return has(bundle, {
        **log, "format": one_of("tern contract evidence"), "version": one_of(1, 2, 3), "terms": are_terms, "termsHash": is_hash,
        "contract": lambda value: has(value, {
            "id": matches("[0-9]{1,18}"), "direction": one_of("up", "down"), "acceptedAt": is_whole,
            "stake": lambda stake: is_decimal(stake) and parse(stake) > 0}),
        "receipt": is_signature, "opening": place, "closing": place,
        "chain": lambda value: has(value, {"hashBefore": is_hash, "ticks": lambda ticks: (
            isinstance(ticks, list) and len(ticks) <= 100_000 and all(map(is_tick, ticks)))}),
        "head": lambda value: has(value, {
            "symbol": is_symbol, "seq": is_whole, "hash": is_hash, "at": is_whole, "signature": is_signature}),
        "result": lambda value: has(value, {
            "status": one_of("settled", "invalid", "void"), "outcome": one_of("win", "loss", "tie", "none"),
            "openPrice": or_null(is_decimal), "closePrice": or_null(is_decimal), "dueAt": or_null(is_whole),
            "returned": is_decimal, "winnings": is_decimal, "profit": is_decimal}),
    })


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def bar(*fields):
    return "|".join(map(str, fields))


def is_in_log(bundle, log_keys):
    """The receipt is in the member's line of a round, the head among the statements of a later entry."""
    from verify_log import Invalid, opened, read_key, read_statements
    contract, head = bundle["contract"], bundle["head"]
    try:
        keys = tuple(read_key(each) for each in log_keys)
        first, kind, _, rows = opened(bundle["log"]["receipt"], keys)
        if kind != "tern line receipt 1" or bar("receipt", f"contract:{contract['id']}", bundle["receipt"]) not in rows[4:]:
            return False
        second, kind, entry, rows = opened(bundle["log"]["head"], keys)
        text = bar("tern chain head 1", head["symbol"], head["seq"], head["hash"], head["at"])
        is_head = kind == "tern statement receipt 1" and read_statements(entry)[0] == "heads" and rows == [text]
        end = (bundle["closing"] or bundle["opening"] or bundle["chain"]["ticks"][0])["seq"]
        return is_head and first < second and head["seq"] - end <= 3600
    except (Invalid, ValueError, AttributeError):
        return False


def failures(bundle, given):
    """Names of the checks that fail."""
    keys, log_keys = [key for key in given if "+" not in key], [key for key in given if "+" in key]
    if not is_shaped(bundle):
        return ["shape"]
    failed = []
    contract, terms, chain, head = bundle["contract"], bundle["terms"], bundle["chain"], bundle["head"]
    rule, symbol, after_ms = terms["ruleVersion"], terms["symbol"], terms.get("openAfterMs", 0)
    allowance = [] if rule == 1 else [after_ms]
    text = bar("tern contract terms", rule, symbol, terms["durationSeconds"], *allowance, terms["openWithinMs"],
               terms["staleAfterMs"], terms["payoutRatio"], terms["tieRule"], terms["asset"], terms["assetScale"])
    if sha256(text.encode()) != bundle["termsHash"]:
        failed.append("terms")
    text = bar("tern contract receipt 1", contract["id"], symbol, contract["direction"], contract["stake"],
               contract["acceptedAt"], bundle["termsHash"])
    if not is_signed(text, bundle["receipt"], keys):
        failed.append("receipt")
    text = bar("tern chain head 1", head["symbol"], head["seq"], head["hash"], head["at"])
    if head["symbol"] != symbol or not is_signed(text, head["signature"], keys):
        failed.append("head")
    ticks, hashes, digest = chain["ticks"], {}, chain["hashBefore"]
    if not ticks:
        return failed + ["chain"]
    for tick in ticks:
        fields = [symbol, tick["seq"], tick["at"], tick["price"], tick["source"], tick["rule"]]
        if "backfilledAt" in tick:
            fields.append(tick["backfilledAt"])
        digest = hashes[tick["seq"]] = sha256(bytes.fromhex(digest) + bar(*fields).encode())
    genesis = sha256(f"tern tick chain 1: the first link of {symbol}".encode())
    is_linked = all(b["seq"] == a["seq"] + 1 and b["at"] > a["at"] for a, b in zip(ticks, ticks[1:]))
    is_begun = ticks[0]["seq"] != 1 or chain["hashBefore"] == genesis
    is_later = all(tick.get("backfilledAt", tick["at"] + 1) > tick["at"] for tick in ticks)
    if not (is_linked and is_begun and is_later and ticks[-1]["seq"] == head["seq"] and digest == head["hash"]):
        failed.append("chain")
    accepted, stake = contract["acceptedAt"], parse(contract["stake"])
    counted = [tick for tick in ticks if rule == 2 or "backfilledAt" not in tick]
    first = next((tick for tick in counted if tick["at"] > accepted + after_ms), None)
    opening = first if first and first["at"] <= accepted + after_ms + terms["openWithinMs"] else None
    due = opening["at"] + terms["durationSeconds"] * 1000 if opening else None
    closing = [tick for tick in counted if tick["at"] <= due][-1] if opening else None

    def place(tick):
        return {"seq": tick["seq"], "hash": hashes[tick["seq"]]} if tick else None

    is_hidden = ticks[0]["seq"] != 1 and ticks[0]["at"] > accepted
    if is_hidden or first is None or bundle["opening"] != place(opening):
        failed.append("opening")
    if bundle["closing"] != place(closing) or opening and not any(tick["at"] > due for tick in ticks):
        failed.append("closing")
    status, outcome, returned, winnings, profit = "void", "none", stake, 0, 0
    if opening:
        status = "invalid" if due - closing["at"] > terms["staleAfterMs"] else "settled"
    if status == "settled":
        moved = parse(closing["price"]) - parse(opening["price"])
        outcome = "tie" if moved == 0 else "win" if (moved > 0) == (contract["direction"] == "up") else "loss"
    if outcome == "win":
        unit = 10 ** (18 - terms["assetScale"])
        winnings = profit = stake * parse(terms["payoutRatio"]) // SCALE // unit * unit
    if outcome == "loss":
        returned, profit = 0, -stake
    if bundle["result"] != {
        "status": status, "outcome": outcome, "openPrice": opening and opening["price"],
        "closePrice": closing and closing["price"], "dueAt": due,
        "returned": spell(returned), "winnings": spell(winnings), "profit": spell(profit),
    }:
        failed.append("result")
    if "log" in bundle and not is_in_log(bundle, log_keys):
        failed.append("log")
    return failed


def record(pairs):
    """A record of JSON, in which no name comes twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name comes twice in one record")
    return dict(pairs)


if __name__ == "__main__":
    # A file may hold one document or a list of them; a line of failed checks for each.
    with open(sys.argv[1], encoding="utf-8") as file:
        documents = json.load(file, object_pairs_hook=record)
    results = [failures(each, sys.argv[2:]) for each in (documents if isinstance(documents, list) else [documents])]
    for result in results:
        print("FAIL " + " ".join(result) if result else "PASS")
    sys.exit(1 if any(results) else 0)
