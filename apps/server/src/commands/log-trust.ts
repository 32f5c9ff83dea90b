/** Whom a command of the public log trusts: the keys and the policy that were given to it. */
import {
  hasKey,
  type LogTrust,
  parsePolicy,
  parseVerifierKey,
  type VerifierKey,
} from '@tern/proofs';
import { parseWitnessKey } from '@tern/proofs/ml-dsa';

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
  const keys = keysOf(given.keys, parseLogKey);
  const witnesses = keysOf(given.witnesses ?? [], parseWitnessKey);
  if (keys === undefined || witnesses === undefined) return undefined;
  const policy =
    given.policy === undefined ? undefined : parsePolicy(given.policy, parseWitnessKey);
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

function parseLogKey(text: string): VerifierKey | undefined {
  const key = parseVerifierKey(text);
  return key?.type === 'note' ? key : undefined;
}

/** Undefined when one is no such key. */
function keysOf(
  texts: readonly string[],
  parse: (text: string) => VerifierKey | undefined,
): VerifierKey[] | undefined {
  const keys = texts.map(parse).filter((key) => key !== undefined);
  return keys.length < texts.length ? undefined : keys;
}
