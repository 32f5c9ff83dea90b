/** API of identity: the documents a member sends, and their review. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, NoFields, Time } from '../fields.ts';
import { memberRead } from '../presets.ts';

export const documentType = { passport: 1, drivingLicence: 2, idCard: 4 } as const;

/** Longest name in characters. */
export const IDENTITY_NAME_MAX = 100;

const Status = () =>
  Type.Integer({ description: '0 none, 1 submitted, 2 verified, 3 rejected', maximum: 3 });
const ImageId = (side: string) => Id(`image of the ${side}, for /user/findImage`);

export const UserCard = Type.Object({
  ID: Id(),
  CreatedAt: Time('when it was sent'),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'I-50001' }),
  type: Type.Integer({ description: '1 passport, 2 driving licence, 4 ID card' }),
  name: Type.String(),
  card_front: ImageId('front'),
  card_end: ImageId('back'),
  card_hand: ImageId('member holding the document'),
  status: Status(),
  reason: Type.String({ description: 'why it was rejected; otherwise empty' }),
  dueAt: Time('published target of the decision'),
  heldUntil: Type.Union([Time('on hold until then'), Type.Null()]),
  heldReason: Type.String({ description: 'why it is on hold; otherwise empty' }),
  decidedAt: Type.Union([Time(), Type.Null()]),
});
export type UserCard = Static<typeof UserCard>;

/** `data` of the live event `identity.changed`: refetch the documents and the member. */
export interface IdentityEvent {
  /** 0 none, 1 submitted, 2 verified, 3 rejected */
  status: number;
}

const documents = {
  type: Type.Union([Type.Integer(), Type.String({ maxLength: 1 })], {
    description: '1 passport, 2 driving licence, 4 ID card; another returns 5001',
  }),
  name: Type.String({ maxLength: 400, description: 'as on the document, up to 100 characters' }),
  card_front: IdIn(),
  card_end: IdIn(),
  card_hand: IdIn(),
  status: Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 20 })], { description: 'ignored' }),
  ),
  uid: Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 40 })], { description: 'ignored' }),
  ),
};

const member = { auth: 'member', movesMoney: false } as const;

export const identityCalls = {
  createUserCard: defineCall({
    ...member,
    rate: 'money',
    method: 'POST',
    path: '/user_card/createUser_card',
    summary:
      'Sends documents for review. The images are IDs from /user/uploadBase64, three different ones. `status` and `uid` are ignored. Also sends new documents after a rejection.',
    input: Fields(documents),
    output: Type.Object({ user_card: UserCard }),
    codes: [5020, 5021],
  }),
  updateUserCard: defineCall({
    ...member,
    rate: 'money',
    method: 'PUT',
    path: '/user_card/updateUser_card',
    summary:
      "Sends new documents after a rejection; `ID` is that of the member's latest documents. Three new images. `status` and `uid` are ignored.",
    input: Fields({ ID: IdIn(), ...documents }),
    output: Type.Object({ user_card: UserCard }),
    codes: [5007, 5020, 5021],
  }),
  findMyUserCard: defineCall({
    ...memberRead,
    path: '/user_card/findMyUser_card',
    summary:
      "Returns the member's verification and their latest documents; null if they have sent none.",
    input: NoFields(),
    output: Type.Object({
      status: Status(),
      reuser_card: Type.Union([UserCard, Type.Null()]),
    }),
    codes: [],
  }),
};
