/** Keys of the log on the operators' wire: where each comes from, and the declaration of lost ones. */
import { formatVerifierKey } from '@tern/proofs';
import { operatorLogCalls } from '@tern/protocol/operator';
import { isoTime } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { actorOf } from '../operators/index.ts';
import {
  declareLoss,
  findLoss,
  listLosses,
  type LogKeyDeps,
  type LossRow,
  proposeLoss,
} from '../public-log/index.ts';

export function logKeyRoutes(deps: LogKeyDeps): Route[] {
  return [
    route(operatorLogCalls.logKeyStates, async () => {
      const { states, key, lost } = await findLoss(deps);
      const losses = await listLosses(deps.database);
      const list = states.toReversed().map(({ id, createdAt, key: each, state }) => ({
        ID: id,
        CreatedAt: isoTime(createdAt),
        key: formatVerifierKey(each),
        state,
        loss: lossOut(losses.find(({ keyId }) => keyId === id)),
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

function lossOut(loss: LossRow | undefined) {
  if (loss === undefined) return null;
  const { proposedLogin, proposedReason, declaredLogin, declaredAt, entryIndex } = loss;
  return {
    proposedBy: proposedLogin,
    reason: proposedReason,
    declaredBy: declaredLogin,
    declaredAt: declaredAt === null ? null : isoTime(declaredAt),
    entry: entryIndex,
  };
}
