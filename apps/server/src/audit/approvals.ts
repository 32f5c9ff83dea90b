/** Audits operators' decisions: settings, terms and account status are as approved (ADR 27). */
import { startRoles } from '@tern/protocol/operator';
import type { Finding } from './ledger.ts';
import { int8, jsonb, text } from '../platform/database/columns.ts';
import { verifyAuditLog } from '../kernel/operators/audit-log-chain.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'approvals.auditCounts',
  text: `select (select count(*) from settings)::int8 as settings,
      ((select count(*) from asset_networks) + (select count(*) from fiat_currencies) + (select count(*) from instruments))::int8 as terms,
      (select count(*) from members)::int8 as members, (select count(*) from product_versions)::int8 as products, (select count(*) from audit_log)::int8 as acts,
      (select count(*) from operators)::int8 as operators`,
  params: [],
  row: { settings: int8, terms: int8, members: int8, products: int8, acts: int8, operators: int8 },
});

/** Each setting has the last approved value, except the market seed, which is drawn once and protected by the database. */
const wrongSettings = defineQuery({
  name: 'approvals.auditSettings',
  text: `with agreed as (
      select distinct on (v.key) v.key, v.value from setting_versions v
      where v.state = 'inForce' and v.key !~ '^(network|currency|pair)[.]'
        and exists (select from reviews_agreed a where a.kind = 'setting' and a.subject_id = v.id)
      order by v.key, v.effective_at desc, v.id desc
    )
    select 'setting ' || coalesce(s.key, a.key) || ' is ' || coalesce(s.value::text, 'missing') || ', agreed was '
      || coalesce(a.value::text, 'nothing') as fault
    from (select * from settings where key <> 'market.seed') s full join agreed a on a.key = s.key
    where s.value is distinct from a.value limit 20`,
  params: [],
  row: fault,
});

/** Each field has the value of the last approved version that names it, else its initial value. */
const wrongTerms = defineQuery({
  name: 'approvals.auditTerms',
  text: `with terms as (${[
    `select 'network.' || asset || '.' || network as key, f.* from asset_networks cross join lateral (values
        ('inMin', deposit_min::text), ('inMax', deposit_max::text), ('inFee', deposit_fee::text), ('outMin', withdraw_min::text),
        ('outMax', withdraw_max::text), ('outFee', withdraw_fee::text), ('takesIn', takes_deposits::text),
        ('takesOut', takes_withdrawals::text)) as f(field, value)`,
    `select 'currency.' || asset, f.* from fiat_currencies cross join lateral (values
        ('inMin', wire_min::text), ('inMax', wire_max::text), ('outMin', payout_min::text), ('outMax', payout_max::text),
        ('outFee', payout_fee::text), ('takesIn', takes_wires::text), ('takesOut', takes_payouts::text)) as f(field, value)`,
  ].join(' union all ')}
    ), agreed as (
      select distinct on (v.key, f.key) v.key, f.key as field, f.value
      from setting_versions v cross join lateral jsonb_each_text(v.value) f
      where v.state = 'inForce' and v.key ~ '^(network|currency)[.]'
        and exists (select from reviews_agreed a where a.kind = 'terms' and a.subject_id = v.id)
      order by v.key, f.key, v.effective_at desc, v.id desc
    ), due as (
      select t.key, t.field, t.value, coalesce(a.value, b.value) as agreed
      from terms t left join agreed a on (a.key, a.field) = (t.key, t.field) left join terms_beginnings b on (b.key, b.field) = (t.key, t.field)
    )
    select key || ' has ' || field || ' ' || value || ', agreed was ' || coalesce(agreed, 'nothing') as fault from due
    where case when field like 'takes%' then value is distinct from agreed
      else value::numeric is distinct from agreed::numeric end limit 20`,
  params: [],
  row: fault,
});

/** A market follows only versions that two operators agreed on; the others would be announced to members in vain. */
const wrongMarketTerms = defineQuery({
  name: 'approvals.auditMarketTerms',
  text: `select 'version ' || v.id || ' of ' || v.key || ' is announced, and two operators have not agreed to it' as fault
    from setting_versions v
    where v.key ~ '^pair[.]' and v.state in ('announced', 'inForce')
      and not exists (select from reviews_agreed a where a.kind = 'marketTerms' and a.subject_id = v.id) limit 20`,
  params: [],
  row: fault,
});

/** Two operators agreed to each delisting that is in force; a coin is closed by one whose market has closed, and by nothing else. */
const wrongDelistings = defineQuery({
  name: 'approvals.auditDelistings',
  text: `select 'delisting ' || d.id || ' is ' || d.state || ', and two operators have not agreed to it' as fault
    from market_delistings d
    where d.agreed_at is not null and not exists (select from reviews_agreed a where a.kind = 'delisting' and a.subject_id = d.id)
    union all
    select 'the coin ' || a.code || ' is closed without a delisting' from assets a
    where not (a.takes_deposits and a.takes_withdrawals) and not exists (
      select from market_delistings d join instruments i on i.id = d.instrument_id
      where i.base = a.code and d.state = 'closed' and d.withdrawals_until is not null)
    limit 20`,
  params: [],
  row: fault,
});

/** Two operators agreed to each listing that has opened, and what it made is as they agreed. */
const wrongListings = defineQuery({
  name: 'approvals.auditListings',
  text: `select 'listing ' || l.id || ' is ' || l.state || ', and two operators have not agreed to it' as fault from market_listings l
    where l.agreed_at is not null and not exists (select from reviews_agreed a where a.kind = 'listing' and a.subject_id = l.id)
    union all
    select 'listing ' || l.id || ' opens at a time that two operators have not agreed to' from market_listings l
    where case when l.agreed_at is not null then l.opens_at <> (l.terms ->> 'startsAt')::timestamptz end and not exists (
      select from market_listing_moves m join reviews_agreed a on a.kind = 'listingMove' and a.subject_id = m.id
      where m.listing_id = l.id and m.opens_at = l.opens_at)
    union all
    select 'the market ' || i.symbol || ' is not as listing ' || l.id || ' was agreed'
    from market_listings l join instruments i on i.id = l.instrument_id cross join lateral (select l.terms -> 'market' as m) t
    where l.state <> 'opened' or l.agreed_at is null
      or (i.base, i.quote, i.tick_size, i.lot_size, i.min_notional, i.max_notional, i.priced_by) is distinct from (m ->> 'base',
        m ->> 'currency', (m ->> 'step')::numeric, (m ->> 'lot')::numeric, (m ->> 'smallest')::numeric, (m ->> 'largest')::numeric,
        m ->> 'feed')
      or (i.price_band, i.jump_bound, i.maker_fee, i.taker_fee) is distinct from ((m ->> 'farthest')::numeric / 100,
        (m ->> 'jump')::numeric / 100, (m ->> 'maker')::numeric / 100, (m ->> 'taker')::numeric / 100)
    union all
    select 'the coin ' || a.code || ' is not as listing ' || l.id || ' was agreed'
    from market_listings l join assets a on a.code = l.terms #>> '{coin,code}'
    where l.state = 'opened' and (a.name, a.scale, a.picture, a.names, to_jsonb(a.uses)) is distinct from (l.terms #>> '{coin,name}',
      (l.terms #>> '{coin,scale}')::smallint, coalesce(l.terms #>> '{coin,picture}', ''), coalesce(l.terms #> '{coin,names}', '{}'),
      coalesce(l.terms #> '{coin,uses}', to_jsonb(coin_uses())))
    limit 20`,
  params: [],
  row: fault,
});

/** Each product has the terms of its version in force, which two operators approved or which only closed it. */
const wrongProducts = defineQuery({
  name: 'approvals.auditProducts',
  text: 'select fault from product_faults() limit 20',
  params: [],
  row: fault,
});

/**
 * Each operator has the roles of the last change that two operators agreed on. Without one they have those of the beginning, which
 * two people have at most.
 */
const wrongOperators = defineQuery({
  name: 'approvals.auditOperators',
  text: `with agreed as (
      select distinct on (c.login) c.login, c.roles from account_changes c
      join reviews r on r.kind = 'account' and r.subject_id = c.id
      join reviews_agreed a on a.kind = r.kind and a.subject_id = r.subject_id
      where c.change in ('add', 'roles') order by c.login, r.decided_at desc, r.id desc
    ), first_two as (
      select o.id from operators o where o.roles <> '{}' and not exists (select from agreed g where g.login = o.login) order by o.id limit 2
    )
    select 'operator ' || o.login || ' has the roles ' || o.roles::text || ', agreed were ' || coalesce(g.roles::text, 'none') as fault
    from operators o left join agreed g on g.login = o.login
    where case when g.login is null then o.roles <> '{}' and o.id not in (select id from first_two)
      else not (o.roles @> g.roles and o.roles <@ g.roles) or o.is_active <> (g.roles <> '{}') end
    union all
    select 'change ' || d.change_id || ' of an account was carried out, and two operators have not agreed to it'
    from account_changes_done d where not exists (select from reviews_agreed a where a.kind = 'account' and a.subject_id = d.change_id)
    union all
    select 'the key ' || k.id || ' of operator ' || o.login || ' works, and a second person has not agreed to it'
    from operator_passkeys k join operators o on o.id = k.operator_id
    where not k.is_from_before and not exists (
      select from operator_passkey_requests r join reviews_agreed a on a.kind = 'operatorKey' and a.subject_id = r.id
      where r.state = 'agreed' and (r.operator_id, r.credential_id, r.public_key) = (k.operator_id, k.credential_id, k.public_key))
    union all
    select 'the link ' || l.id || ' of operator ' || o.login || ' works, and a second person has not agreed to it'
    from operator_links l join operators o on o.id = l.operator_id
    where not exists (
      select from operator_link_requests r join reviews_agreed a on a.kind = 'operatorLink' and a.subject_id = r.id
      where r.state = 'agreed' and (r.operator_id, r.issuer, r.subject) = (l.operator_id, l.issuer, l.subject))
    union all
    select 'role ' || r.key || ' is not as two operators agreed'
    from operator_roles r left join lateral (
      select c.name, c.permissions, c.base_version + 1 as version, c.change = 'end' as is_ended from role_changes c
      join reviews_agreed a on a.kind = 'role' and a.subject_id = c.id
      where c.role_key = r.key and exists (select from role_changes_done d where d.change_id = c.id)
      order by c.base_version desc limit 1
    ) c on true
    -- The first ones have been there from the beginning, each under the name that its key spells.
    left join (
      select s.key, array(select jsonb_array_elements_text(s.value)) as permissions from jsonb_each($1) s
    ) s on s.key = r.key
    where case when c.version is null then s.key is null
        or (r.version, r.name, r.ended_at is not null) is distinct from (1, initcap(r.key), false)
        or not (r.permissions @> s.permissions and r.permissions <@ s.permissions)
      else (r.version, r.name, r.ended_at is not null) is distinct from (c.version, c.name, c.is_ended)
        or not (r.permissions @> c.permissions and r.permissions <@ c.permissions) end
    union all
    select 'change ' || d.change_id || ' of a role was carried out, and two operators have not agreed to it'
    from role_changes_done d where not exists (select from reviews_agreed a where a.kind = 'role' and a.subject_id = d.change_id)
    limit 20`,
  params: [jsonb<Readonly<Record<string, readonly string[]>>>()],
  row: fault,
});

/**
 * Frozen, banned and unverified members have a running block, froze themselves and two operators have not lifted it since, or closed
 * their account;
 * verified members were verified by an operator, or by two who approved their documents.
 */
const wrongStatus = defineQuery({
  name: 'approvals.auditAccountStatus',
  text: `with blocks as (
      select member_id, bool_or(act = 'freeze') as freeze, bool_or(act = 'ban') as ban, bool_or(act = 'unverify') as unverify
      from member_blocks where ended_at is null group by 1
    ), verified as (
      select member_id from audit_log where action = 'member.verify'
      union select member_id from reviews where kind = 'identity' and state = 'approved'
    ), owners as (
      select f.member_id, max(f.frozen_at) > coalesce(max(u.decided_at), '-infinity') as freeze
      from owner_freezes f left join unfreeze_requests u on u.member_id = f.member_id and u.state = 'approved'
        and exists (select from reviews_agreed a where a.kind = 'unfreeze' and a.subject_id = u.id)
      group by 1
    )
    select 'member ' || m.id || ' is ' || case when m.is_frozen then 'frozen' else 'not frozen' end || ', '
      || case when m.is_banned then 'banned' else 'not banned' end || ', of verification ' || m.real_name_status
      || ' without a decision' as fault
    from members m left join blocks b on b.member_id = m.id left join verified v on v.member_id = m.id
      left join owners o on o.member_id = m.id
    where m.is_frozen <> (coalesce(b.freeze, false) or coalesce(o.freeze, false) or m.closed_at is not null)
      or (m.frozen_by_owner_at is not null) <> coalesce(o.freeze, false) or m.is_banned <> coalesce(b.ban, false)
      or (m.real_name_status = 2 and (v.member_id is null or coalesce(b.unverify, false))) limit 20`,
  params: [],
  row: fault,
});

/**
 * Each start and end of a block is in the log, with its operator. A revoked verification also ends when the member sends
 * documents again, because their review decides then.
 */
const unloggedBlocks = defineQuery({
  name: 'approvals.auditUnloggedBlocks',
  text: `with acts as (
      select b.member_id, b.act, b.act as logged, b.set_at as at, b.operator_id from member_blocks b
      union all select b.member_id, b.act, b.act, b.set_at, b.confirmed_by from member_blocks b where b.confirmed_by is not null
      union all select b.member_id, b.act, case b.act when 'unverify' then 'verify' else 'un' || b.act end, b.ended_at, null
        from member_blocks b where b.ended_at is not null and not (b.act = 'unverify' and exists (
          select from reviews r where r.kind = 'identity' and r.member_id = b.member_id
            and r.created_at >= b.set_at and r.created_at <= b.ended_at))
    )
    select 'a block (' || a.logged || ') of member ' || a.member_id || ' is not in the log' as fault from acts a
    where not exists (
      select from audit_log l where l.member_id = a.member_id and l.action = 'member.' || a.logged and l.created_at >= a.at
        and (a.operator_id is null or l.operator_id = a.operator_id)
    ) limit 20`,
  params: [],
  row: fault,
});

/** Settings, listings, delistings, and the terms of networks, currencies, markets and products, are as two operators approved them. */
export async function findUnapprovedTerms(reader: Reader): Promise<string[]> {
  const found = [];
  const queries = [
    wrongSettings,
    wrongTerms,
    wrongMarketTerms,
    wrongListings,
    wrongDelistings,
    wrongProducts,
  ];
  for (const query of queries) {
    found.push(...(await reader.many(query, [])));
  }
  return found.map((each) => each.fault);
}

/** Nobody is an operator, or has a role, by the decision of one person. */
export const findUnagreedOperators = async (reader: Reader) =>
  (await reader.many(wrongOperators, [startRoles])).map((each) => each.fault);

/** `reader` should be a snapshot. */
export async function auditApprovals(reader: Reader): Promise<Finding[]> {
  const { settings, terms, members, products, acts, operators } = await reader.one(counts, []);
  const faultsOf = async (...queries: (typeof wrongSettings)[]) => {
    const faults: string[] = [];
    for (const query of queries) {
      faults.push(...(await reader.many(query, [])).map((each) => each.fault));
    }
    return faults;
  };
  const { head, broken } = await verifyAuditLog(reader);
  return [
    {
      rule: 'every setting is as two operators approved it',
      checked: settings,
      faults: await faultsOf(wrongSettings),
    },
    {
      rule: 'the terms of networks, currencies and markets are as two operators approved them',
      checked: terms,
      faults: await faultsOf(wrongTerms, wrongMarketTerms, wrongListings, wrongDelistings),
    },
    {
      rule: 'the terms of products are as two operators approved them',
      checked: products,
      faults: await faultsOf(wrongProducts),
    },
    {
      rule: 'operators and their roles are as two operators agreed',
      checked: operators,
      faults: await findUnagreedOperators(reader),
    },
    {
      rule: 'account statuses are as operators decided, and logged',
      checked: members,
      faults: await faultsOf(wrongStatus, unloggedBlocks),
    },
    {
      // With the head noted elsewhere, a rebuilt chain can be detected.
      rule: `the audit log is one chain${head === undefined ? '' : `, whose link ${head.seq} is ${head.hash}`}`,
      checked: acts,
      faults: broken.map((each) => each.fault),
    },
  ];
}
