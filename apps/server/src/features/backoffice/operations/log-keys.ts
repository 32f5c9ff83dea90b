/** Keys of the log on the operators' wire: where each comes from, and the declaration of lost ones. */
import { formatVerifierKey } from '@tern/proofs';
import { operatorLogCalls } from '@tern/protocol/operator';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import {
  declareLoss,
  findLoss,
  listLosses,
  type LogKeyDeps,
  type LossRow,
  proposeLoss,
} from '../../proof/public-log/index.ts';

export function logKeyRoutes(deps: LogKeyDeps): Route[] {
  return [
    route(operatorLogCalls.logKeyStates, async () => {
      const { states, key, lost } = await findLoss(deps);
      const losses = await listLosses(deps.database);
      const people = losses.flatMap((loss) => [
        loss.proposedBy,
        loss.declaredBy ?? loss.proposedBy,
      ]);
      const logins = await operatorLogins(deps.database, people);
      const list = states.toReversed().map(({ id, createdAt, key: each, state }) => ({
        ID: id,
        CreatedAt: isoTime(createdAt),
        key: formatVerifierKey(each),
        state,
        loss: lossOut(
          losses.find(({ keyId }) => keyId === id),
          logins,
        ),
      }));
      const due = key && { ID: key.row.id, lost: lost.map(({ id }) => id) };
      return { list, due: due ?? null };
    }),
    route(operatorLogCalls.proposeLogKeyLoss, async (context) => {
      const { ID, reason } = context.input;
      await proposeLoss(deps, actorOf(context), { keyId: Number(ID), reason });
      return {};
    }),
    route(operatorLogCalls.declareLogKeyLoss, async (context) => {
      const { ID, reason } = context.input;
      await declareLoss(deps, actorOf(context), { keyId: Number(ID), reason });
      return {};
    }),
  ];
}

function lossOut(loss: LossRow | undefined, logins: ReadonlyMap<number, string>) {
  if (loss === undefined) return null;
  const { proposedBy, proposedReason, declaredBy, declaredAt, entryIndex } = loss;
  return {
    proposedBy: logins.get(proposedBy) ?? '',
    reason: proposedReason,
    declaredBy: declaredBy === null ? null : (logins.get(declaredBy) ?? ''),
    declaredAt: declaredAt === null ? null : isoTime(declaredAt),
    entry: entryIndex,
  };
}
