/** Whom a command of the public log trusts: the keys and the policy that were given to it. */
import {
  hasKey,
  type LogTrust,
  parsePolicy,
  parseVerifierKey,
  type VerifierKey,
} from '@tern/proofs';

export interface GivenTrust {
  /** Keys of the log, spelt name+id+base64. */
  readonly keys: readonly string[];
  readonly witnesses?: readonly string[] | undefined;
  /** The log's name, if it is not that of its key. */
  readonly origin?: string | undefined;
  /** The text of a policy: its keys count too, and its witnesses must have cosigned. */
  readonly policy?: string | undefined;
}

/** Undefined when a key is misspelt or of another kind, the policy is none, or no log is named. */
export function trustOf(given: GivenTrust): LogTrust | undefined {
  const keys = keysOf(given.keys, 'note');
  const witnesses = keysOf(given.witnesses ?? [], 'cosignature');
  if (keys === undefined || witnesses === undefined) return undefined;
  const policy = given.policy === undefined ? undefined : parsePolicy(given.policy);
  if (given.policy !== undefined && policy === undefined) return undefined;
  const origin = given.origin ?? keys[0]?.name ?? policy?.logs[0]?.name;
  if (origin === undefined) return undefined;
  const logs = policy?.logs.filter((key) => key.name === origin && !hasKey(keys, key)) ?? [];
  const others = policy?.witnesses.filter((key) => !hasKey(witnesses, key)) ?? [];
  return {
    origin,
    keys: [...keys, ...logs],
    witnesses: [...witnesses, ...others],
    ...(policy === undefined ? {} : { isMet: policy.isMet }),
  };
}

/** Undefined when one is no key of that type. */
function keysOf(texts: readonly string[], wanted: VerifierKey['type']): VerifierKey[] | undefined {
  const keys = texts.map(parseVerifierKey).filter((key) => key?.type === wanted);
  return keys.length < texts.length ? undefined : (keys as VerifierKey[]);
}
