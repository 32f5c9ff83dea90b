/** The SQL of operators' links to identities at a provider, and of their visits there. */
import { bytea, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const linkColumns = {
  id: int8,
  operatorId: int8,
  issuer: text,
  subject: text,
  email: text,
  createdAt: timestamptz,
  seal: bytea,
} as const;

/** What is written of a link, waiting or agreed. */
const LINK_FIELDS = ['operatorId', 'issuer', 'subject', 'email', 'createdAt', 'seal'] as const;

const links = defineTable('operator_links', { ...linkColumns, lastUsedAt: nullable(timestamptz) });

export const linkOfOperator = links.select(
  'operators.linkOfOperator',
  'where operator_id = $1 and issuer = $2',
  [int8, text],
);

export const linkOfIdentity = links.select(
  'operators.linkOfIdentity',
  'where issuer = $1 and subject = $2',
  [text, text],
);

export const insertLink = links.insert('operators.insertLink', LINK_FIELDS);

/** Changes no row after its end. */
export const useLink = defineStatement({
  name: 'operators.useLink',
  text: 'update operator_links set last_used_at = $3 where operator_id = $1 and issuer = $2',
  params: [int8, text, timestamptz],
});

export const deleteLink = defineStatement({
  name: 'operators.deleteLink',
  text: 'delete from operator_links where operator_id = $1 and id = $2',
  params: [int8, int8],
});

/** At any provider, also those whose seal cannot be opened. */
export const linkedOperators = defineQuery({
  name: 'operators.linkedOperators',
  text: 'select distinct operator_id from operator_links order by operator_id',
  params: [],
  row: { operatorId: int8 },
});

/** At every provider. */
export const deleteLinks = defineStatement({
  name: 'operators.deleteLinks',
  text: 'delete from operator_links where operator_id = $1',
  params: [int8],
});

const requests = defineTable('operator_link_requests', linkColumns);

/** At every provider, oldest first. */
export const waitingLinksOf = requests.select(
  'operators.waitingLinksOf',
  `where operator_id = $1 and state = 'waiting' order by id`,
  [int8],
);

export const linkRequestById = requests.select('operators.linkRequestById', 'where id = $1', [
  int8,
]);
export type LinkRequest = RowOf<typeof linkRequestById>;

/** @throws a unique violation of `operator_link_requests_identity` */
export const insertLinkRequest = requests.insertReturning(
  'operators.insertLinkRequest',
  LINK_FIELDS,
);

/** `agreed`, `refused` or `withdrawn`. */
export const endLinkRequest = defineStatement({
  name: 'operators.endLinkRequest',
  text: `update operator_link_requests set state = $2, ended_at = $3 where id = $1 and state = 'waiting'`,
  params: [int8, text, timestamptz],
});

export const insertVisit = defineStatement({
  name: 'operators.insertProviderVisit',
  text: `insert into operator_provider_visits (state_hash, ticket_hash, operator_id, session_id, sealed, expires_at)
    values ($1, $2, $3, $4, $5, $6)`,
  params: [text, text, nullable(int8), nullable(int8), bytea, timestamptz],
});

/** Returns the row to exactly one caller. */
export const takeVisit = defineQuery({
  name: 'operators.takeProviderVisit',
  text: `delete from operator_provider_visits where state_hash = $1
    returning ticket_hash, operator_id, session_id, sealed, expires_at`,
  params: [text],
  row: {
    ticketHash: text,
    operatorId: nullable(int8),
    sessionId: nullable(int8),
    sealed: bytea,
    expiresAt: timestamptz,
  },
});

/** Those from which nobody came back. */
export const pruneVisits = defineStatement({
  name: 'operators.pruneProviderVisits',
  text: 'delete from operator_provider_visits where expires_at <= $1',
  params: [timestamptz],
});

/** A new one replaces the last. */
export const putProviderLogin = defineStatement({
  name: 'operators.putProviderLogin',
  text: `insert into operator_provider_logins (operator_id, ticket_hash, expires_at, seal) values ($1, $2, $3, $4)
    on conflict (operator_id) do update
      set ticket_hash = excluded.ticket_hash, expires_at = excluded.expires_at, seal = excluded.seal`,
  params: [int8, text, timestamptz, bytea],
});

export const providerLogin = defineQuery({
  name: 'operators.providerLogin',
  text: 'select operator_id, expires_at, seal from operator_provider_logins where ticket_hash = $1 and expires_at > $2',
  params: [text, timestamptz],
  row: { operatorId: int8, expiresAt: timestamptz, seal: bytea },
});

/** Deletes a row for exactly one caller. */
export const takeProviderLogin = defineStatement({
  name: 'operators.takeProviderLogin',
  text: 'delete from operator_provider_logins where ticket_hash = $1 and expires_at > $2',
  params: [text, timestamptz],
});

export const deleteProviderLogin = defineStatement({
  name: 'operators.deleteProviderLogin',
  text: 'delete from operator_provider_logins where operator_id = $1',
  params: [int8],
});
