"""Recomputes a day of simulated prices by docs/simulated-prices.md alone, with the standard library.

`verify_day.py URL DAY SYMBOL...` asks an exchange; `verify_day.py vectors` computes the test vectors of the page."""
import hashlib
import hmac
import json
import math
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone

from verify_evidence import SCALE, bar, is_signed, parse, record, sha256, spell

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../docs/simulated-prices.md")
DAY_SECONDS, DAY_MINUTES, HOUR_SECONDS = 86_400, 1_440, 3_600


def block(page, name):
    return re.search(rf"```{name}\n(.*?)\n```", page, re.S)[1]


with open(PAGE, encoding="utf-8") as file:
    TEXT = file.read()
MODELS = {row.split("|")[0]: row.split("|")[1:] for row in block(TEXT, "markets").split("\n")}
SEASONS = {name: [float(each) for each in values.split()]
           for name, values in (row.split("|") for row in block(TEXT, "seasons").split("\n"))}


# AES-256 (FIPS 197), for one block at a time.
def double(value):
    return (value << 1) ^ (0x11B if value & 0x80 else 0)


def substitutions():
    box, p, q = [0] * 256, 1, 1
    while True:
        p ^= double(p)
        for shift in (1, 2, 4):
            q ^= q << shift
        q &= 0xFF
        q ^= 0x09 if q & 0x80 else 0
        turned = q
        for shift in (1, 2, 3, 4):
            turned ^= (q << shift | q >> 8 - shift) & 0xFF
        box[p] = turned ^ 0x63
        if p == 1:
            break
    box[0] = 0x63
    return box


BOX = substitutions()
ROWS = [[0] * 256 for _ in range(4)]
for entry, each in enumerate(BOX):
    column = double(each) << 24 | each << 16 | each << 8 | double(each) ^ each
    for row in range(4):
        ROWS[row][entry] = (column >> 8 * row | column << 32 - 8 * row) & 0xFFFFFFFF


def substitute(word):
    return BOX[word >> 24] << 24 | BOX[word >> 16 & 255] << 16 | BOX[word >> 8 & 255] << 8 | BOX[word & 255]


def expand(key):
    words, constant = [int.from_bytes(key[at:at + 4], "big") for at in range(0, 32, 4)], 1
    while len(words) < 60:
        last = words[-1]
        if len(words) % 8 == 0:
            last = substitute((last << 8 | last >> 24) & 0xFFFFFFFF) ^ constant << 24
            constant = double(constant)
        elif len(words) % 8 == 4:
            last = substitute(last)
        words.append(words[-8] ^ last)
    return words


def encrypt(keys, state):
    first, second, third, fourth = ROWS
    a, b, c, d = (part ^ key for part, key in zip(state, keys))
    for at in range(4, 56, 4):
        a, b, c, d = (
            first[a >> 24] ^ second[b >> 16 & 255] ^ third[c >> 8 & 255] ^ fourth[d & 255] ^ keys[at],
            first[b >> 24] ^ second[c >> 16 & 255] ^ third[d >> 8 & 255] ^ fourth[a & 255] ^ keys[at + 1],
            first[c >> 24] ^ second[d >> 16 & 255] ^ third[a >> 8 & 255] ^ fourth[b & 255] ^ keys[at + 2],
            first[d >> 24] ^ second[a >> 16 & 255] ^ third[b >> 8 & 255] ^ fourth[c & 255] ^ keys[at + 3])
    return [(BOX[w >> 24] << 24 | BOX[x >> 16 & 255] << 16 | BOX[y >> 8 & 255] << 8 | BOX[z & 255]) ^ key
            for (w, x, y, z), key in zip(((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)), keys[56:])]


def stream_key(seed, stream):
    return hmac.new(seed.encode(), f"tern market stream 2|{stream}".encode(), "sha256").digest()


def words_of(seed, stream):
    """The four words of a block."""
    keys = expand(stream_key(seed, stream))
    return lambda index: [int.from_bytes(word.to_bytes(4, "big"), "little") for word in encrypt(keys, (0, 0, 0, index))]


# Normal numbers.
TAIL = 0.02425
TAIL_ABOVE = (-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783)
TAIL_BELOW = (7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1.0)
ABOVE = (-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1, 2.506628277459239)
BELOW = (-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1.0)


def polynomial(factors, x):
    total = factors[0]
    for factor in factors[1:]:
        total = total * x + factor
    return total


def quantile(p):
    if p > 0.5:
        return -quantile(1 - p)
    if p < TAIL:
        q = math.sqrt(-2 * math.log(p))
        return polynomial(TAIL_ABOVE, q) / polynomial(TAIL_BELOW, q)
    q = p - 0.5
    return polynomial(ABOVE, q * q) * q / polynomial(BELOW, q * q)


def normal(word):
    return quantile((word + 0.5) / 2**32)


def rough(bits):
    return quantile(((bits >> 4) + 0.5) / 2**12)


def public(text):
    return normal(int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little"))


# Hours.
def is_open(kind, second):
    hour = (second // HOUR_SECONDS + 96) % 168
    if kind == "crypto":
        return True
    if not 22 <= hour < 142:
        return False
    return kind == "forex" or hour < 24 or hour % 24 != 22


def shape(kind, hour):
    """Of an hour since 1970, which began on a Thursday."""
    return SEASONS[f"{kind} hours"][hour % 24] * SEASONS[f"{kind} days"][(hour // 24 + 4) % 7]


def season_of(kind, begin):
    week = [hour for hour in range(96, 96 + 168) if is_open(kind, hour * HOUR_SECONDS)]
    usual = sum((shape(kind, hour) + shape(kind, hour + 1)) / 2 for hour in week) / len(week)
    season = []
    for hour in range(begin // HOUR_SECONDS, begin // HOUR_SECONDS + 24):
        here, after = shape(kind, hour) / usual, shape(kind, hour + 1) / usual
        opened = is_open(kind, hour * HOUR_SECONDS)
        season += [here + (after - here) * minute / 60 if opened else 0.0 for minute in range(60)]
    return season


# Variance.
GROUP = ((720, 0.6), (180, 0.4), (30, 0.35), (5, 0.3))
OWN = ((180, 0.3), (5, 0.3))
NOISE = ((1, 0.35),)


class Day:
    """One day of its seed. Units: `begin` is its first second, Unix time."""

    def __init__(self, seed, begin):
        self.seed, self.begin, self.known = seed, begin, {}

    def once(self, name, make):
        if name not in self.known:
            self.known[name] = make()
        return self.known[name]

    def curve(self, purpose, name, layers, has_regime=False):
        """The logarithm of the variance, by the minute."""
        words = words_of(self.seed, f"{purpose}/{name}")
        log, taken, midnight = [0.0] * DAY_MINUTES, 0, self.begin * 1000
        halves = []
        for every, spread in layers:
            count = DAY_MINUTES // every + 1
            while len(halves) < taken + count:
                halves += [half for word in words(len(halves) // 8) for half in (word & 0xFFFF, word >> 16)]
            knots = [rough(half) for half in halves[taken:taken + count]]
            taken += count
            if every > 1:
                knots[0] = public(f"mood/{name}/{every}/{midnight}")
                knots[-1] = public(f"mood/{name}/{every}/{midnight + 86_400_000}")
            for minute in range(DAY_MINUTES):
                knot, part = divmod(minute, every)
                angle = part / every * math.pi / 2
                value = knots[knot] * math.cos(angle) + knots[knot + 1] * math.sin(angle)
                log[minute] += spread * value - spread * spread / 2
        if has_regime:
            number = self.begin // DAY_SECONDS
            period = number // 4
            left, right = public(f"weather/{name}/{period}"), public(f"weather/{name}/{period + 1}")
            for minute in range(DAY_MINUTES):
                angle = (number - period * 4 + minute / DAY_MINUTES) / 4 * math.pi / 2
                log[minute] += 0.85 * (left * math.cos(angle) + right * math.sin(angle)) - 0.85**2 / 2
        return log

    def variance(self, stream, group, kind):
        def make():
            layers = [("mood", group, GROUP, True)]
            own = [] if stream.startswith("factor/") else [stream]
            layers += [("mood", name, OWN) for name in own] + [("noise", group, NOISE)] + [("noise", name, NOISE) for name in own]
            curves = [self.once(("curve", *each[:2]), lambda each=each: self.curve(*each)) for each in layers]
            season = self.once(("season", kind), lambda: season_of(kind, self.begin))
            return [season[at] * math.exp(min(3, sum(curve[at] for curve in curves))) for at in range(DAY_MINUTES)]
        return self.once(("variance", stream), make)

    def shock(self, stream, group, kind, second):
        """A normal number and the variance of a second."""
        words = self.once(("words", stream), lambda: words_of(self.seed, f"{stream}/seconds"))

        def make():
            drawn = words(second)
            burst = rough(drawn[1] & 0xFFFF)
            whole = self.variance(stream, group, kind)[second // 60] / 60
            return normal(drawn[0]), whole * math.exp(0.5 * burst - 0.125)
        # Streams are shared, and the seconds of one market are asked for one behind the other.
        return self.once((stream, second), make) if stream.startswith("factor/") else make()

    def move(self, symbol, kind, second):
        """Normal shape and deviation of a second's move."""
        moved = square = 0.0
        for stream, weight in self.once(("streams", symbol), lambda: streams_of(symbol, kind)):
            number, variance = self.shock(stream, MODELS[symbol][2], kind, second)
            own = weight * math.sqrt(variance)
            moved += own * number
            square += own * own
        return (moved / math.sqrt(square) if square else 0.0), math.sqrt(square)


def streams_of(symbol, kind):
    volatility, factor, correlation = float(MODELS[symbol][1]), MODELS[symbol][2], float(MODELS[symbol][3])
    deviation = volatility / math.sqrt((365 if kind == "crypto" else 260) * DAY_MINUTES)
    own = (symbol, deviation * math.sqrt(1 - correlation * correlation))
    return [own] if correlation == 0 else [(f"factor/{factor}", deviation * correlation), own]


# Whole ticks.
def normal_above(x):
    density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    if x > 3:
        fraction = x
        for depth in range(60, 0, -1):
            fraction = x + depth / fraction
        return density / fraction
    term = total = x
    for odd in range(3, 120, 2):
        term *= x * x / odd
        total += term
    return 0.5 - density * total


def rounded_variance(deviation):
    return sum((2 * ticks - 1) * 2 * normal_above((ticks - 0.5) / deviation) for ticks in range(1, 41))


def widened_entry(entry):
    wanted, low, high = (max(entry, 0.2) / 240 * 1.2) ** 2, 0.0, 2.4
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if rounded_variance(middle) < wanted else (low, middle)
    return (low + high) / 2


WIDENED = [widened_entry(entry) for entry in range(241)]


def widened(deviation):
    if deviation > 1.2:
        return math.sqrt(deviation * deviation - 1 / 12)
    place = deviation / 1.2 * 240
    below = min(239, math.floor(place))
    return WIDENED[below] + (WIDENED[below + 1] - WIDENED[below]) * (place - below)


def whole_ticks(z, deviation):
    ticks = math.floor(abs(z) * widened(deviation) + 0.5)
    return -ticks if z < 0 else ticks


# Prices, in units of 10^-18.
def number_of(price):
    return float(spell(price))


def on_tick(value, tick):
    return max(1, math.floor(value / number_of(tick) + 0.5)) * tick


def start_price(symbol):
    model = MODELS[symbol]
    return float(model[0]) if len(model) == 4 else start_price(model[0]) * start_price(model[1])


def moved_by(day, market, price, scale, second):
    symbol, kind, tick = market
    z, deviation = day.move(symbol, kind, second)
    return max(tick, price + whole_ticks(z, deviation * scale / number_of(tick)) * tick)


def open_seconds(kind, first, end, most):
    """How many of these seconds are open; more than `most` are not counted on."""
    count = 0
    while first < end and count <= most:
        until = min(end, first - first % HOUR_SECONDS + HOUR_SECONDS)
        count += until - first if is_open(kind, first) else 0
        first = until
    return count


def due(day, market, ticks, at, prices, scale):
    """The price that the seed makes, or nothing where it does not decide."""
    symbol, kind, tick = market
    before, here = (ticks[at - 1] if at else None), ticks[at]
    second = here["at"] // 1000
    if here["source"] != "simulated":
        return None
    if here["seq"] == 1:
        return on_tick(start_price(symbol), tick)
    if len(MODELS[symbol]) == 2:
        legs = [prices.get(leg, {}).get(second) for leg in MODELS[symbol]]
        return None if None in legs else on_tick(number_of(legs[0]) * number_of(legs[1]), tick)
    if before is None:
        return None
    known, price = before["at"] // 1000, parse(before["price"])
    if open_seconds(kind, known + 1, second, 600) > 600:
        return price
    if open_seconds(kind, known + 1, day.begin, 0) > 0:
        return None
    for step in range(max(known + 1, day.begin), second + 1):
        price = moved_by(day, market, price, scale, step - day.begin)
    return price


def genesis(symbol):
    return sha256(f"tern tick chain 1: the first link of {symbol}".encode())


def link(digest, symbol, tick):
    fields = [symbol, tick["seq"], tick["at"], tick["price"], tick["source"], tick["rule"]]
    if "backfilledAt" in tick:
        fields.append(tick["backfilledAt"])
    return sha256(bytes.fromhex(digest) + bar(*fields).encode())


# What an exchange publishes.
def ask(url, path, query, body=None):
    address = f"{url.rstrip('/')}/api{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(address, data=body and json.dumps(body).encode(), headers={"content-type": "application/json"})
    for _ in range(20):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                found = json.load(answer, object_pairs_hook=record)
        except urllib.error.HTTPError as error:
            found = json.load(error, object_pairs_hook=record)
        if found["code"] == 0:
            return found["data"]
        if found["code"] != 4024:
            break
        time.sleep(0.5)
    raise ValueError(f"{address} answers {found['code']}")


def find_seed(url, day):
    page = 1
    while True:
        rows = ask(url, "/transparency/seeds", {"page": page, "pageSize": 100})["list"]
        for row in rows:
            if row["day"] == day:
                return row
        if len(rows) < 100:
            return None
        page += 1


def fetch_chain(url, keys, symbol, begin):
    """The ticks from the last one before the day to a signed head, and whether they lead there."""
    end = (begin + DAY_SECONDS) * 1000
    heads = ask(url, "/transparency/heads", {"symbol": symbol, "from": end})["list"]
    heads = heads or [row for row in ask(url, "/transparency/heads", {})["list"] if row["symbol"] == symbol]
    head, ticks, after, digest = (heads or [None])[0], [], begin * 1000, None
    before = reached = None
    while True:
        page = ask(url, "/transparency/ticks", {"symbol": symbol, "from": after})
        before = before or page["hashBefore"]
        digest = digest or before
        fresh = [tick for tick in page["ticks"] if not ticks or tick["seq"] > ticks[-1]["seq"]]
        for tick in fresh:
            tick = {name: value for name, value in tick.items() if value is not None}
            digest = link(digest, symbol, tick)
            ticks.append(tick)
            if head and tick["seq"] == head["seq"]:
                reached = digest
        if not fresh or ticks[-1]["at"] >= end and head and ticks[-1]["seq"] >= head["seq"]:
            break
        after = ticks[-1]["at"] + 1
    text = head and bar("tern chain head 1", head["symbol"], head["seq"], head["hash"], head["at"])
    holds = head is not None and is_signed(text, head["signature"], keys) and reached == head["hash"]
    is_begun = not ticks or ticks[0]["seq"] > 1 or before == genesis(symbol)
    return [tick for tick in ticks if tick["at"] < end], holds and is_begun


def failures(url, name, symbols):
    """Names of the checks that fail."""
    begin = int(datetime.strptime(name, "%Y-%m-%d").replace(tzinfo=timezone.utc).timestamp())
    keys = [row["publicKey"] for row in ask(url, "/transparency/keys", {})["list"]]
    row = find_seed(url, name)
    if row is None:
        return ["seed"]
    failed = []
    if not is_signed(bar("tern market seed 1", name, row["commitment"], row["publishedAt"]), row["signature"], keys):
        failed.append("commitment")
    if row["publishedAt"] >= begin * 1000:
        failed.append("in time")
    if sha256(bar("tern market day 1", name, row["seed"]).encode()) != row["commitment"]:
        failed.append("seed")
    if row["seed"] == "":
        return failed
    listed = {each["symbol"]: each for each in ask(url, "/bborder/tradelist", {}, {"page": 1, "pageSize": 100})["list"]}
    chains, prices = {}, {}
    for symbol in symbols:
        chains[symbol], holds = fetch_chain(url, keys, symbol, begin)
        failed += [] if holds else [f"chain {symbol}"]
        prices[symbol] = {tick["at"] // 1000: parse(tick["price"]) for tick in chains[symbol]}
    day = Day(row["seed"], begin)
    for symbol, ticks in chains.items():
        market = (symbol, listed[symbol]["class"], parse(listed[symbol]["tickSize"]))
        earlier = [tick for tick in ticks if tick["at"] < begin * 1000]
        scale = number_of(parse(([*earlier[-1:], *ticks[:1], {"price": "1"}])[0]["price"]))
        for at, tick in enumerate(ticks):
            made = due(day, market, ticks, at, prices, scale) if tick["at"] >= begin * 1000 else None
            if made is not None and made != parse(tick["price"]):
                failed.append(f"prices {symbol}")
                break
    return failed


# The test vectors of the page.
def is_near(value, wanted):
    return math.isclose(value, wanted, rel_tol=1e-12, abs_tol=1e-15)


def vector_failures():
    given = json.loads(block(TEXT, "vectors"), object_pairs_hook=record)
    begin = int(datetime.strptime(given["day"], "%Y-%m-%d").replace(tzinfo=timezone.utc).timestamp())
    seed, day, failed = given["seed"], Day(given["seed"], begin), []

    def check(name, holds):
        if not holds:
            failed.append(name)

    check("day seed", hmac.new(given["secret"].encode(), f"tern market day {given['day']}".encode(), "sha256").hexdigest() == seed)
    check("commitment", sha256(bar("tern market day 1", given["day"], seed).encode()) == given["commitment"])
    for each in given["words"]:
        check("key", stream_key(seed, each["stream"]).hex() == each["key"])
        check("words", words_of(seed, each["stream"])(each["block"]) == each["words"])
    for word, value in given["normal"]:
        check("normal", is_near(normal(word), value))
    for bits, value in given["rough"]:
        check("rough", is_near(rough(bits), value))
    for text, value in given["public"]:
        check("public", is_near(public(text), value))
    for kind, minute, value in given["season"]:
        check("season", is_near(season_of(kind, begin)[minute], value))
    for stream, group, kind, minute, value in given["variance"]:
        check("variance", is_near(day.variance(stream, group, kind)[minute], value))
    for symbol, kind, second, z, deviation in given["move"]:
        made = day.move(symbol, kind, second)
        check("move", is_near(made[0], z) and is_near(made[1], deviation))
    for z, deviation, ticks in given["ticks"]:
        check("ticks", whole_ticks(z, deviation) == ticks)
    for each in given["prices"]:
        check("prices", prices_of(day, each) == each)
    return failed


def prices_of(day, given):
    """A chain that begins in the second before the day, and has a tick in each second behind it."""
    market, price = (given["symbol"], given["class"], parse(given["tickSize"])), parse(given["before"])
    scale, digest, prices = number_of(price), genesis(given["symbol"]), []
    for second in range(-1, given["seconds"]):
        price = price if second < 0 else moved_by(day, market, price, scale, second)
        prices.append(spell(price))
        tick = {"seq": second + 2, "at": (day.begin + second) * 1000, "price": spell(price), "source": "simulated", "rule": 2}
        digest = link(digest, given["symbol"], tick)
    return {**given, "first": prices[1:len(given["first"]) + 1], "last": prices[-1], "hash": digest}


if __name__ == "__main__":
    result = vector_failures() if sys.argv[1] == "vectors" else failures(sys.argv[1], sys.argv[2], sys.argv[3:])
    print("FAIL " + ", ".join(result) if result else "PASS")
    sys.exit(1 if result else 0)
