/** Reads the witnesses of the public log from the environment. */
import { formatVerifierKey, parseWhole } from '@tern/proofs';
import { parseWitnessKey } from '@tern/proofs/ml-dsa';
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { Witness } from '../features/proof/public-log/index.ts';

export const witnessSettings = describeSettings({
  WITNESSES: {
    description: 'Programs of others that cosign the public log, as `npm run witness` prints them.',
    format: 'up to 16 `KEY URL`, separated by commas',
    rationale: 'Two versions of the log, shown to different members, without anyone noticing.',
    isShared: true,
  },
  WITNESS_QUORUM: {
    description:
      'How many of them should have cosigned a checkpoint. It is named in `/log/policy`, and a checkpoint with fewer is published after a minute only.',
    format: 'a whole number; without it, more than half of them',
    rationale: 'One witness that works together with the operator.',
    isShared: true,
  },
});

/** A checkpoint has room for 100 signatures, and each witness is asked every few seconds. */
const WITNESSES_MAX = 16;

/** More than half by default; 0 without witnesses. Faults are added to `faults`. */
export function readQuorum(
  given: Given<NameOf<typeof witnessSettings>>,
  witnesses: readonly Witness[],
  faults: string[],
): number {
  const most = witnesses.length;
  const text = given('WITNESS_QUORUM');
  if (text === undefined) return most === 0 ? 0 : Math.floor(most / 2) + 1;
  const quorum = parseWhole(text);
  if (quorum !== undefined && quorum >= 1 && quorum <= most) return quorum;
  faults.push('WITNESS_QUORUM must be a whole number from 1 to the number of WITNESSES');
  return most;
}

/** `KEY URL`, separated by commas: the key as the witness prints it, and where it takes checkpoints. Faults are added to `faults`. */
export function readWitnesses(
  given: Given<NameOf<typeof witnessSettings>>,
  faults: string[],
): Witness[] {
  const entries = (given('WITNESSES') ?? '').split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '');
  const witnesses = named.map(witnessOf).filter((witness) => witness !== undefined);
  const keys = new Set(witnesses.map(({ key }) => formatVerifierKey(key)));
  if (keys.size < named.length || keys.size > WITNESSES_MAX) {
    faults.push(
      `WITNESSES must list up to ${WITNESSES_MAX} witnesses, each once with its key and URL: witness.example+id+base64 https://witness.example`,
    );
  }
  return witnesses;
}

function witnessOf(entry: string): Witness | undefined {
  const [keyText = '', url = '', ...more] = entry.split(/\s+/);
  const key = parseWitnessKey(keyText);
  if (key === undefined || more.length > 0 || !URL.canParse(url)) return undefined;
  const { protocol, username, password, search, hash } = new URL(url);
  const isPlain = `${username}${password}${search}${hash}` === '';
  return ['http:', 'https:'].includes(protocol) && isPlain
    ? { key, url: url.replace(/\/+$/, '') }
    : undefined;
}
