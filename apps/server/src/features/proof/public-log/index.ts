/** The public log: seals the journal into a Merkle log that anyone may copy and verify (ADR 49, docs/public-log.md). */
import { checkpointText, emptyRoot, formatPolicy, signNote } from '@tern/proofs';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { appendEntry } from './append-entry.ts';
import { keepCheckpoint } from './keep-checkpoints.ts';
import { logEndpoints } from './log-endpoints.ts';
import { currentLogKeys } from './introduce-keys.ts';
import { type LogKeyDeps, publicKeyOf } from './log-keys.ts';
import { makeReceiptOf, makeSealed, type NamedEntry } from './make-receipt.ts';
import { publicLogRoutes } from './routes.ts';
import { sealRounds } from './seal-rounds.ts';
import { insertHead, listKeys, readHead } from './store.ts';
import type { Witness } from './witnesses/ask-witness.ts';
import { type LogLag, measureLag } from './witnesses/measure-lag.ts';
import { type LogFigures, measureLog } from './witnesses/measure-log.ts';
import { openPublished, submitCheckpoint } from './witnesses/submit-checkpoint.ts';

export { entryOfRound } from './entry-of-round.ts';
export { limitedFile, missingFile, openFile } from './log-endpoints.ts';
export { declareLoss, findLoss, proposeLoss } from './declare-loss.ts';
export { readKeyStates } from './key-states.ts';
export type { LogKeyDeps } from './log-keys.ts';
export { saltKeysOf } from './log-keys.ts';
export { proveEntry } from './make-receipt.ts';
export { listKeys, readEntry, readHead, readTile } from './store.ts';
export { listLosses, type LossRow } from './store-losses.ts';
export { listUnsealedBalances, readContents } from './store-rounds.ts';
export { findPublished } from './witnesses/store.ts';
export type { Witness } from './witnesses/ask-witness.ts';
export type { LogLag } from './witnesses/measure-lag.ts';

export interface PublicLogDeps extends LogKeyDeps {
  /** The public address of the app. The log's name is made of it at the first start and never changes. */
  readonly publicUrl: string;
  /** Absent: nobody cosigns. */
  readonly witnesses?: readonly Witness[] | undefined;
  /** How many of them should have cosigned what is published; absent: one. */
  readonly witnessQuorum?: number | undefined;
}

export interface PublicLog extends Feature {
  /** The newest checkpoint, a signed note. Only after `start`. */
  checkpoint(): string;
  /** Seals what was committed to the journal. A job calls it each second. */
  seal(): Promise<void>;
  /** Appends an entry and notes its place, in one transaction. @throws Error; nothing is written then */
  append(entry: Uint8Array, note: (tx: Tx, index: number) => Promise<void>): Promise<void>;
  /**
   * The receipt of what the round of a journal entry did for an owner; an entry of this second is sealed for it. Undefined when there
   * is no such entry, or another instance seals it just now.
   */
  receiptOf(entry: NamedEntry): Promise<string | undefined>;
  /** For the public figures. */
  measure(reader: Reader): Promise<LogFigures>;
  /** Undefined before the log was opened. */
  lag(reader: Reader): Promise<LogLag | undefined>;
}

export function createPublicLog(deps: PublicLogDeps): PublicLog {
  const { database, witnesses = [], witnessQuorum: quorum = 1 } = deps;
  const isWitnessed = witnesses.length > 0;
  const submit = () => submitCheckpoint({ ...deps, witnesses, quorum });
  let head = { origin: '', checkpoint: '' };
  const readNewest = async () => {
    head = (await readHead(database)) ?? head;
  };
  const seal = async () => {
    await sealRounds(deps, await currentLogKeys(deps));
    await readNewest();
  };
  // The latest key first: a verifier that takes one log takes the present key.
  const policy = async () => {
    const logs = (await listKeys(database)).map((row) => publicKeyOf(row, head.origin));
    const url = new URL('/log', deps.publicUrl).href;
    return formatPolicy({ logs, url, quorum, witnesses: witnesses.map(({ key }) => key) });
  };
  return {
    slug: 'public-log',
    routes: publicLogRoutes({ database, origin: () => head.origin, seal }),
    endpoints: logEndpoints({ database, isWitnessed, policy }),
    jobs: [
      { name: 'public-log.seal', everyMs: SECOND_MS, run: seal },
      // Another instance may be the one that seals.
      { name: 'public-log.read-head', everyMs: SECOND_MS, runs: 'everywhere', run: readNewest },
      {
        name: 'public-log.keep',
        everyMs: MINUTE_MS,
        run: () => keepCheckpoint(database, isWitnessed),
      },
      ...(isWitnessed ? [{ name: 'public-log.witnesses', everyMs: SECOND_MS, run: submit }] : []),
    ],
    checkpoint: () => head.checkpoint,
    seal,
    async append(entry, note) {
      await appendEntry(deps, await currentLogKeys(deps), { entry, note });
      await readNewest();
    },
    async receiptOf(entry) {
      const receipt = await makeSealed({ database, seal }, (reader) =>
        makeReceiptOf(reader, entry),
      );
      return receipt === 'unsealed' ? undefined : receipt?.text;
    },
    measure: (reader) => measureLog(reader, witnesses),
    lag: (reader) => measureLag(reader, witnesses),
    async start() {
      if ((await readHead(database)) === undefined) await openLog(deps);
      if (isWitnessed) await openPublished(deps);
      await readNewest();
    },
  };
}

/** Writes the head of an empty log, unless another process was faster. */
async function openLog(deps: PublicLogDeps): Promise<void> {
  const keys = await currentLogKeys(deps);
  const origin = `${new URL(deps.publicUrl).host}/log`;
  const root = emptyRoot();
  const text = checkpointText({ origin, size: 0, root });
  const checkpoint = signNote(text, keys.signers(origin));
  const signedAt = deps.clock.now();
  await deps.database.transaction((tx) => insertHead(tx, { origin, root, checkpoint, signedAt }));
}
