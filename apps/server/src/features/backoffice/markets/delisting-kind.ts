/** The review of a delisting: facts, whom it concerns, and what stops it. */
import { formatDecimal } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import {
  agreeDelisting,
  type Delisting,
  delistingById,
  endDelisting,
} from '../../../kernel/catalog/market-delistings.ts';
import { comparisonRow, type ReviewKind } from '../../../kernel/review/review-kind.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type DelistDeps, NOTICE_MS, shown } from './delist-market.ts';
import { impactOf } from './delisting-impact.ts';
import { haltsChanged } from './halt-market.ts';
import { DELISTING } from './list-markets.ts';

export function delistingKind(deps: DelistDeps): ReviewKind {
  const read = (reader: Reader, id: number) => reader.one(delistingById, [id]);
  const marketOf = ({ instrumentId }: Delisting): Instrument => {
    const instrument = deps.instruments.findById(instrumentId);
    if (instrument === undefined) throw new Error(`no instrument ${instrumentId}`);
    return instrument;
  };
  return {
    kind: DELISTING,
    letter: 'C',
    movesMoney: false,
    approvals: 2,
    async facts(reader, id) {
      const delisting = await read(reader, id);
      const { symbol } = marketOf(delisting);
      return { symbol, ...shown(delisting), reason: delisting.reason };
    },
    async checks(reader, id, at) {
      const delisting = await read(reader, id);
      const impact = await impactOf(deps, reader, marketOf(delisting));
      const goesToo = delisting.withdrawalsUntil !== null;
      const stop = 'stop' as const;
      return [
        {
          name: 'three-weeks-notice',
          isPassed: delisting.ordersUntil >= at + NOTICE_MS,
          level: stop,
        },
        {
          name: 'coin-has-no-other-use',
          isPassed: !goesToo || impact.otherUses.length === 0,
          level: stop,
          detail: impact.otherUses.join(', '),
        },
        {
          name: 'coin-in-no-product',
          isPassed: !goesToo || impact.inProducts === 0,
          level: stop,
          detail: String(impact.inProducts),
        },
      ];
    },
    async evidence(reader, id) {
      const delisting = await read(reader, id);
      const instrument = marketOf(delisting);
      const { base, quote } = instrument;
      const impact = await impactOf(deps, reader, instrument);
      const { ordersUntil, closesAt, withdrawalsUntil } = shown(delisting);
      const rows: [string, string][] = [
        ['No new orders from', ordersUntil],
        ['Open orders are cancelled at', closesAt],
        ['Last withdrawal', withdrawalsUntil ?? 'the coin stays'],
        [`Members who hold ${base}`, String(impact.holders)],
        ['Held by them', `${formatDecimal(impact.held)} ${base}`],
        ['Open orders', String(impact.openOrders)],
        [`Other uses of ${base}`, impact.otherUses.join(', ') || 'none'],
      ];
      return {
        summary: `${base}/${quote} · ${delisting.reason}`,
        columns: ['Proposed'],
        rows: rows.map(([label, value]) => comparisonRow(label, [value])),
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      await tx.run(agreeDelisting, [subjectId, at]);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(endDelisting, [subjectId, 'refused', at]);
    },
    decided() {
      // Otherwise within a second, by the job of each instance.
      haltsChanged(deps, []).catch(() => undefined);
    },
  };
}
