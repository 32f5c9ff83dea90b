/** Identity calls in the app's own terms, their cache and live updates. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { reloadMember } from '../../../kernel/member.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { type DetailField, detailFields, type DetailValues } from './details.ts';

type Found = Output<'GET /user_card/findMyUser_card'>;
type WireDocuments = NonNullable<Found['reuser_card']>;

/** By their numbers in the API. */
const STATUSES = ['none', 'submitted', 'verified', 'rejected'] as const;
export type IdentityStatus = (typeof STATUSES)[number];

/** In the order of the form, with their numbers in the API. */
const TYPES = { passport: 1, drivingLicence: 2, idCard: 4 } as const;
export type DocumentType = keyof typeof TYPES;
export const documentTypes = Object.keys(TYPES) as readonly DocumentType[];

export const sides = ['front', 'back', 'hand'] as const;
export type Side = (typeof sides)[number];

/** The fields of the form by those in the API. */
export const IDENTITY_FIELDS: Readonly<Record<string, Side | 'name' | DetailField>> = {
  ...(Object.fromEntries(detailFields.map((field) => [field, field])) as Record<
    DetailField,
    DetailField
  >),
  name: 'name',
  card_front: 'front',
  card_end: 'back',
  card_hand: 'hand',
};

export interface Documents
  extends Pick<
    WireDocuments,
    | 'ID'
    | 'CreatedAt'
    | 'recordNo'
    | 'name'
    | 'reason'
    | 'dueAt'
    | 'heldUntil'
    | 'heldReason'
    | 'decidedAt'
    | 'details'
  > {
  type: DocumentType;
}

export interface Identity {
  status: IdentityStatus;
  /** The latest the member sent; undefined if none. */
  documents: Documents | undefined;
  /** By which the member is verified; undefined if they are not. */
  verified: Documents | undefined;
  /** These end soon or have ended, or prove too little. */
  isRenewalDue: boolean;
}

function documentsOf(sent: WireDocuments | null): Documents | undefined {
  const type = documentTypes.find((each) => TYPES[each] === sent?.type) ?? 'passport';
  return sent === null ? undefined : { ...sent, type };
}

const identityOf = ({ status, reuser_card, verified, mayRenew }: Found): Identity => ({
  status: STATUSES[status] ?? 'none',
  documents: documentsOf(reuser_card),
  verified: documentsOf(verified),
  isRenewalDue: mayRenew,
});

const KEY = ['identity'];

/** Refetched whenever the screen opens. Its errors are silent: the form is offered then. */
export const identityQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) =>
    identityOf(await call('GET /user_card/findMyUser_card', {}, { signal })),
  staleTime: 0,
});

export interface DocumentsInput {
  /** The rejected documents that these replace; undefined for the first. */
  replacedId: number | undefined;
  type: DocumentType;
  name: string;
  images: Readonly<Record<Side, number>>;
  details: DetailValues;
}

export async function sendDocuments(draft: DocumentsInput): Promise<void> {
  const { replacedId, type, name, images, details } = draft;
  const input = {
    ...details,
    isCertified: details.isCertified === 'yes',
    type: TYPES[type],
    name,
    card_front: images.front,
    card_end: images.back,
    card_hand: images.hand,
  };
  if (replacedId === undefined) {
    await call('POST /user_card/createUser_card', input);
  } else {
    await call('PUT /user_card/updateUser_card', { ID: replacedId, ...input });
  }
}

/** Refetches the verification and the member. */
export function reloadIdentity(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
  reloadMember();
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('identity.changed', reloadIdentity);
