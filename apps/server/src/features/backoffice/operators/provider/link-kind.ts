/** New links of operators in the review queue: a second person agrees before one works (ADR 109). */
import { operatorById } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { endLinkRequest, insertLink, type LinkRequest, linkRequestById } from '../store-links.ts';

export const OPERATOR_LINK = 'operatorLink';

const requestOf = (reader: Reader, id: number): Promise<LinkRequest> =>
  reader.one(linkRequestById, [id]);

const loginOf = async (reader: Reader, operatorId: number): Promise<string> =>
  (await operatorById(reader, operatorId))?.login ?? '';

export function linkKind(): ReviewKind {
  return {
    kind: OPERATOR_LINK,
    letter: 'PL',
    movesMoney: false,
    approvals: 2,
    isProposal: true,
    isDecidedInReadOnly: true,
    async facts(reader, id) {
      const { operatorId, issuer, subject, email } = await requestOf(reader, id);
      return { login: await loginOf(reader, operatorId), issuer, subject, email };
    },
    checks: () => Promise.resolve([]),
    async evidence(reader, id) {
      const { operatorId, issuer, subject, email, createdAt } = await requestOf(reader, id);
      const login = await loginOf(reader, operatorId);
      const rows: [string, string][] = [
        ['Operator', login],
        ['Provider', issuer],
        ['Identity there', subject],
        ['E-mail there', email || 'none that the provider has verified'],
        ['Asked', isoTime(createdAt)],
      ];
      return {
        summary: `${login} · ${email || subject} · ask the colleague before you agree`,
        columns: ['Proposed'],
        rows: rows.map(([label, value]) => comparisonRow(label, [value])),
        images: [],
      };
    },
    async approve(tx, { subjectId, operatorId, at }) {
      const request = await requestOf(tx, subjectId);
      // Also where two others would have to agree because the first approval has expired.
      if (request.operatorId === operatorId) throw new Refusal('second-person-needed');
      const { issuer, subject, email, seal } = request;
      const link = { operatorId: request.operatorId, issuer, subject, email, seal };
      await insertLink(tx, { ...link, createdAt: at });
      await tx.run(endLinkRequest, [subjectId, 'agreed', at]);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(endLinkRequest, [subjectId, 'refused', at]);
    },
  };
}
