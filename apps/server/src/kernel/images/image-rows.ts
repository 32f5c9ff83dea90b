/** All SQL of images and uploads. */
import { int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../platform/database/table.ts';

const images = defineTable('images', {
  id: int8,
  memberId: int8,
  name: text,
  sha256: text,
  differenceHash: text,
  bytes: int4,
  width: int4,
  height: int4,
  usedFor: nullable(text),
  createdAt: timestamptz,
});

export const insertImage = images.insertReturning('kernel.insertImage', [
  'memberId',
  'name',
  'sha256',
  'differenceHash',
  'bytes',
  'width',
  'height',
  'createdAt',
]);

export type Image = TableRow<typeof images>;

export const imageByIdQuery = images.select('kernel.imageById', 'where id = $1', [int8]);

export const countUnused = images.count(
  'kernel.countUnusedImages',
  'where member_id = $1 and used_for is null',
  [int8],
);

/** Of concurrent callers, one gets it. */
export const takeImage = images.update(
  'kernel.takeImage',
  `used_for = $3
    where id = $1 and member_id = $2 and used_for is null`,
  [int8, int8, text],
);

/** Identical images that were used, by any member. */
export const countUsedAlike = images.count(
  'kernel.countUsedAlike',
  'where sha256 = $1 and id <> $2 and used_for is not null',
  [text, int8],
);

export const deleteUnused = defineQuery({
  name: 'kernel.deleteUnusedImages',
  text: `delete from images where id in (
      select id from images where used_for is null and created_at < $1 order by created_at limit 100
      for update skip locked
    ) returning name`,
  params: [timestamptz],
  row: { name: text },
});

/** Before its file is written. */
export const insertUpload = defineStatement({
  name: 'kernel.insertImageUpload',
  text: 'insert into image_uploads (name, created_at) values ($1, $2)',
  params: [text, timestamptz],
});

/** Returns nothing if a sweep has removed it meanwhile. */
export const endUpload = defineQuery({
  name: 'kernel.endImageUpload',
  text: 'delete from image_uploads where name = $1 returning name',
  params: [text],
  row: { name: text },
});

/** Skips uploads that another process is removing. */
export const interruptedUploads = defineQuery({
  name: 'kernel.cutOffImageUploads',
  text: `select name from image_uploads where created_at < $1 order by created_at limit 20 for update skip locked`,
  params: [timestamptz],
  row: { name: text },
});
