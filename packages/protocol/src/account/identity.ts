/** API of identity: the documents a member sends, and their review. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, NoFields, Time } from '../fields.ts';
import { memberRead } from '../presets.ts';

export const documentType = { passport: 1, drivingLicence: 2, idCard: 4 } as const;

/** Longest name in characters. */
export const IDENTITY_NAME_MAX = 100;

/** Where a member's money comes from, by their own statement. */
export const fundsSources = [
  'salary',
  'business',
  'savings',
  'investments',
  'property',
  'inheritance',
  'pension',
  'other',
] as const;
export type FundsSource = (typeof fundsSources)[number];

/** Longest texts of the details, in characters. */
export const ADDRESS_MAX = 300;
export const DOCUMENT_NUMBER_MAX = 40;

const Country = (description: string) => Type.String({ description });

/** What the documents say and the member declares beside the photographs. */
export const IdentityDetails = Type.Object({
  birthDate: Type.String({ description: '1990-03-21' }),
  nationality: Country('of the document, by ISO 3166: CH'),
  residence: Country('where the member lives, by ISO 3166'),
  address: Type.String(),
  documentNumber: Type.String({ description: 'its last characters: **** 4821' }),
  documentEndsOn: Type.Union([Type.String(), Type.Null()], {
    description: 'its last day, 2031-05-30; null for one without an end',
  }),
  taxCountry: Country('of tax residence, by ISO 3166'),
  taxNumber: Type.String({ description: 'its last characters; empty where none is issued' }),
  certifiedAt: Time('the member declared that tax residence and number are true'),
  funds: Type.String({ description: 'where the money comes from; empty if not given' }),
  fundsNote: Type.String(),
});
export type IdentityDetails = Static<typeof IdentityDetails>;

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
  details: Type.Union([IdentityDetails, Type.Null()]),
});
export type UserCard = Static<typeof UserCard>;

/** `data` of the live event `identity.changed`: refetch the documents and the member. */
export interface IdentityEvent {
  /** 0 none, 1 submitted, 2 verified, 3 rejected */
  status: number;
}

const detail = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** Without any of them the documents prove no country of residence. With one, all are needed but those that may be empty. */
const details = {
  birthDate: detail(10, '1990-03-21; 18 years ago or more'),
  nationality: detail(2, 'ISO 3166: CH'),
  residence: detail(2, 'where the member lives, ISO 3166: CH'),
  address: detail(4 * ADDRESS_MAX, `up to ${ADDRESS_MAX} characters`),
  documentNumber: detail(4 * DOCUMENT_NUMBER_MAX, `up to ${DOCUMENT_NUMBER_MAX} characters`),
  documentEndsOn: detail(10, 'the last day of the document: 2031-05-30; empty if it has no end'),
  taxCountry: detail(2, 'of tax residence, ISO 3166: CH'),
  taxNumber: detail(4 * DOCUMENT_NUMBER_MAX, 'empty where the country issues none'),
  isCertified: Type.Optional(
    Type.Boolean({ description: 'the member declares that tax residence and number are true' }),
  ),
  funds: detail(20, `where the money comes from: ${fundsSources.join(', ')}; or empty`),
  fundsNote: detail(4 * ADDRESS_MAX, `more about it, up to ${ADDRESS_MAX} characters`),
};

const documents = {
  type: Type.Union([Type.Integer(), Type.String({ maxLength: 1 })], {
    description: '1 passport, 2 driving licence, 4 ID card; another returns 5001',
  }),
  name: Type.String({ maxLength: 400, description: 'as on the document, up to 100 characters' }),
  card_front: IdIn(),
  card_end: IdIn(),
  card_hand: IdIn(),
  ...details,
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
      'Sends documents for review. The images are IDs from /user/uploadBase64, three different ones. `status` and `uid` are ignored. Also sends new documents after a rejection, and those of a verified member who moved or whose document ends: the verification stays meanwhile.',
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
      verified: Type.Union([UserCard, Type.Null()], {
        description: 'the documents that the verification is by',
      }),
      mayRenew: Type.Boolean({
        description:
          'whether new documents are due: those of the verification end, or prove no country; for another residence or a source of funds a verified member may send them at any time',
      }),
    }),
    codes: [],
  }),
};
