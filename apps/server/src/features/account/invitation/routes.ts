/** Invitations in the API: calls to use cases and back; no decision, no SQL. */
import { invitationCalls } from '@tern/protocol';
import { type Route, route } from '../../../platform/http/route.ts';
import type { InvitationDeps } from './deps.ts';
import { listInvitees, listRewards, showInvitations } from './show-invitations.ts';

export function invitationRoutes(deps: InvitationDeps): Route[] {
  return [
    route(invitationCalls.myInvite, ({ caller }) => showInvitations(deps, caller.memberId)),
    route(invitationCalls.invitees, ({ caller, input: { level, ...page } }) =>
      listInvitees(deps, caller.memberId, { ...page, level: Number(level) }),
    ),
    route(invitationCalls.inviteRewards, ({ caller, input }) =>
      listRewards(deps, caller.memberId, input),
    ),
  ];
}
