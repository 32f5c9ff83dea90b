/** What an operator sees of the own account: open sessions and recent sign-ins. */
import { listAudit, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { countRecoveryCodes } from '../store-sessions.ts';
import { ownOperator } from './own-operator.ts';
import { type LinkDeps, ownProviderOut } from '../provider/own-link.ts';
import { type PasskeyDeps, passkeysOut } from './passkeys.ts';
import type { RefusedLogin } from '../session/log-in.ts';
import type { OperatorSessions } from '../session/sessions.ts';

const SIGN_INS_MAX = 10;
/** Of the log, in which sign-outs and ended sessions stand too. */
const READ_MAX = 50;

export async function showOwnAccount(
  deps: PasskeyDeps & LinkDeps & { sessions: OperatorSessions },
  { operatorId, sessionId }: { operatorId: number; sessionId: number },
) {
  const { database, sessions } = deps;
  const [operator, open, codes, signIns, passkeys, provider] = await Promise.all([
    ownOperator(database, operatorId),
    sessions.list(operatorId),
    database.one(countRecoveryCodes, [operatorId]),
    listSignIns(database, operatorId),
    passkeysOut(deps, operatorId),
    ownProviderOut(deps, operatorId),
  ]);
  const { login, createdAt, passwordChangedAt } = operator;
  return {
    login,
    CreatedAt: isoTime(createdAt),
    passwordChangedAt: passwordChangedAt === null ? null : isoTime(passwordChangedAt),
    recoveryCodesLeft: codes.left,
    ...passkeys,
    provider,
    idleMinutes: sessions.idleMinutes(),
    sessions: open.map(({ id, device, address, method, isThroughProvider, ...times }) => ({
      ID: id,
      CreatedAt: isoTime(times.createdAt),
      device,
      address,
      method,
      isThroughProvider,
      lastUsedAt: isoTime(times.lastUsedAt),
      expiresAt: isoTime(times.expiresAt),
      isThis: id === sessionId,
    })),
    signIns,
  };
}

type Refused = RefusedLogin['why'];

/** Right and wrong ones, newest first. */
async function listSignIns(reader: Reader, operatorId: number) {
  const filter = { subjects: [operatorSubject(operatorId)], action: 'session.' };
  const { rows } = await listAudit(reader, filter, { limit: READ_MAX, offset: 0 });
  return rows
    .filter(({ action }) => action === 'session.login' || action === 'session.refused')
    .slice(0, SIGN_INS_MAX)
    .map(({ id, createdAt, address, action, detail }) => ({
      ID: id,
      CreatedAt: isoTime(createdAt),
      address,
      device: typeof detail['device'] === 'string' ? detail['device'] : '',
      refusedFor: action === 'session.login' ? null : (detail['why'] as Refused),
    }));
}
