/** A member's financial records in the API. */
import { formatDecimal } from '@tern/money';
import type { assetsCalls, InputOf } from '@tern/protocol';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { listRecords, noteIn } from '../../../kernel/ledger/records.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';

const STATES: Readonly<Record<string, 1 | 2 | 3>> & { final: 1 } = {
  final: 1,
  reserved: 2,
  returned: 3,
};

/** Newest first. @throws not-listed for a coin that does not exist */
export async function listMemberRecords(
  reader: Reader,
  assets: AssetRegistry,
  request: { memberId: number; input: InputOf<typeof assetsCalls.records>; lang: Lang },
) {
  const { memberId, input, lang } = request;
  const code = (input.coinname ?? '').toUpperCase();
  if (code !== '' && assets.find(code) === undefined)
    throw new Refusal('not-listed', { fields: ['coinname'] });
  const page = pageOf(input);
  const filter = {
    memberId,
    asset: code === '' ? null : code,
    kind: Number(input.type ?? 0) || null,
  };
  const { records, total } = await listRecords(reader, filter, page);
  const list = records.map((record) => ({
    ID: record.id,
    CreatedAt: isoTime(record.effectiveAt),
    UpdatedAt: isoTime(record.effectiveAt),
    coinname: record.asset,
    type: record.kind,
    amount: formatDecimal(record.amount),
    balance: formatDecimal(record.availableAfter),
    reserved: formatDecimal(record.reservedAfter),
    state: STATES[record.outcome] ?? STATES.final,
    reference: record.reference,
    note: noteIn(lang, record),
  }));
  return { list, total, page: page.number, pageSize: page.limit };
}
