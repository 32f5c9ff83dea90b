/** The second factor in the API: calls to use cases and back. */
import { secondFactorCalls as calls } from '@tern/protocol';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { passkeysOf, renamePasskey } from '../../../kernel/second-factor/factors.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { beginAuthenticator, finishAuthenticator } from './add-authenticator.ts';
import { beginPasskey, finishPasskey } from './add-passkey.ts';
import type { FactorDeps } from './deps.ts';
import { listFactors, passkeyRow } from './list-factors.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { dropAuthenticator, dropPasskey } from './remove-factor.ts';

export function secondFactorRoutes(deps: FactorDeps): Route[] {
  return [
    route(calls.factors, ({ caller }) => listFactors(deps, caller.memberId)),
    route(calls.confirm, async ({ caller, input }) => {
      const expiresAt = await deps.confirmations.prove(caller, input, async (tx, accepted) => {
        const { member, method } = accepted;
        const alert = { member, kind: 'recoveryCodeUsed' } as const;
        if (method === 'recovery') await deps.auth.alerts.send(tx, alert, deps.clock.now());
        return accepted.expiresAt;
      });
      wakeDelivery(deps.bus);
      return { expiresAt: isoTime(expiresAt) };
    }),
    ...authenticatorRoutes(deps),
    ...passkeyRoutes(deps),
    route(calls.newRecoveryCodes, async (context) => ({
      recoveryCodes: await replaceRecoveryCodes(
        deps,
        sensitiveCall(calls.newRecoveryCodes, context),
      ),
    })),
  ];
}

function authenticatorRoutes(deps: FactorDeps): Route[] {
  return [
    route(calls.beginTotp, async (context) => {
      const call = sensitiveCall(calls.beginTotp, context);
      const { expiresAt, ...shown } = await beginAuthenticator(deps, call, context.input.password);
      return { ...shown, expiresAt: isoTime(expiresAt) };
    }),
    route(calls.finishTotp, async ({ caller, input }) => {
      const { recoveryCodes, until } = await finishAuthenticator(deps, caller, input.code);
      const withdrawalsBlockedUntil = until === undefined ? null : isoTime(until);
      return { recoveryCodes, withdrawalsBlockedUntil };
    }),
    route(calls.removeTotp, async (context) => {
      const until = await dropAuthenticator(deps, sensitiveCall(calls.removeTotp, context));
      return { withdrawalsBlockedUntil: isoTime(until) };
    }),
  ];
}

function passkeyRoutes(deps: FactorDeps): Route[] {
  const { database } = deps;
  return [
    route(calls.beginPasskey, async (context) => {
      const call = sensitiveCall(calls.beginPasskey, context);
      const { options, expiresAt } = await beginPasskey(deps, call, context.input.password);
      return { options, expiresAt: isoTime(expiresAt) };
    }),
    route(calls.finishPasskey, async ({ caller, input }) => {
      const { id, recoveryCodes } = await finishPasskey(deps, caller, input);
      const own = await passkeysOf(database, caller.memberId);
      const added = own.find((passkey) => passkey.id === id);
      if (added === undefined) throw new Refusal('not-found');
      return { passkey: passkeyRow(added), recoveryCodes };
    }),
    route(calls.renamePasskey, async ({ caller, input }) => {
      const name = readVisible(input.name, 'name');
      const passkey = { id: Number(input.ID), memberId: caller.memberId, name };
      const isRenamed = await database.transaction((tx) => renamePasskey(tx, passkey));
      if (!isRenamed) throw new Refusal('not-found');
      return {};
    }),
    route(calls.removePasskey, async (context) => {
      const call = sensitiveCall(calls.removePasskey, context);
      const until = await dropPasskey(deps, call, Number(context.input.ID));
      return { withdrawalsBlockedUntil: isoTime(until) };
    }),
  ];
}
