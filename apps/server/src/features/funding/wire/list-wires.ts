/** A member's own wires, and one of them with its instructions. */
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { countWires, wireOfMember, wiresOfMember } from './store.ts';
import { stateOf } from '../request/transfer-status.ts';
import { instructionsOf } from './instructions.ts';
import { wireRow } from './wire-row.ts';

export interface WantedWires {
  page?: number | string;
  pageSize?: number | string;
  /** As the wire numbers it; absent or 0: all. */
  status?: number | string;
}

/** Newest first. */
export async function listWires(reader: Reader, memberId: number, wanted: WantedWires) {
  const page = pageOf(wanted);
  const state = stateOf(Number(wanted.status ?? 0));
  const [rows, { total }] = await Promise.all([
    reader.many(wiresOfMember, [memberId, state, page.limit, page.offset]),
    reader.one(countWires, [memberId, state]),
  ]);
  return { list: rows.map(wireRow), total, page: page.number, pageSize: page.limit };
}

/** Fails with: 5007 for one that is absent or another member's. */
export async function findWire(
  reader: Reader,
  memberId: number,
  { id, lang }: { id: number; lang: string },
) {
  const wire = await reader.maybe(wireOfMember, [id, memberId]);
  if (wire === undefined) throw new Refusal(5007);
  return { rewire: wireRow(wire), instructions: instructionsOf(wire, lang) };
}
