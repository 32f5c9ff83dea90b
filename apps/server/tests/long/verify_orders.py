"""Replays the published record of orders, written from docs/order-record.md and docs/public-log.md alone.

    python3 verify_orders.py FILE.gz [FILE.gz ...]

The files of one market, in the order of their days. Prints PASS or FAIL for each, and ends with 1 if one failed.
"""

import base64
import gzip
import hashlib
import sys
from decimal import Decimal, getcontext

ASKED = {"place": 4, "cancel": 1, "amend": None, "wait": None, "rewait": None, "unwait": None}
KINDS = {"start": 1, "kept": 5, "terms": 5, "quotes": 4, "place": 7, "cancel": 3, "amend": 5, "wait": 1, "rewait": 1, "unwait": 1}
WORD = 0xFFFFFFFF
getcontext().prec = 60


class Fault(Exception):
    pass


def sha(data):
    return hashlib.sha256(data).digest()


def root_of(nodes):
    """RFC 6962: the left subtree has the largest power of two below the number of leaves."""
    if len(nodes) == 1:
        return nodes[0]
    split = 1
    while split * 2 < len(nodes):
        split *= 2
    return sha(b"\x01" + root_of(nodes[:split]) + root_of(nodes[split:]))


class Order:
    def __init__(self, name, side, kind, price, left, filled=0):
        self.name, self.side, self.kind, self.price = name, side, kind, price
        self.left, self.filled = left, filled


class Market:
    """The book: on each side a list in the order of matching."""

    def __init__(self):
        self.sides = {"buy": [], "sell": []}
        self.tick = self.lot = self.minimum = self.shape = None
        self.terms_text, self.waiting = None, []

    def terms(self, fields):
        _, tick, lot, minimum, shape = fields
        self.tick, self.lot, self.minimum = Decimal(tick), Decimal(lot), Decimal(minimum)
        self.shape = [int(part) for part in shape.split(",")] if shape else None
        self.terms_text = "|".join(fields)
        for order in self.waiting:
            self.rest(self.made(*order))
        self.waiting = []

    def units(self, text, step):
        count = Decimal(text) / step
        if count != int(count) or count <= 0:
            raise Fault(f"{text} is no multiple of {step}")
        return int(count)

    def made(self, name, side, kind, price, quantity, filled):
        gone = self.units(filled, self.lot) if Decimal(filled) else 0
        return Order(name, side, kind, self.units(price, self.tick), self.units(quantity, self.lot) - gone, gone)

    def all(self):
        return self.sides["buy"] + self.sides["sell"]

    def find(self, name):
        for order in self.all():
            if order.name == name:
                return order
        raise Fault(f"order {name} does not rest")

    def rest(self, order):
        queue = self.sides[order.side]
        sign = -1 if order.side == "buy" else 1
        place = next((at for at, each in enumerate(queue) if sign * each.price > sign * order.price), len(queue))
        queue.insert(place, order)

    def leave(self, order):
        self.sides[order.side].remove(order)

    def others(self, order):
        return self.sides["sell" if order.side == "buy" else "buy"]

    def meets(self, order, other):
        return other.price <= order.price if order.side == "buy" else other.price >= order.price

    def trade(self, order, own, budget=None):
        """Rule 1. Returns the fills and whether it stopped at its own order."""
        fills, queue = [], self.others(order)
        while queue and self.meets(order, queue[0]):
            first = queue[0]
            wanted = order.left if budget is None else budget // first.price
            if wanted == 0:
                break
            if own is not None and first.name == own:
                return fills, True
            lots = min(wanted, first.left)
            fills.append((first.name, first.price, lots))
            first.left -= lots
            first.filled += lots
            if budget is None:
                order.left -= lots
                order.filled += lots
            else:
                budget -= lots * first.price
            if first.left == 0:
                queue.pop(0)
        return fills, False

    def enter(self, order, own):
        """Rules 2 and 3."""
        queue = self.others(order)
        if order.kind == "post-only" and queue and self.meets(order, queue[0]):
            return [], False
        fills, stopped = self.trade(order, own)
        if order.left > 0 and not stopped:
            self.rest(order)
        return fills, stopped

    def place(self, number, fields):
        side, kind, price, amount, _, own, _ = fields
        own = own or None
        bound = self.units(price, self.tick)
        if kind == "budget":
            budget = int(Decimal(amount) / (self.tick * self.lot))
            return self.trade(Order(number, side, kind, bound, 0), own, budget)
        order = Order(number, side, kind, bound, self.units(amount, self.lot))
        if kind in ("limit", "post-only"):
            return self.enter(order, own)
        if kind == "fill-or-kill":
            found = 0
            for other in self.others(order):
                if not self.meets(order, other) or other.name == own:
                    break
                found += other.left
            if found < order.left:
                # It did not trade, so it did not stop at an order either.
                return [], own is not None
        return self.trade(order, own)

    def amend(self, fields):
        name, price, quantity, own, _ = fields
        order = self.find(name)
        ticks, lots = self.units(price, self.tick), self.units(quantity, self.lot)
        before = order.left + order.filled
        if ticks == order.price and lots <= before:
            order.left = lots - order.filled
            return [], False
        self.leave(order)
        order.price, order.left = ticks, lots - order.filled
        return self.enter(order, own or None)

    def quote(self, seq, price):
        for side in self.sides:
            self.sides[side] = [each for each in self.sides[side] if not each.name.startswith("q")]
        if not seq:
            return []
        half, step, widening, first, deepening, salt = self.shape
        price, middle = Decimal(price), int(Decimal(price) / self.tick)
        fills, place = [], 0
        for level in range(20):
            ppm = half + step * level + widening * level * level // 16
            away = middle * ppm // 1_000_000 + 1 + level
            for s, side in enumerate(("buy", "sell")):
                at = middle - away if side == "buy" else middle + away
                if at <= 0:
                    continue
                moment = int(seq) // 4 + level + 7919 * salt
                mixed = ((moment ^ (2 * level + s) * 0x9E3779B1) & WORD) * 0x85EBCA6B & WORD
                share = 40 + (mixed >> 8) % 100
                value = self.minimum * first * (100 + deepening * level) * share
                lots = int(value // (10_000 * price * self.lot)) or 1
                found, _ = self.enter(Order(f"q{place}", side, "limit", at, lots), None)
                fills += [(place, *fill) for fill in found]
                place += 1
        return fills

    def text(self, fill):
        *quote, name, price, lots = fill
        body = f"{name}:{plain(price * self.tick)}:{plain(lots * self.lot)}"
        return f"{quote[0]}>{body}" if quote else body

    def book(self):
        lines = [f"terms|{self.terms_text}"] if self.terms_text else []
        for each in self.all():
            price = plain(each.price * self.tick)
            if each.name.startswith("q"):
                lines.append(f"quote|{each.name[1:]}|{each.side}|{price}|{plain(each.left * self.lot)}")
            else:
                total, filled = (each.left + each.filled) * self.lot, each.filled * self.lot
                lines.append(f"rests|{each.name}|{each.side}|{each.kind}|{price}|{plain(total)}|{plain(filled)}")
        return lines


def plain(value):
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


class File:
    def __init__(self, before):
        self.before, self.market, self.last = before, Market(), 0
        self.received, self.seq, self.texts, self.roots, self.first = 0, 0, [], [], None
        self.numbers = self.fills = 0
        self.has_book = True

    def line(self, text):
        what, *fields = text.split("|")
        if text == "":
            self.end()
        elif what == "tern order file 1":
            self.symbol = fields[0]
        elif what in ("terms", "rests", "quote") and self.has_book:
            self.stood(what, fields)
        elif what == "tern command 1":
            self.command(fields)
            self.texts.append(text)
        elif what == "sealed":
            self.seal(fields)
        else:
            raise Fault(f"an unreadable line: {text}")

    def stood(self, what, fields):
        if what == "terms":
            self.market.terms(fields)
        elif what == "rests":
            self.market.rest(self.market.made(*fields))
        else:
            place, side, price, quantity = fields
            self.market.rest(self.market.made(f"q{place}", side, "limit", price, quantity, "0"))

    def end(self):
        if self.has_book and self.before is not None:
            if self.before.market.book() != self.market.book():
                raise Fault("it does not begin with the book with which the day before ended")
            self.last = self.before.last
        elif self.texts:
            self.roots.append(root_of([sha(b"\x00" + text.encode()) for text in self.texts]))
            self.texts = []
        self.has_book = False

    def command(self, fields):
        symbol, number, at, kind, *rest, commitment = fields
        if symbol != self.symbol or len(rest) != KINDS[kind] or (commitment == "") != (kind in ("start", "terms", "quotes")):
            raise Fault(f"number {number} is misspelt")
        if self.last and int(number) != self.last + 1:
            raise Fault(f"number {self.last + 1} is missing")
        self.last, self.numbers = int(number), self.numbers + 1
        self.first = self.first or self.last
        reason = ASKED.get(kind, "never")
        if reason is None or reason != "never" and rest[reason] == "":
            if int(at) < self.received:
                raise Fault(f"number {number} was received before the one before it")
            self.received = int(at)
        if rest[-1].startswith("!"):
            return
        fills, stopped = self.matched(number, int(at), kind, rest)
        if kind in ("place", "amend") and stopped != (rest[-2] != ""):
            raise Fault(f"number {number} does not stop at an own order as it says")
        expected = ",".join(self.market.text(fill) for fill in fills)
        if kind in ("quotes", "place", "amend") and expected != rest[-1]:
            raise Fault(f"number {number} matches {expected or 'nothing'}, not {rest[-1] or 'nothing'}")
        self.fills += len(fills)

    def matched(self, number, at, kind, rest):
        market = self.market
        if kind == "terms":
            market.quote("", "")
            market.terms(rest)
            self.seq = 0
        elif kind == "kept":
            market.waiting.append((number, *rest))
        elif kind == "quotes":
            seq, price, tick_at, _ = rest
            if seq and (int(tick_at) > at + 1000 or int(seq) < self.seq):
                raise Fault(f"number {number} quotes a price before its tick, or an earlier one again")
            self.seq = int(seq or self.seq)
            return market.quote(seq, price), False
        elif kind == "place":
            return market.place(number, rest)
        elif kind == "cancel":
            market.leave(market.find(rest[0]))
        elif kind == "amend":
            return market.amend(rest)
        return [], False

    def seal(self, fields):
        entry, _, symbol, first, last, root = fields
        if self.texts or (symbol, int(first), int(last)) != (self.symbol, self.first, self.last):
            raise Fault(f"entry {entry} does not seal the numbers before it")
        if base64.b64encode(root_of(self.roots)).decode() != root:
            raise Fault(f"the numbers {first} to {last} are not those that were sealed")
        self.roots, self.first = [], None

    def read(self, path):
        with gzip.open(path, "rt", encoding="ascii") as lines:
            for line in lines:
                self.line(line.rstrip("\n"))
        if self.texts or self.roots:
            raise Fault("it ends without a seal")


def main(paths):
    before, failed = None, False
    for path in paths:
        check = File(before)
        try:
            check.read(path)
            print(f"PASS {check.numbers} numbers, {check.fills} fills")
            before = check
        except (Fault, ValueError, KeyError, ArithmeticError) as fault:
            print(f"FAIL {fault}")
            before, failed = None, True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
