/** Timed contracts as records of their member, for conversations with support. */
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { type Contract, statusCodes } from './contract.ts';
import { contractOwner, findContract, findContracts } from './store.ts';

const STATES: Readonly<Record<number, MemberRecord['state']>> = {
  [statusCodes.pending]: 'open',
  [statusCodes.settled]: 'completed',
};

/** The amount is the stake; an invalid contract, whose stake was returned, counts as cancelled. */
export function contractRecords(instruments: InstrumentRegistry): RecordSource {
  const recordOf = (contract: Contract): MemberRecord => ({
    id: contract.id,
    recordNo: `C${contract.id}`,
    asset: instruments.findById(contract.instrumentId)?.quote ?? '',
    amount: contract.stake,
    state: STATES[contract.status] ?? 'cancelled',
    createdAt: contract.acceptedAt,
    canCancel: false,
    page: '/pages/contract/detail',
  });
  return {
    kind: 'contract',
    async list(reader, memberId, limit) {
      const filter = { memberId, statuses: Object.values(statusCodes) };
      const page = pageOf({ pageSize: limit });
      return (await findContracts(reader, filter, { page, row: recordOf })).list;
    },
    async find(reader, memberId, id) {
      const contract = await findContract(reader, id, memberId);
      return contract === undefined ? undefined : recordOf(contract);
    },
    ownerOf: async (reader, id) => (await reader.maybe(contractOwner, [id]))?.memberId,
  };
}
