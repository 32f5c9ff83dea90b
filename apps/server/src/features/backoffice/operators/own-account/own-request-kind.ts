/** What an operator asks for their own sign-in, in the review queue: a second person agrees before it works (ADR 23, ADR 109). */
import { operatorById } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  comparisonRow,
  type Facts,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';

export interface EndedRequest {
  readonly id: number;
  readonly state: 'agreed' | 'refused';
  /** Epoch ms. */
  readonly at: number;
}

export interface OwnRequests<Request> {
  readonly kind: string;
  readonly letter: string;
  /** @throws Error when there is none */
  read(reader: Reader, id: number): Promise<Request>;
  /** Besides who asks. */
  facts(request: Request): Facts;
  /** What the second person compares: labels and values. */
  rows(reader: Reader, request: Request): Promise<readonly (readonly [string, string])[]>;
  /** In a line of the queue. */
  named(request: Request): string;
  /** It works from now on. */
  begin(tx: Tx, request: Request, at: number): Promise<unknown>;
  end(tx: Tx, request: EndedRequest): Promise<unknown>;
}

export function ownRequestKind<Request extends { readonly operatorId: number }>(
  requests: OwnRequests<Request>,
): ReviewKind {
  const { kind, letter, read } = requests;
  return {
    kind,
    letter,
    movesMoney: false,
    approvals: 2,
    isProposal: true,
    isDecidedInReadOnly: true,
    async facts(reader, id) {
      const request = await read(reader, id);
      return { login: await loginOf(reader, request), ...requests.facts(request) };
    },
    checks: () => Promise.resolve([]),
    async evidence(reader, id) {
      const request = await read(reader, id);
      const login = await loginOf(reader, request);
      const rows = [['Operator', login] as const, ...(await requests.rows(reader, request))];
      return {
        summary: `${login} · ${requests.named(request)} · ask the colleague before you agree`,
        columns: ['Proposed'],
        rows: rows.map(([label, value]) => comparisonRow(label, [value])),
        images: [],
      };
    },
    async approve(tx, { subjectId, operatorId, at }) {
      const request = await read(tx, subjectId);
      // Also where two others would have to agree because the first approval has expired.
      if (request.operatorId === operatorId) throw new Refusal('second-person-needed');
      await requests.begin(tx, request, at);
      await requests.end(tx, { id: subjectId, state: 'agreed', at });
    },
    async reject(tx, { subjectId, at }) {
      await requests.end(tx, { id: subjectId, state: 'refused', at });
    },
  };
}

const loginOf = async (
  reader: Reader,
  { operatorId }: { readonly operatorId: number },
): Promise<string> => (await operatorById(reader, operatorId))?.login ?? '';
