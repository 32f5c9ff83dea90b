/** New links of operators in the review queue (ADR 109). */
import type { ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { ownRequestKind } from '../own-account/own-request-kind.ts';
import { endLinkRequest, insertLink, type LinkRequest, linkRequestById } from '../store-links.ts';

export const OPERATOR_LINK = 'operatorLink';

export const linkKind = (): ReviewKind =>
  ownRequestKind<LinkRequest>({
    kind: OPERATOR_LINK,
    letter: 'PL',
    read: (reader, id) => reader.one(linkRequestById, [id]),
    facts: ({ issuer, subject, email }) => ({ issuer, subject, email }),
    rows: (_reader, { issuer, subject, email, createdAt }) =>
      Promise.resolve([
        ['Provider', issuer],
        ['Identity there', subject],
        ['E-mail there', email || 'none that the provider has verified'],
        ['Asked', isoTime(createdAt)],
      ]),
    named: ({ email, subject }) => email || subject,
    begin: (tx, { operatorId, issuer, subject, email, seal }, at) =>
      insertLink(tx, { operatorId, issuer, subject, email, seal, createdAt: at }),
    end: (tx, { id, state, at }) => tx.run(endLinkRequest, [id, state, at]),
  });
