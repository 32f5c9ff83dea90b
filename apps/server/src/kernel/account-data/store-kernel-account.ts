/** Images of a member for the export, and what the kernel removes with an account. */
import { int8, text } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { AccountPart } from './account-part.ts';
import { kernelRows } from './store-kernel-rows.ts';

const imagesOfMember = defineQuery({
  name: 'kernel.imagesOfMember',
  text: 'select id, name from images where member_id = $1 order by id',
  params: [int8],
  row: { id: int8, name: text },
});

/** Journal, records, identity and the timeline stay, as the law asks. */
const deleteOfMember = defineStatement({
  name: 'kernel.deleteOfClosedMember',
  text: `with devices as (delete from member_devices where member_id = $1),
    words as (delete from member_mail_words where member_id = $1),
    switches as (delete from notification_switches where member_id = $1),
    preferences as (delete from notification_settings where member_id = $1),
    keys as (delete from passkeys where member_id = $1),
    apps as (delete from authenticators where member_id = $1),
    codes as (delete from recovery_codes where member_id = $1)
    delete from factor_setups where member_id = $1`,
  params: [int8],
});

export const kernelPart: AccountPart = {
  held: kernelRows,
  images: async (reader, memberId) =>
    (await reader.many(imagesOfMember, [memberId])).map(({ id, name }) => ({
      name: `image-${id}`,
      file: name,
    })),
  async end(tx, memberId) {
    await tx.run(deleteOfMember, [memberId]);
  },
};
