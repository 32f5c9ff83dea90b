/** Which checkpoints to believe: logs, witnesses, and how many of these must have cosigned (C2SP tlog-policy). */
import { isSameBytes, parseWhole } from './plain-bytes.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from './verifier-key.ts';

export interface LogPolicy {
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
  /** Whether these witnesses are enough. */
  isMet(cosigned: readonly VerifierKey[]): boolean;
}

type ParseKey = (text: string) => VerifierKey | undefined;

/** A witness, or a group of witnesses and groups: whether those that cosigned make it one that did. */
type Quorum = (cosigned: readonly VerifierKey[]) => boolean;

/** Defined names; `none` is predefined and no member of a group. */
const NONE = 'none';
const COMMENT = /^[ \t]*(?:#|$)/;
/** Tabs are the only control characters of a line. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/;
const LINES_MAX = 1_000;

/** Undefined when a line is misspelt, a key or name comes twice, a name is not defined before, or there is not one quorum. `parseWitness`: for keys that are not Ed25519. */
export function parsePolicy(
  text: string,
  parseWitness: ParseKey = parseVerifierKey,
): LogPolicy | undefined {
  if (FORBIDDEN.test(text) || !text.endsWith('\n')) return undefined;
  const lines = text.slice(0, -1).split('\n');
  if (lines.length > LINES_MAX) return undefined;
  const reader = policyReader(parseWitness);
  for (const line of lines) {
    if (COMMENT.test(line)) continue;
    const [word = '', ...items] = line.split(/[ \t]+/).filter((item) => item !== '');
    if (!reader.take(word, items)) return undefined;
  }
  return reader.policy();
}

function policyReader(parseWitness: ParseKey) {
  const logs: VerifierKey[] = [];
  const witnesses: VerifierKey[] = [];
  const defined = new Map<string, Quorum>();
  const members = new Set<string>();
  let quorum: Quorum | undefined;
  const define = (name: string, meaning: Quorum): boolean => {
    if (name === NONE || defined.has(name)) return false;
    defined.set(name, meaning);
    return true;
  };
  const lines: Readonly<Record<string, (items: readonly string[]) => boolean>> = {
    log: ([text = '', ...url]) =>
      url.length <= 1 && addKey(logs, parseVerifierKey(text), 'log') !== undefined,
    witness([name = '', text = '', ...url]) {
      const key = addKey(witnesses, parseWitness(text), 'witness');
      if (key === undefined || url.length > 1) return false;
      return define(name, (cosigned) => cosigned.some((each) => isOneKey(each, key)));
    },
    group([name = '', threshold = '', ...names]) {
      const needed = thresholdOf(threshold, names.length);
      const parts = names.map((each) => defined.get(each)).filter((each) => each !== undefined);
      const isNew =
        names.every((each) => !members.has(each)) && new Set(names).size === names.length;
      if (needed === undefined || parts.length < names.length || !isNew) return false;
      for (const each of names) members.add(each);
      return define(name, (cosigned) => parts.filter((part) => part(cosigned)).length >= needed);
    },
    quorum([name = '', ...more]) {
      const found = name === NONE ? () => true : defined.get(name);
      if (quorum !== undefined || found === undefined || more.length > 0) return false;
      quorum = found;
      return true;
    },
  };
  return {
    take: (word: string, items: readonly string[]): boolean =>
      Object.hasOwn(lines, word) && lines[word]!(items),
    policy: (): LogPolicy | undefined =>
      quorum === undefined ? undefined : { logs, witnesses, isMet: quorum },
  };
}

/** Undefined when it is no such key, or is there already under any name. */
function addKey(
  keys: VerifierKey[],
  key: VerifierKey | undefined,
  of: 'log' | 'witness',
): VerifierKey | undefined {
  if (key === undefined || (key.type === 'note') !== (of === 'log')) return undefined;
  if (keys.some((each) => isOneKey(each, key))) return undefined;
  keys.push(key);
  return key;
}

const isOneKey = (left: VerifierKey, right: VerifierKey): boolean =>
  isSameBytes(left.publicKey, right.publicKey);

/** Undefined when so many of a group's members are not to be had. */
function thresholdOf(text: string, members: number): number | undefined {
  const needed = text === 'any' ? 1 : text === 'all' ? members : parseWhole(text);
  return needed === undefined || needed < 1 || needed > members ? undefined : needed;
}

/** The policy of a log that so many of its witnesses should have seen, by default one. Shape: `url` is where its files are. */
export function formatPolicy({
  logs,
  url,
  witnesses,
  quorum = 1,
}: {
  readonly logs: readonly VerifierKey[];
  readonly url: string;
  readonly witnesses: readonly VerifierKey[];
  readonly quorum?: number;
}): string {
  const names = witnesses.map((_, at) => `w${at + 1}`);
  const [only = NONE] = names;
  return [
    ...logs.map((key) => `log ${formatVerifierKey(key)} ${url}`),
    ...witnesses.map((key, at) => `witness ${names[at]} ${formatVerifierKey(key)}`),
    ...(names.length > 1 ? [`group witnesses ${quorum} ${names.join(' ')}`] : []),
    `quorum ${names.length > 1 ? 'witnesses' : only}`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}
