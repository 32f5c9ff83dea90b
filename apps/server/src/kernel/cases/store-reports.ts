/** SQL of reports of cases. */
import {
  arrayOf,
  date,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineStatement } from '../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../platform/database/table.ts';

const reports = defineTable('case_reports', {
  proposalId: int8,
  caseId: int8,
  suspicions: arrayOf(text),
  fromDay: date,
  untilDay: date,
  amount: int8,
  narrative: text,
  fincen: nullable(text),
  goaml: nullable(text),
  madeAt: nullable(timestamptz),
  receiptNumber: nullable(text),
  receivedAt: nullable(timestamptz),
  receiptBy: nullable(int8),
});

export type Report = TableRow<typeof reports>;

export const insertReport = reports.insert('cases.insertReport', [
  'proposalId',
  'caseId',
  'suspicions',
  'fromDay',
  'untilDay',
  'amount',
  'narrative',
]);

/** Of the newest proposal. */
export const reportOfCase = reports.select(
  'cases.reportOf',
  'where case_id = $1 order by proposal_id desc limit 1',
  [int8],
);

export const lockReport = reports.select('cases.lockReport', 'where proposal_id = $1 for update', [
  int8,
]);

export const makeReport = defineStatement({
  name: 'cases.makeReport',
  text: 'update case_reports set fincen = $2, goaml = $3, made_at = $4 where proposal_id = $1',
  params: [int8, text, text, timestamptz],
});

export const setReceipt = defineStatement({
  name: 'cases.setReceipt',
  text: 'update case_reports set receipt_number = $2, received_at = $3, receipt_by = $4 where proposal_id = $1',
  params: [int8, text, timestamptz, int8],
});
