/** Records that results exceed what chance allows: one open alarm per subject, period and direction. */
import { formatDecimal } from '@tern/money';
import type { Excess, ResultSequence } from '@tern/settlement';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { FuturesDeps } from '../deps.ts';
import { insertAlarm, latestAlarm, updateAlarm } from '../store-alarms.ts';
import type { ResultKey } from '../store-results.ts';

/** A subject's results outside the limits. */
export interface Outside extends ResultKey {
  readonly counted: ResultSequence;
  readonly excess: Excess;
}

/** After a review, the next alarm of the subject needs this many times as many contracts. */
const AGAIN_AT = 2;

/** Updates the figures of an open alarm. A new alarm is also written to the audit log, which is append-only. */
export async function raiseAlarm(
  tx: Tx,
  { clock, log, instruments }: Pick<FuturesDeps, 'clock' | 'log' | 'instruments'>,
  outside: Outside,
): Promise<void> {
  const { subject, id, period, counted, excess } = outside;
  const { wins, losses, ties, net, expectedNet } = counted;
  const { side, winsLimit, netLimit } = excess;
  const at = clock.now();
  const memberId = subject === 'account' ? id : null;
  const instrumentId = subject === 'market' ? id : null;
  const latest = await tx.maybe(latestAlarm, [subject, memberId, instrumentId, period, side]);
  if (latest !== undefined && latest.reviewedAt === null) {
    const figures = [wins, losses, ties, winsLimit, net, expectedNet, netLimit] as const;
    await tx.run(updateAlarm, [latest.id, ...figures, at]);
    return;
  }
  if (latest !== undefined && wins + losses < AGAIN_AT * (latest.wins + latest.losses)) return;
  const of = { kind: 'period', subject, memberId, instrumentId, period, side };
  const figures = { wins, losses, ties, winsLimit, net, expectedNet, netLimit };
  const alarm = await insertAlarm(tx, { ...of, ...figures, raisedAt: at });
  const symbol = subject === 'market' ? (instruments.findById(id)?.symbol ?? '') : '';
  const detail = {
    subject,
    symbol,
    side,
    wins,
    losses,
    winsLimit,
    net: formatDecimal(net),
    netLimit: formatDecimal(netLimit),
  };
  const entry = { subject: `resultAlarm:${alarm.id}`, memberId, detail };
  await logAct(tx, { actor: undefined, action: 'resultAlarm.raise', ...entry }, at);
  log.error(
    { alarmId: alarm.id, ...detail },
    'results of contracts are outside what chance allows',
  );
}
