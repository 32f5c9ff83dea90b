/** What `npm run verify` does: checks evidence of contracts and triggers, receipts, a copy of the public log, a tree of liabilities, reserves, or a simulated day. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  checkStatement,
  followReceipts,
  type LogTrust,
  ORDER_RECEIPT_FORMAT,
  parseDocumentEntry,
  parseStrictJson,
  publishedTrust,
  TRIGGER_FORMAT,
  verifyBundle,
  verifyLogEvidence,
  verifyOrderReceipt,
  verifyReceipt,
  verifyTrigger,
} from '@tern/proofs';
import { trustOf } from '../log-trust.ts';
import { createPublicApi } from './public-api.ts';
import { keyReceiptsIn } from './published-keys.ts';
import { verifyLiabilitiesFolder, verifyLogFolder } from './log.ts';
import { type CheckedItem, verifyPaperDay } from './paper-day.ts';
import { checkFiles } from './history-files.ts';
import { fetchOrders } from './fetch-orders.ts';
import { verifyOrders } from './orders.ts';
import { verifyReservesFile } from './reserves.ts';
import { verifyStatementPdf } from './statement.ts';

const USAGE = `Usage:
  npm run verify -- bundle.json --key HEX --log-key VKEY
                                                   checks a contract's evidence or a trigger's receipt, offline
  npm run verify -- bundle.json --from URL         the same, with the keys that URL publishes
  npm run verify -- order.json --log-key VKEY [--key HEX]
                                                   checks the receipt of an order, offline, with the key also what its answer said of it;
                                                   with --from URL by the keys it publishes
  npm run verify -- receipt.tlog-proof --log-key VKEY [--document FILE]
                                                   checks a receipt, or a statement with its receipt, offline
  npm run verify -- 2026-11-28.tlog-proof --log-key VKEY --document 2026-11-28.txt --files FOLDER
                                                   checks saved history files, their manifest and its receipt, offline
  npm run verify -- statement.pdf --log-key VKEY   checks that every page is what the sealed document in the file gives
  npm run verify -- log-evidence.txt --log-key VKEY
                                                   checks that two checkpoints of the log contradict each other, offline
  npm run verify -- --log FOLDER --log-key VKEY [--since CHECKPOINT]
                                                   checks a copy of the whole log, and that an earlier one was kept
  npm run verify -- --liabilities FOLDER --log-key VKEY
                                                   totals a published tree of liabilities
  npm run verify -- --reserves FILE --log-key VKEY [--node URL ...] [--block HASH ...] [--holding TEXT ...] [--auditor VKEY ...]
                                                   checks what is held against a snapshot of what is owed: FILE is 1.json, with its
                                                   receipt 1.tlog-proof beside it. Nodes of your choice, or HASH from an explorer, say
                                                   which blocks exist; TEXT names a further coin or token, and an auditor's key is
                                                   needed for money at banks (docs/features/proof/reserves.md)
  npm run verify -- --orders FOLDER --log-key VKEY [--from URL [--day 2026-11-29]]
                                                   replays the record of orders; with URL it first copies the log and a day's files
                                                   into FOLDER, and compares the prices of the exchange's quotes
  npm run verify -- --paper-day 2026-11-20 --from URL [--symbol btcusdt ...]
                                                   recomputes a simulated day's prices
HEX is the exchange's public key (GET /api/transparency/keys); URL is where it runs, such as http://localhost:8080.
VKEY is a key of the log, spelt name+id+base64. After a rotation an earlier one is enough: a copy of the log introduces the later
ones, for a single file they are followed with --keys FILE, the answer of GET /api/public-log/keys. --witness VKEY names witnesses
to be listed, --origin TEXT the log's name if it is not that of its key. In place of all of them, --policy FILE: a saved /log/policy
(C2SP tlog-policy), whose witnesses must have cosigned.`;

const OPTIONS = {
  key: { type: 'string', multiple: true },
  from: { type: 'string' },
  symbol: { type: 'string', multiple: true },
  'paper-day': { type: 'string' },
  'log-key': { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  origin: { type: 'string' },
  keys: { type: 'string' },
  policy: { type: 'string' },
  document: { type: 'string' },
  files: { type: 'string' },
  log: { type: 'string' },
  since: { type: 'string' },
  liabilities: { type: 'string' },
  reserves: { type: 'string' },
  node: { type: 'string', multiple: true },
  block: { type: 'string', multiple: true },
  holding: { type: 'string', multiple: true },
  auditor: { type: 'string', multiple: true },
  orders: { type: 'string' },
  day: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Where the command prints. */
export interface Printer {
  out(text: string): void;
  err(text: string): void;
}

/** Returns the exit code: 0 all passed, 1 a check failed, 2 wrong usage or something that could not be read. */
export async function runVerify(args: readonly string[], print: Printer): Promise<0 | 1 | 2> {
  try {
    const { lines = [], items, why } = await verify(args);
    if (items === undefined) {
      print.err(`${why === undefined ? '' : `${why}\n`}${USAGE}\n`);
      return 2;
    }
    print.out([...lines, ...linesOf(items)].map((line) => `${line}\n`).join(''));
    return items.length > 0 && items.every(({ pass }) => pass) ? 0 : 1;
  } catch (error) {
    print.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** What was checked, after lines that say on what; without items it was called in a wrong way, and `why` may say in which. */
interface Answer {
  readonly lines?: readonly string[];
  readonly items?: readonly CheckedItem[];
  readonly why?: string;
}

async function verify(args: readonly string[]): Promise<Answer> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  const [file, ...others] = positionals;
  const folders = [values.log, values.liabilities, values.reserves, values.orders];
  const subjects = [file, values['paper-day'], ...folders];
  if (subjects.filter((subject) => subject !== undefined).length !== 1 || others.length > 0) {
    return {};
  }
  const document = file === undefined ? undefined : documentIn(readFileSync(file));
  if (isOfFormat(document, ORDER_RECEIPT_FORMAT)) return verifyOrder(values, document);
  if (document !== undefined) return verifyEvidence(values, document);
  if (isLogGiven(values)) return verifyByLog(values, file);
  if (folders.some((folder) => folder !== undefined)) return { why: NO_LOG_KEY };
  if (file === undefined) return verifyDay(values);
  const text = readFileSync(file, 'latin1');
  if ([RECEIPT, LOG_EVIDENCE, PDF].some((start) => text.startsWith(start))) {
    return { why: NO_LOG_KEY };
  }
  throw new Error(`${file} is no evidence, receipt or statement`);
}

/** The receipt of an order: by the keys of the log, and of evidence for what its answer said, that were given, else by those that the address publishes. */
async function verifyOrder(values: Values, document: unknown): Promise<Answer> {
  const { from, key = [] } = values;
  const api = from === undefined ? undefined : createPublicApi(from);
  const publicKey = key.length > 0 || api === undefined ? key : await api.keys();
  if (isLogGiven(values)) {
    const followed = followedTrust(values);
    if (followed === undefined) return { why: MISSPELT_KEY };
    const trust = { ...followed.trust, publicKey };
    return { items: [...followed.items, ...verifyOrderReceipt(document, trust)] };
  }
  if (api === undefined) return { why: NO_LOG_KEY };
  const trust = publishedTrust(await api.log());
  return { items: verifyOrderReceipt(document, { ...trust, publicKey }) };
}

/** Evidence of contracts and receipts of triggers: by the keys that were given, else by those that the address publishes. */
async function verifyEvidence(values: Values, document: unknown): Promise<Answer> {
  const { key = [], from } = values;
  const api = from === undefined ? undefined : createPublicApi(from);
  const publicKey = key.length > 0 || api === undefined ? key : await api.keys();
  if (publicKey.length === 0) return { why: 'No key was given to check the signatures.' };
  if (isOfFormat(document, TRIGGER_FORMAT))
    return { items: verifyTrigger(document, { publicKey }) };
  if (isLogGiven(values)) {
    const followed = followedTrust(values);
    if (followed === undefined) return { why: MISSPELT_KEY };
    const { trust, items } = followed;
    return { items: [...items, ...verifyBundle(document, { publicKey, log: trust })] };
  }
  const log = api !== undefined && isInLog(document) ? publishedTrust(await api.log()) : undefined;
  return { items: verifyBundle(document, { publicKey, log }) };
}

const isLogGiven = ({ 'log-key': key, policy }: Values): boolean =>
  key !== undefined || policy !== undefined;

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, PDF.length)).toString('latin1') === PDF;

const PDF = '%PDF-';
const RECEIPT = 'c2sp.org/tlog-proof@';
const LOG_EVIDENCE = 'tern log evidence ';
const NO_LOG_KEY = 'No key of the log was given to check its signatures.';

async function verifyDay({ 'paper-day': day, from, symbol }: Values): Promise<Answer> {
  if (day === undefined || from === undefined) return {};
  return { items: await verifyPaperDay(createPublicApi(from), day, symbol) };
}

/** Receipts and folders: what is checked with the key of the log. */
async function verifyByLog(values: Values, file: string | undefined): Promise<Answer> {
  const followed = followedTrust(values);
  if (followed === undefined) return { why: MISSPELT_KEY };
  const { trust, items } = followed;
  return verifyTrusted(values, { file, trust, followed: items });
}

const MISSPELT_KEY =
  'A key is not spelt name+id+base64, or not of that kind, or the policy is no tlog-policy with a log.';

/** The keys that were given and those that published receipts introduce; undefined when one is not spelt as a key. */
function followedTrust(values: Values): ReturnType<typeof followReceipts> | undefined {
  const given = trustGiven(values);
  if (given === undefined) return undefined;
  const published =
    values.keys === undefined ? [] : keyReceiptsIn(readFileSync(values.keys, 'utf8'));
  return followReceipts(published, given);
}

interface Trusted {
  readonly file: string | undefined;
  readonly trust: LogTrust;
  /** What the receipts of keys gave. */
  readonly followed: readonly CheckedItem[];
}

async function verifyTrusted(values: Values, { file, trust, followed }: Trusted): Promise<Answer> {
  const { log, since, liabilities, document } = values;
  if (log !== undefined) {
    const earlier = since === undefined ? undefined : readFileSync(since, 'utf8');
    return { items: [...followed, ...(await verifyLogFolder(log, trust, earlier))] };
  }
  if (liabilities !== undefined) {
    return { items: [...followed, ...(await verifyLiabilitiesFolder(liabilities, trust))] };
  }
  if (values.reserves !== undefined) {
    return { items: [...followed, ...(await verifyReservesFile(values.reserves, values, trust))] };
  }
  if (values.orders !== undefined) {
    return { items: [...followed, ...(await verifyRecord(values.orders, values, trust))] };
  }
  if (file === undefined) return {};
  const content = new Uint8Array(readFileSync(file));
  if (isPdf(content))
    return { items: [...followed, ...(await verifyStatementPdf(content, trust))] };
  const text = new TextDecoder().decode(content);
  if (text.startsWith(LOG_EVIDENCE)) {
    return { items: [...followed, ...verifyLogEvidence(text, trust)] };
  }
  if (values.files !== undefined && document === undefined) return {};
  const bytes = document === undefined ? undefined : new Uint8Array(readFileSync(document));
  const { items, receipt } = verifyReceipt(text, trust, bytes);
  const lines = receipt?.kind === 'line' ? [...receipt.line.rows, ''] : [];
  const leaf = receipt?.kind === 'document' ? parseDocumentEntry(receipt.entry) : undefined;
  const ofDocument = bytes && leaf && (await checkDocument(bytes, leaf.kind, values.files));
  return { lines, items: [...followed, ...items, ...(ofDocument ?? [])] };
}

/** The record of orders in a folder, where it is first copied to from an address that was given. */
async function verifyRecord(
  folder: string,
  { from, day }: Values,
  trust: LogTrust,
): Promise<CheckedItem[]> {
  const why = from === undefined ? undefined : await fetchOrders(folder, { from, day, trust });
  if (why !== undefined) return [{ name: 'copy', pass: false, why }];
  const api = from === undefined ? undefined : createPublicApi(from);
  return [...(await verifyLogFolder(folder, trust)), ...(await verifyOrders(folder, api))];
}

/** What is in a document, by its kind; `files`: where those of a manifest are. */
async function checkDocument(
  document: Uint8Array,
  kind: string,
  files: string | undefined,
): Promise<readonly CheckedItem[]> {
  const ofKind = kind === 'statement' ? checkStatement(document) : [];
  if (files === undefined) return ofKind;
  return kind === 'history'
    ? checkFiles(document, files)
    : [...ofKind, { name: 'files', pass: false, why: 'the document is no manifest' }];
}

function trustGiven({
  'log-key': keys = [],
  witness: witnesses,
  origin,
  policy: file,
}: Values): LogTrust | undefined {
  const policy = file === undefined ? undefined : readFileSync(file, 'utf8');
  return trustOf({ keys, witnesses, origin, policy });
}

/**
 * The JSON document of a file, which contains it alone or as the answer of its call; undefined for a file of another form.
 * @throws Error for a file that begins as JSON and is none, or has a name twice
 */
function documentIn(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  if (!text.trimStart().startsWith('{')) return undefined;
  const content = parseStrictJson(text) as {
    data?: { bundle?: unknown; receipt?: unknown };
  } | null;
  return content?.data?.bundle ?? content?.data?.receipt ?? content;
}

const isOfFormat = (document: unknown, format: string): boolean =>
  (document as { format?: unknown } | null | undefined)?.format === format;

const isInLog = (document: unknown): boolean =>
  (document as { log?: unknown } | null)?.log !== undefined;

function linesOf(items: readonly CheckedItem[]): string[] {
  const width = Math.max(...items.map(({ name }) => name.length));
  const failed = items.filter(({ pass }) => !pass).length;
  return [
    ...items.map(
      ({ name, pass, why }) => `${pass ? 'PASS' : 'FAIL'}  ${name.padEnd(width)}  ${why}`,
    ),
    failed === 0 ? '\nPASS: everything holds.' : `\nFAIL: ${failed} of ${items.length} checks.`,
  ];
}
