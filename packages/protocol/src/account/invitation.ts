/** API of invitations: the member's code, the people they invited, and their rewards. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Fields, Id, ListOf, NoFields, pageFields, Time } from '../fields.ts';
import { memberRead } from '../presets.ts';

/** Invitations have three levels. */
export const inviteLevels = [1, 2, 3] as const;
export type InviteLevel = (typeof inviteLevels)[number];

const Level = (description = '1: invited by the member, 2: by those, 3: by those of level 2') =>
  Type.Integer({ minimum: 1, maximum: 3, description });

const worth = AmountOut('rewards so far, in USDT at current prices');

const InviteLevelRow = Type.Object({
  level: Level(),
  people: Type.Integer({ minimum: 0 }),
  verified: Type.Integer({ minimum: 0, description: 'those whose identity is verified' }),
  share: AmountOut('the part of each fee that this level earns now'),
  worth,
});

/** A person is shown without what identifies them. */
export const InviteeRow = Type.Object({
  ID: Id('place in the order of registration; not a member ID'),
  CreatedAt: Time('registration'),
  UpdatedAt: Time('registration'),
  level: Level(),
  name: Type.String({ description: 'masked: m•••@mail.com; from level 2 on m•••' }),
  verified: Type.Boolean(),
  worth,
});
export type InviteeRow = Static<typeof InviteeRow>;

/** The rewards of one level in one asset that were paid together. */
export const InviteRewardRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('payment'),
  UpdatedAt: Time('payment'),
  level: Level(),
  coinname: Type.String(),
  amount: AmountOut('negative: reversed with a reversed trade or swap'),
  share: AmountOut('the part of the fees that was paid'),
  fee: AmountOut('the fees behind it'),
  trades: Type.Integer({ minimum: 0, description: 'spot trades with such a fee' }),
  swaps: Type.Integer({ minimum: 0, description: 'swaps with such a fee' }),
});
export type InviteRewardRow = Static<typeof InviteRewardRow>;

/** `data` of the live event `invitation.changed`: refetch what is shown of invitations. */
export type InvitationEvent = { about: 'people' | 'rewards' };

export const invitationCalls = {
  myInvite: defineCall({
    ...memberRead,
    path: '/user/myInvite',
    summary: "Returns the member's invitation code and link, and people and rewards of each level.",
    input: NoFields(),
    output: Type.Object({
      code: Type.String(),
      link: Type.String({ description: 'opens registration with the code' }),
      people: Type.Integer({ minimum: 0, description: 'on all levels' }),
      verified: Type.Integer({ minimum: 0 }),
      coinname: Type.String({ description: 'of every `worth`' }),
      worth,
      rewards: Type.Array(Type.Object({ coinname: Type.String(), amount: AmountOut() }), {
        description: 'so far, by coin',
      }),
      levels: Type.Array(InviteLevelRow, { description: 'levels 1, 2 and 3' }),
    }),
    codes: [],
  }),
  invitees: defineCall({
    ...memberRead,
    path: '/user/invitees',
    summary: 'Lists the people of one level, newest first.',
    input: Fields({
      ...pageFields,
      level: Type.Union([Level(), Type.String({ pattern: '^[1-3]$' })]),
    }),
    output: ListOf(InviteeRow),
    codes: [],
  }),
  inviteRewards: defineCall({
    ...memberRead,
    path: '/user/inviteRewards',
    summary: "Lists the member's rewards with the fees behind them, newest first.",
    input: Fields({ ...pageFields }),
    output: ListOf(InviteRewardRow),
    codes: [],
  }),
};
