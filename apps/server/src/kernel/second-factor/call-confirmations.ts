/** Confirmations of single calls and of logins by a second factor (ADR 42). */
import type { FactorMethod } from '@tern/protocol';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Random } from '../../platform/random.ts';
import { hashSecret, type SecretBox } from '../../platform/secret-box.ts';
import { lockMember, type Member } from '../members/members.ts';
import { notify } from '../messaging/notifications.ts';
import { requestHash } from '../requests/idempotency.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { checkProof, type Proof } from './check-proof.ts';
import {
  confirmedCall,
  deleteLogin,
  insertConfirmation,
  markConfirmed,
  openConfirmation,
  takeTry,
  useConfirmation,
} from './confirmation-rows.ts';
import { addFailure, assertFewFailures } from './factor-failures.ts';
import { methodsOf, passkeysOf, recoveryCodesLeft } from './factors.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';
import type { CallConfirmations, SensitiveCall, UseConfirmation } from './sensitive-call.ts';
import { factorSettings } from './settings.ts';

export interface ConfirmationDeps {
  database: Database;
  clock: Clock;
  random: Random;
  settings: Settings;
  secretBox: SecretBox;
  passkeys: PasskeyCeremony;
}

/** A proof that was right, in the transaction that accepts it. */
export interface Accepted {
  member: Member;
  method: FactorMethod;
  /** Epoch ms: when the confirmation expires. */
  expiresAt: number;
}

export interface Confirmations extends CallConfirmations {
  /**
   * Makes a login wait for a second factor: returns the refusal to throw after the commit, or undefined for a member
   * without a factor. Call with the member locked, after the right password.
   */
  requireAtLogin(tx: Tx, member: Member): Promise<Refusal | undefined>;
  /**
   * Checks a proof for a call of this caller, or for a login without one, and runs `accepted` in the same transaction.
   * @throws confirmation-expired for one that is unknown, used, expired or of another session; wrong-second-factor with the
   * tries left; too-many-requests with the seconds to wait
   */
  prove<T>(
    caller: Caller | undefined,
    proof: Proof,
    accepted: (tx: Tx, accepted: Accepted) => Promise<T>,
  ): Promise<T>;
}

const ID_BYTES = 24;

const hashOf = (id: string) => hashSecret('confirmation', id);
/** The id makes the hash unguessable, so that a stored hash reveals no password of the input. */
const bindingOf = (id: string, { name, input }: Pick<SensitiveCall, 'name' | 'input'>) =>
  requestHash(name, { id, input });
/** A login expires when the password changes. */
const loginBinding = (id: string, member: Member) =>
  requestHash('login', { id, passwordHash: member.passwordHash });

export function createConfirmations(deps: ConfirmationDeps): Confirmations {
  const { database, clock, settings } = deps;

  /** Stores an open confirmation and returns the refusal that names it. */
  async function ask(
    tx: Tx,
    of: { memberId: number; sessionId: number | null; methods: FactorMethod[] },
    bind: (id: string) => string,
  ): Promise<Refusal> {
    const { memberId, sessionId, methods } = of;
    const at = clock.now();
    const id = deps.random.token(ID_BYTES);
    const lifetimeMs = settings.read(factorSettings.confirmMinutes) * MINUTE_MS;
    const options = await deps.passkeys.assertionOptions(
      await passkeysOf(tx, memberId),
      lifetimeMs,
    );
    const expiresAt = at + lifetimeMs;
    const tries = settings.read(factorSettings.tries);
    await insertConfirmation(tx, {
      idHash: hashOf(id),
      memberId,
      sessionId,
      binding: bind(id),
      challenge: options.challenge,
      triesLeft: tries,
      expiresAt,
    });
    const passkey = methods.includes('passkey') ? options : null;
    const data = { confirmationId: id, methods, passkey, expiresAt: isoTime(expiresAt) };
    return new Refusal('second-factor-required', { data });
  }

  function boundTo(call: SensitiveCall) {
    const { caller, confirmation = '' } = call;
    const binding = bindingOf(confirmation, call);
    const { memberId, sessionId } = caller;
    return [hashOf(confirmation), memberId, sessionId, binding, clock.now()] as const;
  }

  return {
    async require(call) {
      const { memberId, sessionId } = call.caller;
      const methods = await methodsOf(database, memberId);
      if (methods.length === 0) return stillWithoutFactor(memberId);
      const confirmed = await database.maybe(confirmedCall, boundTo(call));
      if (confirmed !== undefined) {
        return async (tx) => {
          const used = await tx.run(useConfirmation, boundTo(call));
          if (used === 0) throw expired();
        };
      }
      const of = { memberId, sessionId, methods };
      throw await database.transaction((tx) => ask(tx, of, (id) => bindingOf(id, call)));
    },
    async requireAtLogin(tx, member) {
      const methods = await methodsOf(tx, member.id);
      if (methods.length === 0) return undefined;
      const of = { memberId: member.id, sessionId: null, methods };
      return ask(tx, of, (id) => loginBinding(id, member));
    },
    async prove(caller, proof, accepted) {
      const { confirmationId, method } = proof;
      const outcome = await database.transaction(async (tx) => {
        const at = clock.now();
        const open = await openOf(tx, { id: confirmationId, caller, at });
        const memberId = open.member.id;
        await assertFewFailures(tx, settings, { memberId, at });
        const taken = await tx.maybe(takeTry, [hashOf(confirmationId), at]);
        if (taken === undefined) throw expired();
        const { challenge, member, expiresAt } = open;
        if (!(await checkProof(tx, deps, { memberId, proof, challenge, at }))) {
          await addFailure(tx, settings, { memberId, at });
          return taken;
        }
        if (caller === undefined) await tx.run(deleteLogin, [hashOf(confirmationId)]);
        else await tx.run(markConfirmed, [hashOf(confirmationId), at]);
        if (method === 'recovery') await reportRecoveryCode(tx, memberId, at);
        return { answer: await accepted(tx, { member, method, expiresAt }) };
      });
      if ('answer' in outcome) return outcome.answer;
      const { triesLeft } = outcome;
      throw new Refusal('wrong-second-factor', { fields: ['code'], data: { triesLeft } });
    },
  };
}

/** The owner is notified of each recovery code that is used: someone else may have used it. */
async function reportRecoveryCode(tx: Tx, memberId: number, at: number): Promise<void> {
  const values = { left: String(await recoveryCodesLeft(tx, memberId)) };
  await notify(tx, { memberId, kind: 'security.recoveryCodeUsed', values }, at);
}

const expired = () => new Refusal('confirmation-expired');

/** For a member without a factor. @throws busy when one was added meanwhile; the repeated call asks for it */
function stillWithoutFactor(memberId: number): UseConfirmation {
  return async (tx) => {
    if ((await methodsOf(tx, memberId)).length > 0) throw new Refusal('busy');
  };
}

/** The open confirmation with its member, who is locked. @throws confirmation-expired */
async function openOf(
  tx: Tx,
  { id, caller, at }: { id: string; caller: Caller | undefined; at: number },
) {
  const open = await tx.maybe(openConfirmation, [hashOf(id), caller?.sessionId ?? null, at]);
  const member = open && (await lockMember(tx, open.memberId));
  if (open === undefined || member === undefined) throw expired();
  const isOfLogin = caller === undefined;
  if (isOfLogin ? open.binding !== loginBinding(id, member) : caller.memberId !== member.id)
    throw expired();
  return { ...open, member };
}
