/** What this device remembers of the public log: its keys, the last checkpoint, and what was found (ADR 49). */
import { useSyncExternalStore } from 'react';
import { DEVICE_PREFIX, isText, isTextList, slot } from '../../platform/storage.ts';

/**
 * "forked": two signed checkpoints contradict each other, which nothing can undo. "shrunk": the log is smaller and does not show
 * the rest. "unproven": it is larger and does not show that it continues. "otherKey": its checkpoint is not signed by a known key.
 */
export const findingKinds = ['forked', 'shrunk', 'unproven', 'otherKey'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** When it was found first, epoch ms. */
  readonly at: number;
  /** Both checkpoints: a text of `formatLogEvidence`. */
  readonly evidence: string;
  /** Whether the member opened the page that shows it. */
  readonly isSeen: boolean;
}

/** The log declared that it lost a key which this device knew: from then on another one signs. */
export interface KeptLoss {
  /** The key that signs since, `name+id+base64`. */
  readonly key: string;
  /** When it was declared, epoch ms. */
  readonly declaredAt: number;
  /** When this device found it, epoch ms. */
  readonly foundAt: number;
  /** Whether the member opened the page that shows it. */
  readonly isSeen: boolean;
}

export interface KeptLog {
  /** The log's name. */
  readonly origin: string;
  /** Keys that sign for the log, `name+id+base64`. */
  readonly keys: readonly string[];
  /** The last checkpoint that was shown to continue those before: a signed note. */
  readonly checkpoint: string;
  /** When the first checkpoint was kept, epoch ms. */
  readonly since: number;
  /** When the log was last shown to contain what was kept, epoch ms. */
  readonly provenAt: number;
  /** When it was last checked, whatever the result, epoch ms. */
  readonly checkedAt: number;
  /** Checks with a result. */
  readonly checks: number;
  readonly finding?: Finding | undefined;
  readonly loss?: KeptLoss | undefined;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function isFinding(value: unknown): value is Finding {
  const { kind, at, evidence, isSeen } = (value ?? {}) as Partial<Finding>;
  const isKind = findingKinds.some((each) => each === kind);
  return isKind && isCount(at) && isText(evidence) && typeof isSeen === 'boolean';
}

function isLoss(value: unknown): value is KeptLoss {
  const { key, declaredAt, foundAt, isSeen } = (value ?? {}) as Partial<KeptLoss>;
  return isText(key) && isCount(declaredAt) && isCount(foundAt) && typeof isSeen === 'boolean';
}

function isKeptLog(value: unknown): value is KeptLog {
  const kept = (value ?? {}) as Partial<KeptLog>;
  const { origin, keys, checkpoint, since, provenAt, checkedAt, checks, finding, loss } = kept;
  return (
    isText(origin) &&
    isTextList(keys) &&
    isText(checkpoint) &&
    [since, provenAt, checkedAt, checks].every(isCount) &&
    (finding === undefined || isFinding(finding)) &&
    (loss === undefined || isLoss(loss))
  );
}

// A public fact: logging out must not erase it, or ending a session would make this device forget what the log said.
const NAME = `${DEVICE_PREFIX}public-log`;
const stored = slot(NAME, isKeptLog);
const listeners = new Set<() => void>();
let known = stored.read();

function put(next: KeptLog | undefined): void {
  known = next;
  for (const listener of listeners) listener();
}

// Checks of other tabs.
addEventListener('storage', ({ key }) => {
  if (key === null || key === `tern.${NAME}`) put(stored.read());
});

/** As stored now: another tab may have checked since. Undefined before the first check, or if it is unreadable. */
export const readKept = stored.read;

export function writeKept(next: KeptLog): void {
  stored.write(next);
  put(next);
}

/** True while the member has not looked at what was found. */
export const isUnseen = (kept: KeptLog | undefined): boolean =>
  kept?.finding?.isSeen === false || kept?.loss?.isSeen === false;

/** What was found was looked at. */
export function markSeen(): void {
  const kept = readKept();
  if (kept === undefined || !isUnseen(kept)) return;
  const { finding, loss } = kept;
  writeKept({
    ...kept,
    finding: finding && { ...finding, isSeen: true },
    loss: loss && { ...loss, isSeen: true },
  });
}

/** Undefined before the first check. */
export function useKeptLog(): KeptLog | undefined {
  const get = () => known;
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get,
    get,
  );
}
