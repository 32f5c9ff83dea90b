/** Declaring lost keys of the log: one approver proposes it, another one writes it into the log (ADR 67). */
import { lossEntry } from '@tern/proofs';
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason } from '../../../kernel/review/review-rules.ts';
import { appendEntry } from './append-entry.ts';
import { currentLogKeys } from './introduce-keys.ts';
import { readKeyStates } from './key-states.ts';
import { type LogKeyDeps, openableKeys, publicKeyOf, signerOf } from './log-keys.ts';
import { readHead } from './store.ts';
import { insertLoss, listLosses, updateLoss } from './store-losses.ts';

interface LossInput {
  /** The key that signs in place of the lost ones. */
  readonly keyId: number;
  readonly reason: string;
}

/** A second proposal is refused: the first one waits. @throws invalid-request, not-found, already-decided */
export async function proposeLoss(deps: LogKeyDeps, actor: Actor, input: LossInput): Promise<void> {
  const reason = readReason(input.reason);
  await declarable(deps, input.keyId);
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const act = { keyId: input.keyId, operatorId: actor.operatorId, reason, at };
    if (!(await insertLoss(tx, act))) throw new Refusal('already-decided');
    const entry = { actor, subject: `logKey:${input.keyId}`, reason };
    await logAct(tx, { ...entry, action: 'logKey.proposeLoss' }, at);
  });
}

/** Writes the entry, signed by the key that goes on. @throws invalid-request, not-found, already-decided, second-person-needed */
export async function declareLoss(deps: LogKeyDeps, actor: Actor, input: LossInput): Promise<void> {
  const reason = readReason(input.reason);
  const { keyId } = input;
  const { key, lost, origin } = await declarable(deps, keyId);
  const proposal = (await listLosses(deps.database)).find((each) => each.keyId === keyId);
  if (proposal === undefined || proposal.proposedBy === actor.operatorId) {
    throw new Refusal('second-person-needed');
  }
  const at = deps.clock.now();
  const entry = lossEntry({
    at,
    key: signerOf(key, origin),
    lost: lost.map((row) => publicKeyOf(row, origin)),
  });
  await appendEntry(deps, await currentLogKeys(deps), {
    entry,
    note: async (tx, index) => {
      const act = { keyId, operatorId: actor.operatorId, reason, at };
      if (!(await updateLoss(tx, act, index))) throw new Refusal('already-decided');
      const detail = { lost: lost.map(({ id }) => id), entry: index };
      const said = { actor, subject: `logKey:${keyId}`, reason, detail };
      await logAct(tx, { ...said, action: 'logKey.declareLoss' }, at);
    },
  });
}

/** The key that would sign the declaration now, and those that are lost; undefined when nothing has to be declared. */
export async function findLoss({
  database,
  secretBox,
}: Pick<LogKeyDeps, 'database' | 'secretBox'>) {
  const origin = (await readHead(database))?.origin ?? '';
  const states = await readKeyStates(database, origin);
  const { rows, opened } = await openableKeys({ database, secretBox });
  const isOpen = (id: number) => opened.some(({ row }) => row.id === id);
  // The oldest one whose origin only a declaration can explain; those before it that cannot sign are lost.
  const due = states.find(
    ({ id, state }) => (state === 'undeclared' || state === 'alone') && isOpen(id),
  );
  const key = opened.find(({ row }) => row.id === due?.id);
  if (key === undefined) return { origin, states, key, lost: [] };
  const lost = rows.filter(({ id }) => id < key.row.id && !isOpen(id));
  return { origin, states, key: lost.length === 0 ? undefined : key, lost };
}

async function declarable(deps: LogKeyDeps, keyId: number) {
  const { key, lost, origin, states } = await findLoss(deps);
  if (!states.some(({ id }) => id === keyId)) throw new Refusal('not-found', { fields: ['ID'] });
  if (key?.row.id !== keyId) throw new Refusal('already-decided');
  return { key, lost: lost.toSorted((left, right) => left.id - right.id), origin };
}
