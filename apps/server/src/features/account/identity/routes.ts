/** Identity in the API: calls to use cases and back; no decision, no SQL. */
import { identityCalls, type InputOf } from '@tern/protocol';
import { type Route, route } from '../../../platform/http/route.ts';
import type { IdentityDeps } from './deps.ts';
import { findDocuments } from './find-documents.ts';
import { type SendInput, sendDocuments } from './send-documents.ts';

export function identityRoutes(deps: IdentityDeps): Route[] {
  return [
    route(identityCalls.createUserCard, async ({ caller, input }) => {
      const sent = sentBy(caller.memberId, input);
      return { user_card: await sendDocuments(deps, sent) };
    }),
    route(identityCalls.updateUserCard, async ({ caller, input }) => {
      const { ID, ...documents } = input;
      const sent = { ...sentBy(caller.memberId, documents), replacedId: Number(ID) };
      return { user_card: await sendDocuments(deps, sent) };
    }),
    route(identityCalls.findMyUserCard, ({ caller: { memberId }, lang }) =>
      findDocuments(deps, { memberId, lang }),
    ),
  ];
}

/** Without `status` and `uid`, which have no authority. */
function sentBy(memberId: number, input: InputOf<typeof identityCalls.createUserCard>): SendInput {
  const { type, name, card_front, card_end, card_hand, status: _, uid: __, ...details } = input;
  const imageIds = { front: Number(card_front), back: Number(card_end), hand: Number(card_hand) };
  return { memberId, type, name, imageIds, details };
}
