/** Fills a database with members who are found: a name, two deposit addresses with a deposit each, a withdrawal, and two decided reviews. */
import type { ConnectionTarget } from '../../../apps/server/src/platform/database/connection.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineStatement } from '../../../apps/server/src/platform/database/query.ts';

const FIRST = `array['Anna','Jakob','Lena','Linh','Tomas','Jun','Marek','Petra','Karim','Omar','Eve','María','José','Łukasz','Søren','Zoë','Иван','Ольга','伟','Minh','Ahmed','Fatima','John','Mary','Pedro','Lucia','Hans','Uwe','Yuki','Hana']`;
const SURNAMES = `array['Weber','Varga','Sato','Nowak','Lang','Haddad','Trần','Nguyễn','Müller','Østergård','Kowalski','García','Иванов','陈','Kim','Lee','Schmidt','Rossi','Silva','Santos','Yılmaz','Dubois','Popescu','Novák','Horváth','Jensen','Olsen','Brown','Smith','Jones']`;
const MAIL = `array['gmail.com','outlook.com','mail.ru','qq.com','proton.me','web.de','yahoo.co.jp','aol.com']`;
const COUNTRIES = `array['86','49','43','84','1','7','81']`;
/** An element by the hash of a number and of the name of its use. */
const pick = (from: string, by: string, use: string) =>
  `(${from})[1 + abs(hashtext(${by}::text || '${use}')) % array_length(${from}, 1)]`;
const letters = (by: string) =>
  `initcap(substr(translate(md5(${by}::text), '0123456789', 'aeioumnrst'), 1, 6))`;
const GUARDED = [
  'members',
  'operators',
  'identity_documents',
  'deposits',
  'withdrawals',
  'reviews',
];
const decided = 'now(), now(), now(), now()';

/** Without its guards, as the owner: the rows are of no journal. */
export async function fillFound(owner: ConnectionTarget, members: number): Promise<void> {
  const database = await openDatabase({ connection: owner, poolSize: 1 });
  const steps = [
    ...GUARDED.map((table) => `alter table ${table} disable trigger user`),
    `insert into operators (login, roles, created_at) values ('finder', '{reviewer,approver,support,auditor}', now())`,
    `insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
        select lower(${letters('i')}) || i || '@' || ${pick(MAIL, 'i', 'm')}, ${pick(COUNTRIES, 'i', 'c')},
          (13000000000 + i * 977)::text, 'x', 'I' || i, now(), now() from generate_series(1, ${members}) i`,
    `insert into identity_documents (member_id, document_type, name, state, due_at, decided_at, created_at, updated_at)
        select id, 1, ${pick(FIRST, 'id', 'f')} || ' ' || ${letters('id')} || ' ' || ${pick(SURNAMES, 'id', 's')}, 'verified', ${decided} from members`,
    `insert into deposit_addresses (network, address, member_id, created_at)
        select n, case n when 'ERC20' then '0x' else 'TSim' end || substr(md5(n || id) || md5(id::text), 1, 36), id, now()
        from members, unnest(array['ERC20', 'TRC20']) n`,
    `insert into deposits (member_id, asset, network, address, amount, fee, source, txid, state, due_at, created_at, decided_at, updated_at)
        select member_id, 'USDT', network, address, 25, 1, 'network', '0x' || md5(address) || md5(address || 't'), 'completed', ${decided} from deposit_addresses`,
    `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, txid, state, due_at, created_at, decided_at, updated_at)
        select id, 'USDT', 'ERC20', '0x' || substr(md5('w' || id) || md5(id::text), 1, 40), '', 25, 1, '0x' || md5('w' || id) || md5('t' || id), 'completed', ${decided} from members`,
    ...['withdrawal', 'identity'].map(
      (
        kind,
      ) => `insert into reviews (kind, subject_id, member_id, approvals, facts, facts_hash, state, decided_at, created_at, updated_at)
          select '${kind}', id, id, 2, '{}', 'x', 'cancelled', now(), now(), now() from members`,
    ),
    'analyze',
  ];
  for (const [step, sql] of steps.entries()) {
    const statement = defineStatement({ name: `bench.fillFound${step}`, text: sql, params: [] });
    await database.transaction((tx) => tx.run(statement, []));
  }
  await database.close();
}
