/** Audits published facts: each has its statement, as the fact is now, and each statement is in its entry of the public log (ADR 89). */
import {
  commitmentText,
  delistingText,
  evidenceKeyText,
  FACTS,
  figuresText,
  hashOfJson,
  hashOfText,
  isSameBytes,
  listingText,
  operatorText,
  parseFact,
  parseStatementsEntry,
  productText,
  roleText,
  sealStatements,
  settingText,
  signedDayText,
} from '@tern/proofs';
import {
  arrayOf,
  bool,
  bytea,
  date,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import { everyRow, FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';

/** Statements about a row, oldest first. */
const stated = (kind: string, subject: string) =>
  `coalesce((select array_agg(f.statement order by f.id) from transparency_facts f
    where f.kind = '${kind}' and f.subject_id = ${subject}), '{}') as stated`;

const seeds = defineQuery({
  name: 'facts.auditSeeds',
  text: `select (s.day - date '1970-01-01')::int8 as id, s.day, s.commitment, s.published_at, ${stated('seed', `s.day - date '1970-01-01'`)}
    from transparency_seeds s where s.day - date '1970-01-01' > $1::int8 order by s.day limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    day: date,
    commitment: bytea,
    publishedAt: timestamptz,
    stated: arrayOf(text),
  },
});

const keys = defineQuery({
  name: 'facts.auditKeys',
  text: `select k.id::int8 as id, k.public_key, k.created_at, ${stated('key', 'k.id')}
    from transparency_keys k where k.id > $1::int8 order by k.id limit $2`,
  params: [int8, int8],
  row: { id: int8, publicKey: bytea, createdAt: timestamptz, stated: arrayOf(text) },
});

const settings = defineQuery({
  name: 'facts.auditSettings',
  text: `select v.id, v.key, v.value, v.effective_at, v.state, ${stated('setting', 'v.id')}
    from setting_versions v where v.id > $1 order by v.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    key: text,
    value: jsonb<unknown>(),
    effectiveAt: timestamptz,
    state: text,
    stated: arrayOf(text),
  },
});

const products = defineQuery({
  name: 'facts.auditProducts',
  text: `select v.id, v.product_id, v.version, v.terms, v.is_open, v.effective_at, v.state, ${stated('product', 'v.id')}
    from product_versions v where v.id > $1 order by v.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    productId: int8,
    version: int4,
    terms: jsonb<unknown>(),
    isOpen: bool,
    effectiveAt: nullable(timestamptz),
    state: text,
    stated: arrayOf(text),
  },
});

const operators = defineQuery({
  name: 'facts.auditOperators',
  text: `select o.id, o.roles, o.is_active, o.password_hash, o.sealed_totp, ${stated('operator', 'o.id')}
    from operators o where o.id > $1 order by o.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    roles: arrayOf(text),
    isActive: bool,
    passwordHash: nullable(text),
    sealedTotp: nullable(bytea),
    stated: arrayOf(text),
  },
});

const roles = defineQuery({
  name: 'facts.auditRoles',
  text: `select r.id, r.key, r.version, r.permissions, r.ended_at is not null as is_ended, ${stated('role', 'r.id')}
    from operator_roles r where r.id > $1 order by r.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    key: text,
    version: int4,
    permissions: arrayOf(text),
    isEnded: bool,
    stated: arrayOf(text),
  },
});

const days = defineQuery({
  name: 'facts.auditDays',
  text: `select (s.day - date '1970-01-01')::int8 as id, s.day, s.content_hash, s.operator_id, s.signed_at,
      s.content::jsonb ? 'statements' as has_statements,
      (select f.operator_id from day_close_signatures f where f.day = s.day and f.place = 1 and f.removed_at is null) as first_id,
      ${stated('day', `s.day - date '1970-01-01'`)}
    from day_close_signatures s where s.place = 2 and s.day - date '1970-01-01' > $1::int8 order by s.day limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    day: date,
    contentHash: bytea,
    operatorId: int8,
    signedAt: timestamptz,
    hasStatements: bool,
    firstId: nullable(int8),
    stated: arrayOf(text),
  },
});

const listings = defineQuery({
  name: 'facts.auditListings',
  text: `select l.id, l.terms, l.state, l.opens_at, p.decided_at, p.first_by, p.decided_by, ${stated('listing', 'l.id')}
    from market_listings l left join market_listings_decided p on p.listing_id = l.id
    where l.agreed_at is not null and l.id > $1 order by l.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    terms: jsonb<unknown>(),
    state: text,
    opensAt: timestamptz,
    decidedAt: nullable(timestamptz),
    firstBy: nullable(int8),
    decidedBy: nullable(int8),
    stated: arrayOf(text),
  },
});

const delistings = defineQuery({
  name: 'facts.auditDelistings',
  text: `select d.id, i.symbol, d.state, d.orders_until, d.closes_at, d.withdrawals_until, r.decided_at, r.first_by, r.decided_by,
      ${stated('delisting', 'd.id')}
    from market_delistings d join instruments i on i.id = d.instrument_id
      left join reviews r on r.kind = 'delisting' and r.subject_id = d.id and r.state = 'approved'
    where d.agreed_at is not null and d.id > $1 order by d.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    symbol: text,
    state: text,
    ordersUntil: timestamptz,
    closesAt: timestamptz,
    withdrawalsUntil: nullable(timestamptz),
    decidedAt: nullable(timestamptz),
    firstBy: nullable(int8),
    decidedBy: nullable(int8),
    stated: arrayOf(text),
  },
});

const figures = defineQuery({
  name: 'facts.auditFigures',
  text: `select f.computed_at, f.figures, array(select s.statement from transparency_facts s
      where s.kind = 'figures' order by s.subject_id desc, s.id desc limit 1) as stated from transparency_figures f`,
  params: [],
  row: { computedAt: timestamptz, figures: jsonb<unknown>(), stated: arrayOf(text) },
});

/** Statements without their fact. Of the audit log also links that an earlier entry should have stated, and heads that are none. */
const unfounded = defineQuery({
  name: 'facts.auditUnfounded',
  text: `select 'the ' || f.kind || ' of "' || f.statement || '" is gone' as fault from transparency_facts f
    where case f.kind
      when 'seed' then not exists (select from transparency_seeds s where s.day - date '1970-01-01' = f.subject_id)
      when 'key' then not exists (select from transparency_keys k where k.id = f.subject_id)
      when 'setting' then not exists (select from setting_versions v where v.id = f.subject_id)
      when 'product' then not exists (select from product_versions v where v.id = f.subject_id)
      when 'operator' then not exists (select from operators o where o.id = f.subject_id)
      when 'role' then not exists (select from operator_roles r where r.id = f.subject_id)
      when 'day' then not exists (select from day_close_signatures s where s.place = 2 and s.day - date '1970-01-01' = f.subject_id)
      when 'listing' then not exists (select from market_listings l where l.id = f.subject_id and l.agreed_at is not null)
      when 'delisting' then not exists (select from market_delistings d where d.id = f.subject_id and d.agreed_at is not null)
      when 'audit' then not exists (select from audit_log_links k where k.seq = f.subject_id
        and f.statement = 'tern audit head 1|' || k.seq || '|' || encode(k.hash, 'hex'))
      else false end
    union all
    select 'the head of the audit log was not stated up to row ' || l.id from audit_log_links k join audit_log l on l.id = k.entry_id
    where k.seq > coalesce((select max(f.subject_id) from transparency_facts f where f.kind = 'audit'), 0)
      and l.created_at < (
        select to_timestamp(max(split_part(convert_from(e.entry, 'UTF8'), E'\\n', 3)::bigint) / 1000.0) - interval '10 minutes'
        from public_log_entries e where e.index = (select max(entry_index) from transparency_facts))
    union all
    select 'the statement "' || f.statement || '" is not in the public log' from transparency_facts f
    where f.entry_index is null
      and f.stated_at < (select max(s.stated_at) from transparency_facts s where s.entry_index is not null) - interval '10 minutes'
    limit 20`,
  params: [],
  row: { fault: text },
});

/** Entries of facts with the statements that the exchange shows of them. */
const entries = defineQuery({
  name: 'facts.auditEntries',
  text: `select e.index + 1 as id, e.entry,
      (select string_agg(f.statement, E'\\n' order by f.id) from transparency_facts f where f.entry_index = e.index) as statements
    from public_log_entries e
    where e.index >= $1 and substring(e.entry for ${`tern statements 1\n${FACTS}\n`.length}) = convert_to(E'tern statements 1\\n${FACTS}\\n', 'UTF8')
    order by e.index limit $2`,
  params: [int8, int8],
  row: { id: int8, entry: bytea, statements: nullable(text) },
});

const STATED = 'every published fact is stated as it is, for the public log';
const LOGGED = 'every statement of a published fact is in its entry of the public log';

/** `reader` should be a snapshot. */
export async function auditSignedFacts(reader: Reader): Promise<Finding[]> {
  const facts: Finding = { rule: STATED, checked: 0, faults: [] };
  const compare = (name: string, isStated: boolean) => {
    facts.checked += 1;
    if (!isStated) facts.faults.push(`${name} is not what was stated`);
  };
  for await (const { day, commitment, publishedAt, stated: lines } of everyRow(reader, seeds)) {
    const made = commitmentText({ day, commitment: commitment.toString('hex'), publishedAt });
    compare(`the seed of ${day}`, isOnly(lines, made));
  }
  for await (const { id, publicKey, createdAt, stated: lines } of everyRow(reader, keys)) {
    const made = evidenceKeyText({ id, publicKey: publicKey.toString('hex'), createdAt });
    compare(`evidence key ${id}`, isOnly(lines, made));
  }
  for await (const { value, stated: lines, ...row } of everyRow(reader, settings)) {
    const hash = hashOfJson(value);
    const isPublic = ['announced', 'inForce'].includes(row.state);
    const made = settingText({ ...row, hash });
    compare(`version ${row.id} of ${row.key}`, isVersion(lines, { isPublic, hash, made }));
  }
  for await (const row of everyRow(reader, products)) {
    const { productId: product, version, terms, isOpen, state } = row;
    const hash = hashOfJson({ isOpen, terms });
    const isPublic = ['scheduled', 'inForce', 'replaced'].includes(state);
    const effectiveAt = row.effectiveAt ?? 0;
    const made = productText({ product, version, effectiveAt, hash, state });
    const name = `version ${version} of product ${product}`;
    compare(name, isVersion(row.stated, { isPublic, hash, made }));
  }
  for await (const { id, roles, isActive, stated: lines, ...row } of everyRow(reader, operators)) {
    const keysHash = hashOfText(
      `${row.passwordHash ?? ''}|${row.sealedTotp?.toString('hex') ?? ''}`,
    );
    compare(`operator ${id}`, lines.at(-1) === operatorText({ id, roles, isActive, keysHash }));
  }
  for await (const { stated: lines, ...role } of everyRow(reader, roles)) {
    // One for each version.
    const isWhole = lines.length === role.version && lines.at(-1) === roleText(role);
    compare(`role ${role.key}`, isWhole);
  }
  for await (const { day, contentHash, firstId, ...row } of everyRow(reader, days)) {
    const version = row.hasStatements ? 2 : 1;
    const hash = contentHash.toString('hex');
    const people = { first: firstId ?? 0, second: row.operatorId };
    const made = signedDayText({ day, hash, ...people, signedAt: row.signedAt, version });
    compare(`the signed day ${day}`, isOnly(row.stated, made));
  }
  for await (const { id, terms, opensAt, ...row } of everyRow(reader, listings)) {
    const hash = hashOfJson(terms);
    const made = listingText({ ...decisionOf(row), id, at: opensAt, hash });
    compare(`listing ${id}`, isVersion(row.stated, { isPublic: true, hash, made }));
  }
  for await (const { id, symbol, ordersUntil, ...row } of everyRow(reader, delistings)) {
    const { closesAt, withdrawalsUntil } = row;
    const hash = hashOfJson({ market: symbol, ordersUntil, closesAt, withdrawalsUntil });
    const made = delistingText({ ...decisionOf(row), id, at: ordersUntil, hash });
    compare(`delisting ${id}`, isVersion(row.stated, { isPublic: true, hash, made }));
  }
  for (const row of await reader.many(figures, [])) {
    const { computedAt } = row;
    const made = figuresText({ computedAt, hash: hashOfJson(row.figures) });
    compare('the public figures', row.stated[0] === made);
  }
  facts.faults.push(...(await reader.many(unfounded, [])).map(({ fault }) => fault));
  const shown = facts.faults.slice(0, FAULTS_MAX);
  return [{ ...facts, faults: shown }, await auditEntries(reader)];
}

/** 0 of a decision that is missing. */
const decisionOf = (row: {
  readonly state: string;
  readonly decidedAt: number | null;
  readonly firstBy: number | null;
  readonly decidedBy: number | null;
}) => ({
  state: row.state,
  decidedAt: row.decidedAt ?? 0,
  first: row.firstBy ?? 0,
  second: row.decidedBy ?? 0,
});

const isOnly = (lines: readonly string[], made: string): boolean =>
  lines.length === 1 && lines[0] === made;

/** The last statement says what the version is, and each one had its terms. None is needed before it is announced. */
function isVersion(
  lines: readonly string[],
  { isPublic, hash, made }: { isPublic: boolean; hash: string; made: string },
): boolean {
  if (lines.length === 0) return !isPublic;
  return lines.at(-1) === made && lines.every((line) => parseFact(line)?.fields[3] === hash);
}

/** Each entry made again from its statements. */
async function auditEntries(reader: Reader): Promise<Finding> {
  const logged: Finding = { rule: LOGGED, checked: 0, faults: [] };
  for await (const { id, entry, statements } of everyRow(reader, entries)) {
    logged.checked += 1;
    const { at } = parseStatementsEntry(entry) ?? {};
    const lines = statements?.split('\n') ?? [];
    const isWhole =
      at !== undefined &&
      lines.length > 0 &&
      isSameBytes(sealStatements(FACTS, at, lines).entry, entry);
    if (!isWhole) logged.faults.push(`entry ${id - 1} of the public log has other statements`);
  }
  return { ...logged, faults: logged.faults.slice(0, FAULTS_MAX) };
}
