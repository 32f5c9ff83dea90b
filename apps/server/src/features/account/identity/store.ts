/** The SQL of identity: documents and their images. */
import {
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { definePartSearch } from '../../../platform/database/part-search.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';

const identityDocuments = defineTable('identity_documents', {
  id: int8,
  memberId: int8,
  documentType: int2,
  name: text,
  state: text,
  reason: text,
  heldUntil: nullable(timestamptz),
  dueAt: timestamptz,
  decidedAt: nullable(timestamptz),
  createdAt: timestamptz,
  updatedAt: timestamptz,
});

export const insertDocuments = identityDocuments.insertReturning(
  'identity.insertDocuments',
  ['memberId', 'documentType', 'name', 'dueAt', 'createdAt'],
  { also: { updatedAt: '$createdAt' } },
);

export type Documents = TableRow<typeof identityDocuments>;

export const documentsById = identityDocuments.select('identity.documentsById', 'where id = $1', [
  int8,
]);

export const latestOfMember = identityDocuments.select(
  'identity.latestOfMember',
  'where member_id = $1 order by id desc limit 1',
  [int8],
);

/** The documents that two operators agreed to last. */
export const verifiedOfMember = identityDocuments.select(
  'identity.verifiedOfMember',
  `where member_id = $1 and state = 'verified' order by id desc limit 1`,
  [int8],
);

export const earlierOfMember = identityDocuments.select(
  'identity.earlierOfMember',
  'where member_id = $1 and id < $2 order by id desc limit 5',
  [int8, int8],
);

/** By the documents that two operators agreed to last. */
export const verifiedNameOf = identityDocuments
  .pick('name')
  .select(
    'identity.verifiedName',
    `where member_id = $1 and state = 'verified' order by id desc limit 1`,
    [int8],
  );

/** Verified or not. */
export const documentsNamed = definePartSearch(identityDocuments.pick('memberId'), {
  name: 'identity.documentsNamed',
  words: 'words',
  newest: 'member_id',
});

/** Of each member the verified documents, else the newest. */
export const namesOfMembers = defineQuery({
  name: 'identity.namesOfMembers',
  text: `select distinct on (member_id) member_id, name, state = 'verified' as is_verified
    from identity_documents where member_id = any($1)
    order by member_id, state = 'verified' desc, id desc`,
  params: [arrayOf(int8)],
  row: { memberId: int8, name: text, isVerified: bool },
});

/** A hold does not change what was sent. */
export const setHeld = defineStatement({
  name: 'identity.setHeld',
  text: 'update identity_documents set held_until = $2, reason = $3, updated_at = $4 where id = $1',
  params: [int8, timestamptz, text, timestamptz],
});

export const setDecided = defineStatement({
  name: 'identity.setDecided',
  text: `update identity_documents set state = $2, reason = $3, held_until = null, decided_at = $4, updated_at = $4
    where id = $1`,
  params: [int8, text, text, timestamptz],
});

/** `$5`: 64 hexadecimal digits. */
export const insertImage = defineStatement({
  name: 'identity.insertImage',
  text: `insert into identity_images (document_id, side, image_id, sha256, difference_hash)
    values ($1, $2, $3, $4, ('x' || $5)::bit(256))`,
  params: [int8, text, int8, text, text],
});

export const imagesOfDocuments = defineQuery({
  name: 'identity.imagesOfDocuments',
  text: `select side, image_id, sha256 from identity_images where document_id = $1
    order by array_position(array['front', 'back', 'hand'], side)`,
  params: [int8],
  row: { side: text, imageId: int8, sha256: text },
});

/**
 * Images of other members that are the same file as one of these documents', or differ in at most `$2` of 256 bits: the
 * nearest of each pair of member and side. A scan of every image: documents are few, and a person decides meanwhile.
 */
export const alikeImages = defineQuery({
  name: 'identity.alikeImages',
  text: `select d.member_id, own.side, min(bit_count(own.difference_hash # other.difference_hash))::int as bits,
      bool_or(own.sha256 = other.sha256) as is_same
    from identity_images own
    join identity_images other on other.sha256 = own.sha256
      or bit_count(own.difference_hash # other.difference_hash) <= $2
    join identity_documents d on d.id = other.document_id
    where own.document_id = $1 and d.member_id <> $3
    group by d.member_id, own.side order by d.member_id, own.side limit 20`,
  params: [int8, int8, int8],
  row: { memberId: int8, side: text, bits: int4, isSame: bool },
});
