/** Replays the published record of orders from files alone, and compares it with a copy of the public log (docs/order-record.md). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  batchTree,
  isSameBytes,
  ORDERS,
  parseEntryBundle,
  type PublishedCommand,
  readClaim,
  readOrderFileLine,
  rootOfBatches,
  type SealedCommands,
  sealStatements,
  parseStatementsEntry,
  TILE_WIDTH,
} from '@tern/proofs';
import { linesOf, nativeHashing, RecordReplay } from '../../features/trading/spot/index.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import { type CopyFolder, copyFolder } from '../mirror/copy-folder.ts';
import type { CheckedItem } from './paper-day.ts';
import type { PublicApi } from './public-api.ts';

/** A price may come from an instance whose clock is ahead by so much. */
const CLOCK_AHEAD_MS = SECOND_MS;
/** What a member or an API client asked for; the others follow from a price, or are the exchange's. */
const ASKED = new Set(['place', 'cancel', 'amend', 'wait', 'rewait', 'unwait']);
const REASON_FIELD: Readonly<Record<string, number>> = { place: 4, cancel: 1 };

/** A statement of a market, as its file has it. */
interface Sealed {
  readonly marketId: number;
  readonly text: string;
}

/**
 * Shape: `folder` has `orders/<day>/<market>.gz`, and a copy of the log, whose checkpoint the caller verifies. Days of a market are replayed
 * one after another. `api`: publishes the prices; absent: those of the exchange's quotes are not compared.
 */
export async function verifyOrders(
  folder: string,
  api?: Pick<PublicApi, 'ticks'>,
): Promise<CheckedItem[]> {
  const root = join(folder, 'orders');
  const days = existsSync(root) ? (await readdir(root)).filter(isDay).sort() : [];
  const files: { day: string; name: string; path: string }[] = [];
  for (const day of days) {
    const names = (await readdir(join(root, day))).filter((name) => name.endsWith('.gz')).sort();
    files.push(...names.map((name) => ({ day, name, path: join(root, day, name) })));
  }
  if (files.length === 0) return [failed('orders', `${root} has no files of days`)];
  const entries = new Map<number, Sealed[]>();
  const books = new Map<string, MarketBook>();
  const items: CheckedItem[] = [];
  for (const { day, name, path } of files) {
    const check = new FileCheck(books.get(name), entries);
    const fault = await check.read(linesOf(await readFile(path)));
    items.push({
      name: `${day} ${name.slice(0, -'.gz'.length)}`,
      pass: fault === undefined,
      why: fault ?? `${check.numbers} numbers replay to ${check.fills} fills`,
    });
    books.set(name, { replay: check.replay, last: check.last, isBroken: fault !== undefined });
    if (api !== undefined) items.push(await comparePrices(`${day} prices`, check, api));
  }
  return [...items, await compareWithLog(copyFolder(folder), entries)];
}

/** Each tick that the exchange quoted around is in its public chain. */
async function comparePrices(
  name: string,
  { symbol, ticks }: Pick<FileCheck, 'symbol' | 'ticks'>,
  api: Pick<PublicApi, 'ticks'>,
): Promise<CheckedItem> {
  let published = new Map<number, string>();
  for (const [seq, { price, at }] of ticks) {
    if (!published.has(seq)) {
      const page = await api.ticks(symbol, at);
      published = new Map(page.ticks.map((tick) => [tick.seq, `${tick.price} ${tick.at}`]));
    }
    if (published.get(seq) !== `${price} ${at}`) {
      return failed(name, `${symbol}: tick ${seq} of the quotes is not the public one`);
    }
  }
  return { name, pass: true, why: `${symbol}: ${ticks.size} ticks of quotes are public` };
}

const isDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(name);
const failed = (name: string, why: string): CheckedItem => ({ name, pass: false, why });

/** Where the file of the day before ended. */
interface MarketBook {
  readonly replay: RecordReplay;
  readonly last: number;
  readonly isBroken: boolean;
}

/** The check of one file, line by line. */
class FileCheck {
  numbers = 0;
  fills = 0;
  last = 0;
  readonly replay = new RecordReplay();
  private readonly before: MarketBook | undefined;
  private readonly entries: Map<number, Sealed[]>;
  symbol = '';
  /** The ticks around which the exchange quoted, by their numbers. */
  readonly ticks = new Map<number, { readonly price: string; readonly at: number }>();
  private marketId = 0;
  private receivedAt = 0;
  private tick = 0;
  private hasBook = true;
  private texts: string[] = [];
  private roots: Uint8Array[] = [];
  private firstOfSeal: number | undefined;

  constructor(before: MarketBook | undefined, entries: Map<number, Sealed[]>) {
    this.before = before;
    this.entries = entries;
  }

  /** Returns the first fault. */
  async read(lines: AsyncIterable<string>): Promise<string | undefined> {
    try {
      for await (const text of lines) this.line(text);
      if (this.texts.length > 0 || this.roots.length > 0) throw new Error('it ends without a seal');
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  private line(text: string): void {
    const line = readOrderFileLine(text);
    switch (line?.is) {
      case 'head':
        this.marketId = line.marketId;
        this.symbol = line.symbol;
        return;
      case 'book':
        if (!this.hasBook) throw new Error(`a line of the book behind it: ${text}`);
        this.replay.resume(line.what, line.fields);
        return;
      case 'command':
        this.command(line.command);
        this.texts.push(text);
        return;
      case 'end':
        if (this.hasBook) this.compareBook();
        else if (this.texts.length > 0) {
          this.roots.push(batchTree(this.texts, nativeHashing).root);
          this.texts = [];
        }
        this.hasBook = false;
        return;
      case 'sealed':
        this.seal(line.entryIndex, line);
        return;
      case undefined:
        throw new Error(`an unreadable line: ${text}`);
    }
  }

  /** The file of a day begins with the book with which the one before ended. */
  private compareBook(): void {
    const { before } = this;
    if (before === undefined || before.isBroken) return;
    const [was, is] = [before.replay.bookLines(), this.replay.bookLines()];
    if (was.join('\n') !== is.join('\n')) {
      throw new Error('it does not begin with the book with which the day before ended');
    }
    this.last = before.last;
  }

  private command(command: PublishedCommand): void {
    const { number, symbol, kind, fields, at } = command;
    if (symbol !== this.symbol) throw new Error(`number ${number} is of another market`);
    if (this.last > 0 && number !== this.last + 1) {
      throw new Error(`number ${this.last + 1} is missing: number ${number} follows`);
    }
    this.last = number;
    this.firstOfSeal ??= number;
    const isAsked = ASKED.has(kind) && (fields[REASON_FIELD[kind] ?? -1] ?? '') === '';
    if (isAsked && at < this.receivedAt) {
      throw new Error(`number ${number} was received before number ${number - 1}`);
    }
    if (isAsked) this.receivedAt = at;
    // A new engine may know a slightly older price than the one before it.
    if (kind === 'terms') this.tick = 0;
    if (kind === 'quotes') this.quotes(command);
    this.fills += this.replay.apply(command).length;
    this.numbers += 1;
  }

  private quotes({ number, at, fields }: PublishedCommand): void {
    const [seq = '', price = '', tickAt = ''] = fields;
    if (seq === '') return;
    if (Number(tickAt) - at > CLOCK_AHEAD_MS) {
      throw new Error(`number ${number} quotes a price before its tick ${seq}`);
    }
    if (Number(seq) < this.tick) throw new Error(`number ${number} quotes an earlier tick again`);
    this.tick = Number(seq);
    this.ticks.set(this.tick, { price, at: Number(tickAt) });
  }

  private seal(entryIndex: number, { seal, text }: { seal: SealedCommands; text: string }): void {
    const { symbol, first, last, root } = seal;
    const isOfThese = symbol === this.symbol && first === this.firstOfSeal && last === this.last;
    if (!isOfThese || this.texts.length > 0) {
      throw new Error(`entry ${entryIndex} does not seal the numbers before it`);
    }
    if (!isSameBytes(rootOfBatches(this.roots), root)) {
      throw new Error(`the numbers ${first} to ${last} are not those that were sealed`);
    }
    this.roots = [];
    this.firstOfSeal = undefined;
    const sealed = this.entries.get(entryIndex) ?? [];
    this.entries.set(entryIndex, [...sealed, { marketId: this.marketId, text }]);
  }
}

/** Each entry of the log is that of the statements in the files. */
async function compareWithLog(
  folder: CopyFolder,
  entries: ReadonlyMap<number, readonly Sealed[]>,
): Promise<CheckedItem> {
  const size = readClaim((await folder.read('checkpoint'))?.toString('utf8') ?? '')?.size ?? 0;
  const name = 'in the log';
  let bundle: { index: number; entries: readonly Uint8Array[] } | undefined;
  for (const [entryIndex, sealed] of [...entries].sort(([left], [right]) => left - right)) {
    const index = Math.floor(entryIndex / TILE_WIDTH);
    if (bundle?.index !== index) {
      const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
      const bytes =
        width > 0 ? await folder.readTile({ level: 'entries', index, width }) : undefined;
      bundle = { index, entries: bytes === undefined ? [] : (parseEntryBundle(bytes) ?? []) };
    }
    const entry = bundle.entries[entryIndex % TILE_WIDTH];
    const leaf = entry && parseStatementsEntry(entry);
    if (entry === undefined || leaf?.kind !== ORDERS) {
      return failed(name, `the copy of the log has no entry ${entryIndex} of orders`);
    }
    const texts = [...sealed].sort((left, right) => left.marketId - right.marketId);
    const made = sealStatements(
      ORDERS,
      leaf.at,
      texts.map(({ text }) => text),
    ).entry;
    if (!isSameBytes(made, entry)) {
      return failed(name, `entry ${entryIndex} seals other commands than those of the files`);
    }
  }
  return { name, pass: true, why: `${entries.size} entries seal these numbers` };
}
