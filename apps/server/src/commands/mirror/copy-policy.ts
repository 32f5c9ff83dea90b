/** Copies the policy of a log, as far as the log itself can say that it is right: its keys are those of the log. */
import {
  hasKey,
  type LogPolicy,
  openCheckpoint,
  parseKeyEntry,
  parseLossEntry,
  parsePolicy,
  readClaim,
  type VerifierKey,
} from '@tern/proofs';
import { parseWitnessKey } from '@tern/proofs/ml-dsa';
import type { CopyDeps } from './copy-log.ts';
import { followCopy } from './followed.ts';

/** `changed`: other witnesses, or a new key. The one that was copied before is in the file `policy.before`. */
export type CopiedPolicy =
  | { readonly kind: 'first' | 'same' | 'changed' }
  | { readonly kind: 'refused'; readonly why: string };

const POLICY_BYTES_MAX = 1_000_000;

/**
 * Copies the policy after the log. No entry says which witnesses there are, so a change of them is reported and never refused.
 * Shape: the copy has a checkpoint. @throws what the source throws
 */
export async function copyPolicy(deps: CopyDeps): Promise<CopiedPolicy> {
  const { folder, source } = deps;
  const text = (await source.file('policy', POLICY_BYTES_MAX))?.toString('utf8');
  if (text === undefined) return { kind: 'refused', why: 'the policy is missing' };
  const policy = parsePolicy(text, parseWitnessKey);
  if (policy === undefined) return { kind: 'refused', why: 'the policy is not spelt as one' };
  const why = await faultOf(deps, policy);
  if (why !== undefined) return { kind: 'refused', why };
  const before = await folder.read('policy');
  if (before?.toString('utf8') === text) return { kind: 'same' };
  if (before !== undefined) await folder.write('policy.before', before);
  await folder.write('policy', Buffer.from(text));
  return { kind: before === undefined ? 'first' : 'changed' };
}

async function faultOf({ folder, trust }: CopyDeps, { logs }: LogPolicy) {
  const note = (await folder.read('checkpoint'))?.toString('utf8') ?? '';
  const { keyEntries } = await followCopy(folder, readClaim(note)?.size ?? 0);
  const named = [...trust.keys, ...keyEntries.flatMap(keysNamedIn)];
  const other = logs.find((key) => key.name !== trust.origin || !hasKey(named, key));
  if (other !== undefined) return `the policy has key ${other.id}, which the log does not name`;
  return openCheckpoint(note, { origin: trust.origin, keys: logs }) === undefined
    ? 'no key of the policy signed the checkpoint'
    : undefined;
}

/** The keys that an entry of a key, or of a loss, is about. */
function keysNamedIn(entry: Uint8Array): readonly VerifierKey[] {
  const made = parseKeyEntry(entry);
  if (made !== undefined) return [made.key, made.outgoing];
  const loss = parseLossEntry(entry);
  return loss === undefined ? [] : [loss.key, ...loss.lost];
}
